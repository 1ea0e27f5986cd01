import { createInlineRunner, type Report, type Runner } from "../../engine/search/runner.ts";
import { errorOf, failureOf, type TaskKind, type TaskMessage } from "../../engine/search/tasks.ts";
import type { HighsModule } from "../../engine/solver/highs.ts";
import { type Optimizer, type OptimizerSettings, optimizerOf } from "../../optimizer/optimizer.ts";
import { searchSettingsSchema } from "../../optimizer/options.ts";
import { invalidRequest, SolverFailedError } from "../../shared/errors.ts";
import { parseInput } from "../../shared/schema/parse.ts";
import * as z from "../../shared/schema/zod.ts";
import { type CatalogOptions, loadCatalog } from "./catalog.ts";
import { compileHighs, type HighsSource, machineryOf } from "./machinery.ts";
import type { FromWorker, ToWorker, WebWorker } from "./worker.ts";

export interface OptimizerOptions extends OptimizerSettings, CatalogOptions {
  /**
   * Starts a worker with the script `dfs-lineups/browser/solver.js`, such as `() => new Worker(url, { type:
   * "module" })`. Without it, lineups are found in the calling thread, which may itself be a worker.
   */
  readonly worker?: (() => WebWorker) | undefined;
  /** The number of workers, 1 by default; needs `worker`. 0 finds lineups in the calling thread. */
  readonly threads?: number | undefined;
  /**
   * Milliseconds without a task after which a worker ends, with its memory; the next task starts it again.
   * Without this, workers end when the optimizer is closed.
   */
  readonly idle?: number | undefined;
  /**
   * The WebAssembly of the solver HiGHS, compiled or as the address of the file `highs/runtime`. An address
   * is fetched and compiled once for all workers, when a request first needs it. Without HiGHS, a joint
   * portfolio is the sequential one (`endedBy` is `no-solver`), a swap improves entry by entry (`stoppedBy`
   * is `no-solver`), and `javascript-lp-solver` solves the requests that the path engine refuses.
   */
  readonly highs?: string | URL | HighsModule | undefined;
}

const { timeLimit: positive } = searchSettingsSchema.shape;
const settingsSchema = z.extend(searchSettingsSchema, { idle: positive });

/** @throws InvalidTableError for a table that does not load, InvalidRequestError for options out of range. */
export async function createOptimizer(options: OptimizerOptions = {}): Promise<Optimizer> {
  const { rules, scoring, outcomes, worker, highs, ...given } = options;
  const { threads, idle, ...settings } = parseInput(settingsSchema, given, { parameter: "options" });
  const source: HighsSource = highs instanceof URL ? String(highs) : highs;
  const compile = () => compileHighs(source);
  const runner =
    worker && threads !== 0
      ? poolOf(Array.from({ length: threads ?? 1 }, () => createWebWorkerRunner(worker, compile, idle)))
      : createInlineRunner(machineryOf(compile));
  if (threads && worker === undefined)
    throw invalidRequest(
      "invalid-options",
      "options",
      `\`threads\` is ${threads}, but there is no worker to start. Give \`worker\` too, or leave \`threads\` out.`,
    );
  return optimizerOf(await loadCatalog({ rules, scoring, outcomes }), runner, settings);
}

/**
 * Runs each task in the first of the runners with the fewest tasks, so that a further worker starts only when
 * all started ones are busy.
 */
function poolOf(runners: readonly Runner[]): Runner {
  const running = runners.map(() => 0);
  return {
    threads: runners.length,
    async run(kind, input, stop, report) {
      const at = running.indexOf(Math.min(...running));
      running[at]! += 1;
      try {
        return await runners[at]!.run(kind, input, stop, report);
      } finally {
        running[at]! -= 1;
      }
    },
    async close() {
      await Promise.all(runners.map((runner) => runner.close()));
    },
  };
}

/** How long a stopped task may take to react before its worker is terminated. */
const GRACE_MILLISECONDS = 250;

/** A task fails when this many workers have died with it. */
const ATTEMPTS = 2;

interface Waiting {
  readonly task: TaskMessage;
  readonly report: Report<TaskKind>;
  attempts: number;
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Runs tasks in one Web Worker. It is created again if it died, did not stop a task in time, or ended because
 * it had no task for `idle` milliseconds.
 */
function createWebWorkerRunner(
  start: () => WebWorker,
  compile: () => Promise<HighsModule>,
  idle: number | undefined,
): Runner {
  const waiting = new Map<number, Waiting>();
  let worker: WebWorker | undefined;
  let created = 0;
  let rest: ReturnType<typeof setTimeout>;

  const send = (to: WebWorker, message: ToWorker) => to.postMessage(message);

  function started(): WebWorker {
    const fresh = start();
    fresh.addEventListener("message", (event) => {
      const data = event.data as FromWorker;
      if ("needs" in data) return void giveHighs(fresh);
      if ("progress" in data) return waiting.get(data.of)?.report(data.progress as never);
      const { id, result } = data;
      const one = waiting.get(id);
      waiting.delete(id);
      if (idle !== undefined && waiting.size === 0) rest = setTimeout(end, idle);
      if ("value" in result) one?.resolve(result.value);
      else one?.reject(errorOf(result.failure));
    });
    fresh.addEventListener("error", ({ message }) => {
      if (fresh === worker) restart(message ?? "its script could not be loaded");
    });
    return fresh;
  }

  function end(): void {
    worker?.terminate();
    worker = undefined;
  }

  async function giveHighs(to: WebWorker): Promise<void> {
    const result = await compile().then(
      (value) => ({ value }),
      (error: unknown) => ({ failure: failureOf(error) }),
    );
    if (to === worker) send(to, { kind: "highs", result });
  }

  /**
   * Ends the worker and gives its tasks to a new one. `reason` says why the worker died, null if it did not.
   */
  function restart(reason: string | null): void {
    end();
    for (const [id, one] of waiting) {
      if (reason !== null) one.attempts += 1;
      if (one.attempts < ATTEMPTS) give(id, one);
      else {
        waiting.delete(id);
        one.reject(new SolverFailedError(`A worker died ${ATTEMPTS} times with the same task: ${reason}.`));
      }
    }
  }

  function give(id: number, { task }: Waiting): void {
    worker ??= started();
    send(worker, { kind: "task", id, task });
  }

  return {
    threads: 1,
    async run(kind, input, stop, report = () => {}) {
      stop.throwIfEnded();
      const id = created++;
      clearTimeout(rest);
      return new Promise<never>((resolve, reject) => {
        const task = { kind, input, interrupt: stop.interrupt } as TaskMessage;
        const one: Waiting = { task, report: report as Report<TaskKind>, attempts: 0, resolve, reject };
        waiting.set(id, one);
        stop.signal.addEventListener("abort", () => {
          if (waiting.get(id) !== one) return;
          reject(stop.signal.reason);
          if (worker) send(worker, { kind: "stop", id });
          setTimeout(() => {
            if (waiting.delete(id)) restart(null);
          }, GRACE_MILLISECONDS);
        });
        give(id, one);
      });
    },
    async close() {
      clearTimeout(rest);
      end();
      waiting.clear();
    },
  };
}
