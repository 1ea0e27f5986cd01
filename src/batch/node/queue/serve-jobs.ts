import { once } from "node:events";
import { packageVersion } from "../../../service/server/version.ts";
import { withResolvers } from "../../../shared/clock.ts";
import * as z from "../../../shared/schema/zod.ts";
import { BatchError } from "../../batch-error.ts";
import { filesOf } from "../../job-request.ts";
import type { JobSettings, QueueAddress } from "../contract.ts";
import { JobThreads } from "../job-threads.ts";
import { openLink } from "./link.ts";
import { contentOf, hasAll, MISSING, pack, readMessage, settingsSchema } from "./messages.ts";

/** Fails a job at once: BullMQ retries no error of this name. */
class MissingInputs extends Error {
  override readonly name = "UnrecoverableError";
}

export interface ServeJobsOptions {
  readonly queue: QueueAddress;
  readonly threads: number;
  readonly memory?: number | undefined;
  /** Milliseconds of silence after which other workers take this worker's jobs. */
  readonly lostAfter: number;
  readonly signal: AbortSignal;
  readonly ready: () => void;
  readonly solved: () => void;
}

/** Solves jobs of any batch until the signal aborts. @throws BatchError if the server is gone */
export async function serveJobs(options: ServeJobsOptions): Promise<void> {
  const { queue, threads, memory, lostAfter, signal, ready, solved } = options;
  const own = packageVersion();
  const link = await openLink(queue);
  const pool = new JobThreads({ threads, memory, source: { queue: queue.url } });
  const refused = withResolvers<never>();
  refused.promise.catch(() => {});
  let last: { readonly sha256: string; readonly settings: JobSettings } | undefined;

  async function settingsBy(sha256: string): Promise<JobSettings> {
    if (last?.sha256 === sha256) return last.settings;
    const bytes = await contentOf(link.redis, sha256);
    if (bytes === null) throw new MissingInputs(MISSING);
    last = { sha256, settings: z.parse(settingsSchema, JSON.parse(bytes.toString("utf8"))) };
    return last.settings;
  }

  async function answer({ data }: { readonly data: unknown }): Promise<string> {
    const { version } = data as { readonly version?: string };
    if (version !== own) {
      const detail = `The batch needs dfs-lineups ${version}; this worker has ${own}. Install the same version.`;
      refused.reject(new BatchError("other-batch", detail));
      throw new Error(detail);
    }
    const { prepared, settings } = readMessage(data);
    const digests = [settings, ...filesOf(prepared).map(({ sha256 }) => sha256)];
    if (!(await hasAll(link.redis, digests))) throw new MissingInputs(MISSING);
    const answered = await pool.solve(prepared, await settingsBy(settings)).catch((error) => {
      if (error instanceof BatchError) refused.reject(error);
      throw error;
    });
    if (answered === null) throw new Error("the worker stops");
    solved();
    return (await pack(answered.row)).toString("base64");
  }

  // One more than threads, so that these need not wait for the next job.
  const worker = link.worker(answer, { concurrency: threads + 1, lockDuration: lostAfter });
  try {
    ready();
    await Promise.race([signal.aborted || once(signal, "abort"), link.lost, refused.promise]);
    await Promise.race([worker.close(), link.lost]);
  } finally {
    void worker.close(true).catch(() => {});
    await pool.close();
    link.close();
  }
}
