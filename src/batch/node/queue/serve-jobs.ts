import { once } from "node:events";
import { packageVersion } from "../../../service/server/version.ts";
import { withResolvers } from "../../../shared/clock.ts";
import * as z from "../../../shared/schema/zod.ts";
import { BatchError } from "../../batch-error.ts";
import { filesOf } from "../../job-request.ts";
import type { JobSettings, QueueAddress } from "../contract.ts";
import { JobThreads } from "../job-threads.ts";
import { type Link, openLink } from "./link.ts";
import { contentOf, hasAll, MISSING, pack, readMessage, settingsSchema } from "./messages.ts";

/** Milliseconds between checks whether all batches need other versions than this worker has. */
const CHECK_MS = 5_000;

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
  const version = packageVersion();
  const link = await openLink(queue.url, queue.patience, version);
  const pool = new JobThreads({ threads, memory, source: { queue: queue.url }, dryRun: false });
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
    const { job, settings } = readMessage(data);
    const digests = [settings, ...filesOf(job).map(({ sha256 }) => sha256)];
    if (!(await hasAll(link.redis, digests))) throw new MissingInputs(MISSING);
    const answered = await pool.solve(job, await settingsBy(settings)).catch((error) => {
      if (error instanceof BatchError) refused.reject(error);
      throw error;
    });
    if (answered === null) throw new Error("the worker stops");
    solved();
    return (await pack(answered.row)).toString("base64");
  }

  let worker: ReturnType<Link["worker"]> | undefined;
  const look = setInterval(() => void refuseOther(link, version).catch(refused.reject), CHECK_MS);
  try {
    await Promise.race([refuseOther(link, version), link.lost]);
    // One more than threads, so that these need not wait for the next job.
    worker = link.worker(answer, { concurrency: threads + 1, lockDuration: lostAfter });
    ready();
    await Promise.race([signal.aborted || once(signal, "abort"), link.lost, refused.promise]);
    await Promise.race([worker.close(), link.lost]);
  } finally {
    clearInterval(look);
    void worker?.close(true).catch(() => {});
    await pool.close();
    await link.close();
  }
}

/** Refuses to go on if all batches need another version than this worker has. @throws BatchError */
async function refuseOther(link: Link, own: string): Promise<void> {
  const other = await link.otherVersion();
  if (other === null || other === own) return;
  throw new BatchError(
    "other-batch",
    `The batch needs dfs-lineups ${other}; this worker has ${own}. Install the same version.`,
  );
}
