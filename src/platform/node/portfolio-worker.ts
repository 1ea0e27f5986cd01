import type { MessagePort } from "node:worker_threads";
import type { Problem } from "../../contests/problem/problem.ts";
import type { Model } from "../../engine/model/model.ts";
import { createInlineRunner } from "../../engine/search/runner.ts";
import { createSearch } from "../../engine/search/search.ts";
import { errorOf, type Failure, type TaskResult } from "../../engine/search/tasks.ts";
import { type PortfolioTask, solveTask } from "../../optimizer/portfolio-task.ts";
import type { PortfolioReport } from "../../portfolio/outcome.ts";
import { InfeasibleError } from "../../shared/errors.ts";
import type { FantasyLineupDocument } from "../../shared/schema/lineups.ts";
import { machinery, resultUnlessEnded } from "./machinery.ts";

export interface PortfolioMessage {
  readonly task: PortfolioTask;
  /** One element in shared memory; nonzero means that the caller no longer waits. */
  readonly flag: Int32Array;
  /** Milliseconds since the epoch; infinite for no limit. */
  readonly deadline: number;
  readonly timeLimit: number | undefined;
}

/** A progress report, or a model without lineups that the calling thread is to explain. */
export type FromPortfolioWorker =
  | { readonly report: PortfolioReport }
  | { readonly problem: Problem; readonly model: Model };

const search = createSearch(createInlineRunner(machinery));

export default async function solve(
  message: PortfolioMessage & { readonly port: MessagePort },
): Promise<TaskResult<FantasyLineupDocument>> {
  const { task, flag, deadline, timeLimit, port } = message;
  const send = (message: FromPortfolioWorker) => port.postMessage(message);

  /** The calling thread queues the explanations of all workers. */
  async function explain(problem: Problem, model: Model): Promise<InfeasibleError> {
    send({ problem, model });
    const error = errorOf(await new Promise<Failure>((resolve) => port.once("message", resolve)));
    if (error instanceof InfeasibleError) return error;
    throw error;
  }

  const result = await resultUnlessEnded(flag, (signal) => {
    const control = { signal, deadline: deadline - performance.timeOrigin, timeLimit };
    const onProgress = (report: PortfolioReport) => send({ report });
    return solveTask(task, { search, control, onProgress, explain });
  });
  port.close();
  return result;
}
