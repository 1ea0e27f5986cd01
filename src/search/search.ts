import { ClosedError, UnsupportedModelError } from "../errors.ts";
import type { Model } from "../model/model.ts";
import type { Control, Solution } from "../solver/contract.ts";
import { unpackSolutions } from "../solver/packed-solutions.ts";
import { isBinary, SOLVER_NAMES, type SolverName } from "../solver/registry.ts";
import type { Runner } from "./runner.ts";
import { Stop } from "./stop.ts";

interface SearchResult {
  readonly solutions: readonly Solution[];
  /** The solver that answered. */
  readonly solver: SolverName;
}

/** Finds the N best solutions of models, several at once where its runner has threads. */
export interface Search {
  /**
   * As `Solver.best`, and the same answer wherever tasks run. `auto` asks the solvers in order of
   * preference and takes the first that can state the model.
   * @throws AbortedError, TimeLimitError, UnsupportedModelError, SolverFailedError, ClosedError
   */
  best(model: Model, count: number, solver: SolverName | "auto", control: Control): Promise<SearchResult>;
  /** Ends what still runs with ClosedError and frees the threads; more calls do nothing more. */
  close(): Promise<void>;
}

/** Ends the stop of a search that is over, where nobody hears of it; one for all, as an error's stack costs time. */
const OVER = new ClosedError();

type Method = (model: Model, count: number, runner: Runner, stop: Stop) => Promise<readonly Solution[]>;

const byPaths: Method = async (model, count, runner, stop) =>
  unpackSolutions(await runner.run("paths", { model, count }, stop));

/** How a solver is used: the path engine as a whole, others part by part. */
function methodOf(name: SolverName): Method {
  if (!isBinary(name)) return byPaths;
  return async (...request) => (await import("./best-by-parts.ts")).bestByParts(name, ...request);
}

/** A search whose tasks `runner` runs, and which closes it. */
export function createSearch(runner: Runner): Search {
  const running = new Set<Stop>();
  let closed: Promise<void> | undefined;

  async function ask(name: SolverName, model: Model, count: number, stop: Stop): Promise<SearchResult> {
    return { solutions: await methodOf(name)(model, count, runner, stop), solver: name };
  }

  async function askFirst(model: Model, count: number, stop: Stop): Promise<SearchResult> {
    let refusal: unknown;
    for (const name of SOLVER_NAMES) {
      try {
        return await ask(name, model, count, stop);
      } catch (error) {
        if (!(error instanceof UnsupportedModelError)) throw error;
        refusal = error;
      }
    }
    throw refusal;
  }

  return {
    async best(model, count, solver, control) {
      if (closed) throw new ClosedError();
      const stop = new Stop(control);
      running.add(stop);
      try {
        stop.throwIfEnded();
        return await (solver === "auto" ? askFirst(model, count, stop) : ask(solver, model, count, stop));
      } catch (error) {
        throw stop.signal.aborted ? stop.signal.reason : error;
      } finally {
        running.delete(stop);
        stop.end(OVER);
      }
    },
    close() {
      for (const stop of running) stop.end(new ClosedError());
      closed ??= runner.close();
      return closed;
    },
  };
}
