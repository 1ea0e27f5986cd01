import type { MessagePort } from "node:worker_threads";
import type { Problem } from "../../contests/problem/problem.ts";
import type { Model } from "../../engine/model/model.ts";
import { createInlineRunner } from "../../engine/search/runner.ts";
import { createSearch } from "../../engine/search/search.ts";
import { errorOf, type Failure, failureOf, type TaskResult } from "../../engine/search/tasks.ts";
import { type PortfolioTask, solveTask } from "../../optimizer/portfolio-task.ts";
import type { PortfolioReport } from "../../portfolio/outcome.ts";
import { InfeasibleError } from "../../shared/errors.ts";
import type { FantasyLineupDocument } from "../../shared/schema/lineups.ts";
import { machinery } from "./machinery.ts";

export interface PortfolioMessage {
  readonly task: PortfolioTask;
  /** One element in shared memory; nonzero means that the caller no longer waits. */
  readonly flag: Int32Array;
  /** Milliseconds since the epoch; infinite for no limit. */
  readonly deadline: number;
  /** The time limit in milliseconds that ends at `deadline`. */
  readonly timeLimit: number | undefined;
}

/**
 * A message of the worker before its answer: a progress report, or a model without lineups that the calling
 * thread is to explain.
 */
export type FromPortfolioWorker =
  | { readonly report: PortfolioReport }
  | { readonly problem: Problem; readonly model: Model };

/** How often the worker checks whether the caller still waits, in milliseconds. */
const POLL_MS = 20;

const search = createSearch(createInlineRunner(machinery));

/**
 * Plans and solves one portfolio. It never throws: an exception that reaches the pool means a broken worker.
 */
export default async function solve({
  task,
  flag,
  deadline,
  timeLimit,
  port,
}: PortfolioMessage & { readonly port: MessagePort }): Promise<TaskResult<FantasyLineupDocument>> {
  const abandoned = new AbortController();
  const polling = setInterval(() => Atomics.load(flag, 0) !== 0 && abandoned.abort(), POLL_MS);
  const send = (message: FromPortfolioWorker) => port.postMessage(message);

  /**
   * Asks the calling thread, which queues the explanations of all workers, to explain why there is no lineup.
   */
  async function explain(problem: Problem, model: Model): Promise<InfeasibleError> {
    send({ problem, model });
    const error = errorOf(await new Promise<Failure>((resolve) => port.once("message", resolve)));
    if (error instanceof InfeasibleError) return error;
    throw error;
  }

  try {
    const control = { signal: abandoned.signal, deadline: deadline - performance.timeOrigin, timeLimit };
    const onProgress = (report: PortfolioReport) => send({ report });
    return { value: await solveTask(task, { search, control, onProgress, explain }) };
  } catch (error) {
    return { failure: failureOf(error) };
  } finally {
    clearInterval(polling);
    port.close();
  }
}
