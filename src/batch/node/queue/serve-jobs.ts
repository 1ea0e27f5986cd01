import { once } from "node:events";
import { packageVersion } from "../../../service/server/version.ts";
import { withResolvers } from "../../../shared/clock.ts";
import { filesOf } from "../../job-request.ts";
import { BatchError } from "../../row.ts";
import { JobThreads } from "../job-threads.ts";
import { openLink, type QueueAddress } from "./link.ts";
import { hasAll, MISSING, pack, readMessage } from "./messages.ts";

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

  async function answer({ data }: { readonly data: unknown }): Promise<string> {
    const { version } = data as { readonly version?: string };
    if (version !== own) {
      const detail = `The batch needs dfs-lineups ${version}; this worker has ${own}. Install the same version.`;
      refused.reject(new BatchError("other-batch", detail));
      throw new Error(detail);
    }
    const { prepared, settings } = readMessage(data);
    // BullMQ retries no error of this name.
    if (!(await hasAll(link.redis, filesOf(prepared))))
      throw Object.assign(new Error(MISSING), { name: "UnrecoverableError" });
    const answered = await pool.solve(prepared, settings).catch((error) => {
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
