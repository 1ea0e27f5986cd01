import { Stop } from "../../engine/solver/interrupt.ts";
import type { Finding } from "../../lineup/explain/explain.ts";
import type { Explainer } from "../../optimizer/optimizer.ts";
import { ClosedError } from "../../shared/errors.ts";
import type { ExplainMessage } from "./explain-worker.ts";
import { canStartThreads } from "./runner.ts";
import { createWorkerPool } from "./worker-pool.ts";

/** Ends the `Stop` of an explanation that is done, which releases its timer; no code sees this error. */
const FINISHED = new ClosedError();

/** Megabytes of young generation heap: few, because a server's memory matters more here than speed. */
const YOUNG_MEGABYTES = 8;

/**
 * Runs explanations one by one in a worker of their own, each for at most `patience` milliseconds. Undefined
 * when running from uncompiled sources, which workers cannot load.
 */
export function createExplainer(patience: number): Explainer | undefined {
  const worker = new URL("./explain-worker.js", import.meta.url);
  if (!canStartThreads(worker)) return undefined;
  const pool = createWorkerPool<ExplainMessage>({ threads: 1, worker, youngMegabytes: YOUNG_MEGABYTES });
  return {
    async explain(problem, model, control) {
      const stop = new Stop(control);
      try {
        // The worker gets only the model: the pool's players, most of a problem, are needed only for the text.
        const finding: Finding = await pool.run({ model, interrupt: stop.interrupt, patience }, stop);
        const { reportConflict } = await import("../../lineup/explain/explain.ts");
        return reportConflict(problem, model, finding);
      } finally {
        stop.end(FINISHED);
      }
    },
    close: () => pool.close(),
  };
}
