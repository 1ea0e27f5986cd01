import { existsSync } from "node:fs";
import type { MessagePort } from "node:worker_threads";
import { failureOf } from "../../engine/search/tasks.ts";
import { Stop } from "../../engine/solver/interrupt.ts";
import type { Finding } from "../../lineup/explain/explain.ts";
import type { Explainer } from "../../optimizer/optimizer.ts";
import { portfoliosAtOnce } from "../../optimizer/options.ts";
import type { PortfolioSolver } from "../../optimizer/portfolio-task.ts";
import { ClosedError, SolverFailedError } from "../../shared/errors.ts";
import type { ExplainMessage } from "./explain-worker.ts";
import type { FromPortfolioWorker, PortfolioMessage } from "./portfolio-worker.ts";
import { YOUNG_MEGABYTES } from "./runner.ts";
import { createWorkerPool } from "./worker-pool.ts";

/** Milliseconds after the time limit in which a worker can still check and return its result. */
const LATE_MILLISECONDS = 2_000;

/** The error with which the `Stop` of finished work ends, to release its timer; no code sees it. */
const FINISHED = new ClosedError();

/**
 * Solves portfolios in workers of their own: only ending the worker can interrupt the planning of a long
 * description. Undefined with 0 threads, and when running from uncompiled sources, which workers cannot load.
 */
export function createPortfolioSolver(threads: number): PortfolioSolver | undefined {
  const worker = new URL("./portfolio-worker.js", import.meta.url);
  if (threads === 0 || !existsSync(worker)) return undefined;
  const running = new Set<Stop>();
  let isClosed = false;
  const most = portfoliosAtOnce(threads);
  const pool = createWorkerPool<PortfolioMessage>({ threads, most, worker, youngMegabytes: YOUNG_MEGABYTES });
  return {
    takes({ portfolio }) {
      try {
        structuredClone(portfolio);
        return true;
      } catch {
        return false;
      }
    },
    async solve(task, { control, explain, onProgress }) {
      if (isClosed) throw new ClosedError();
      const { signal, timeLimit, deadline = Number.POSITIVE_INFINITY } = control;
      const stop = new Stop({ signal, timeLimit, deadline: deadline + LATE_MILLISECONDS });
      running.add(stop);
      let failed: unknown;
      const talk = (port: MessagePort) =>
        port.on("message", async (message: FromPortfolioWorker) => {
          if ("report" in message) return onProgress?.(message.report);
          try {
            port.postMessage(failureOf(await explain(message.problem, message.model)));
          } catch (error) {
            failed = error;
            port.postMessage(failureOf(error));
          }
        });
      const message = {
        ...{ task, timeLimit, flag: stop.interrupt.flag },
        deadline: performance.timeOrigin + deadline,
      };
      try {
        return await pool.run(message, stop, talk);
      } catch (error) {
        // An error that `explain` throws comes back from the worker without its class.
        throw error instanceof SolverFailedError ? (failed ?? error) : error;
      } finally {
        running.delete(stop);
        stop.end(FINISHED);
      }
    },
    async close() {
      isClosed = true;
      for (const stop of running) stop.end(new ClosedError());
      await pool.close();
    },
  };
}

/**
 * Runs explanations one by one in a worker of their own, each for at most `patience` milliseconds. Undefined
 * when running from uncompiled sources, which workers cannot load.
 */
export function createExplainer(patience: number): Explainer | undefined {
  const worker = new URL("./explain-worker.js", import.meta.url);
  if (!existsSync(worker)) return undefined;
  // A server's memory matters more here than speed.
  const pool = createWorkerPool<ExplainMessage>({ threads: 1, worker, youngMegabytes: 8 });
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
