import { availableParallelism } from "node:os";
import { serveJobs } from "../../batch/node/queue/serve-jobs.ts";
import { grouped } from "../../shared/words.ts";
import { endWhenLost, interruptedExitCode, interruptible } from "../interrupt.ts";
import type { Options } from "../options/definitions.ts";
import { note } from "../output.ts";

/** Milliseconds between notes about solved jobs. */
const NOTE_EVERY = 10_000;

/** Solves jobs of batches until a signal arrives. */
export function run(options: Options<"worker">): Promise<void> {
  const { queue, queueTimeout, lostAfter, threads, memory, quiet } = options;
  let done = 0;
  let noted = performance.now();
  return endWhenLost(() =>
    interruptible(async (signal) => {
      await serveJobs({
        queue: { url: queue!, patience: queueTimeout * 1000 },
        threads: threads ?? availableParallelism(),
        memory,
        lostAfter: lostAfter * 1000,
        signal,
        ready: () => !quiet && note("waiting for jobs."),
        solved() {
          done += 1;
          if (quiet || performance.now() - noted < NOTE_EVERY) return;
          noted = performance.now();
          note(`${grouped(done)} jobs solved.`);
        },
      });
      if (!quiet) note(`stopped after ${grouped(done)} jobs.`);
      process.exitCode = interruptedExitCode(signal.reason);
    }),
  );
}
