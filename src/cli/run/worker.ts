import { availableParallelism } from "node:os";
import { openLink } from "../../batch/node/queue/link.ts";
import { serveChunks } from "../../batch/node/queue/serve-chunks.ts";
import { grouped } from "../../shared/words.ts";
import { endWhenLost, interruptedExitCode, interruptible } from "../interrupt.ts";
import type { Options } from "../options/definitions.ts";
import { note } from "../output.ts";

/** Solves jobs of batches until a signal arrives. */
export function run(options: Options<"worker">): Promise<void> {
  return endWhenLost(() => serve(options));
}

async function serve(options: Options<"worker">): Promise<void> {
  const { queue, queueTimeout, lostAfter, threads, memory, quiet } = options;
  const link = await openLink(queue!, queueTimeout * 1000);
  let done = 0;
  try {
    await interruptible(async (signal) => {
      if (!quiet) note("waiting for jobs.");
      await serveChunks({
        link,
        threads: threads ?? availableParallelism(),
        memory,
        lostAfter: lostAfter * 1000,
        signal,
        solved(jobs, seconds) {
          done += jobs;
          if (!quiet) note(`${jobs} jobs in ${seconds.toFixed(2)} s, ${grouped(done)} in all.`);
        },
      });
      if (!quiet) note(`stopped after ${grouped(done)} jobs.`);
      process.exitCode = interruptedExitCode(signal.reason);
    });
  } finally {
    await link.close();
  }
}
