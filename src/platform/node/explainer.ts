import { ClosedError } from "../../errors.ts";
import type { Finding } from "../../explain/explain.ts";
import type { Explainer } from "../../optimizer.ts";
import { Stop } from "../../search/stop.ts";
import type { ExplainMessage } from "./explain-worker.ts";
import { canStartThreads } from "./thread-file.ts";
import { createWorkerPool } from "./worker-pool.ts";

/** Ends the stop of an explanation that is over, where nobody hears of it. */
const OVER = new ClosedError();

/** Nobody waits for speed here, but a server's memory is bounded. */
const YOUNG_MEGABYTES = 8;

/**
 * Explains in a worker of its own, one after another, each for at most `patience` milliseconds. Where the system can, it
 * leaves the processor to everything else. Undefined where uncompiled sources run, which workers cannot load.
 */
export function createExplainer(patience: number): Explainer | undefined {
  const worker = new URL("./explain-worker.js", import.meta.url);
  if (!canStartThreads(worker)) return undefined;
  const pool = createWorkerPool<ExplainMessage>({
    threads: 1,
    worker,
    youngMegabytes: YOUNG_MEGABYTES,
  });
  return {
    async explain(problem, model, control) {
      const stop = new Stop(control);
      try {
        // The pool's people, who are most of a problem, are in the words alone.
        const finding: Finding = await pool.run({ model, interrupt: stop.interrupt, patience }, stop);
        const { reportConflict } = await import("../../explain/explain.ts");
        return reportConflict(problem, model, finding);
      } finally {
        stop.end(OVER);
      }
    },
    close: () => pool.close(),
  };
}
