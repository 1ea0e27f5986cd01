import { turn, withResolvers } from "../../shared/clock.ts";
import { LineupError, TimeLimitError } from "../../shared/errors.ts";
import { now, type Stop, throwIfInterrupted } from "../solver/interrupt.ts";
import { loadOrderedFor } from "../solver/paths/ordered/load.ts";
import type { Machinery } from "../solver/registry.ts";
import { createTasks, errorOf, failureOf, type TaskKind, type TaskTypes } from "./tasks.ts";

export type Report<K extends TaskKind> = (progress: TaskTypes[K]["progress"]) => void;

export interface Runner {
  /** How many tasks can run at once outside the calling thread; 0 if tasks run in the calling thread. */
  readonly threads: number;
  /**
   * Runs a task and returns its output. `report` receives progress while the task runs, and nothing after it
   * ended.
   * @throws the task's error, or, as soon as `stop` ends, the error that ended it.
   */
  run<K extends TaskKind>(
    kind: K,
    input: TaskTypes[K]["input"],
    stop: Stop,
    report?: Report<K>,
  ): Promise<TaskTypes[K]["output"]>;
  close(): Promise<void>;
}

export function createInlineRunner(machinery: Machinery): Runner {
  const tasks = createTasks(machinery);
  return {
    threads: 0,
    async run(kind, input, stop, report = () => {}) {
      await turn();
      stop.throwIfEnded();
      try {
        return await tasks[kind](
          input,
          stop.interrupt,
          (progress) => stop.ended === undefined && report(progress),
        );
      } catch (error) {
        throw error instanceof LineupError ? error : errorOf(failureOf(error));
      }
    },
    async close() {},
  };
}

/**
 * Time limits, in milliseconds, for trying a search by the path engine in the calling thread. `cold`: before
 * workers have started, or while all are busy, about as long as a worker takes to start. `warm`: while a
 * worker is free, short enough not to delay other events noticeably.
 */
export const TRIALS = { cold: 300, warm: 10 };

/**
 * First tries path searches in the calling thread, where nearly all end before a worker could start. The
 * threads run searches that take longer, searches that arrive during a try while a thread is free, and all
 * other tasks.
 */
export function createSpillingRunner(machinery: Machinery, threads: Runner, trials = TRIALS): Runner {
  const tasks = createTasks(machinery);
  let areUp = false;
  let inThreads = 0;
  const isOneFree = () => inThreads < threads.threads;
  let trial: Promise<unknown> | null = null;

  const spill: Runner["run"] = async (kind, input, stop, report) => {
    areUp = true;
    inThreads += 1;
    try {
      return await threads.run(kind, input, stop, report);
    } finally {
      inThreads -= 1;
    }
  };

  return {
    threads: threads.threads,
    async run(kind, input, stop, report) {
      if (kind !== "paths") return spill(kind, input, stop, report);
      while (trial !== null) {
        if (isOneFree()) return spill(kind, input, stop, report);
        await trial;
        stop.throwIfEnded();
      }
      const ended = withResolvers<void>();
      trial = ended.promise;
      try {
        // Loading the engine takes part of a try's time, or all of it where the machine is busy.
        await loadOrderedFor((input as TaskTypes["paths"]["input"]).model);
        const milliseconds = areUp && isOneFree() ? trials.warm : trials.cold;
        const deadline = Math.min(stop.interrupt.deadline, now() + milliseconds);
        await turn();
        stop.throwIfEnded();
        return await tasks[kind](input, { ...stop.interrupt, deadline, milliseconds }, () => {});
      } catch (error) {
        stop.throwIfEnded();
        // The engine may notice the deadline before the timer fires.
        throwIfInterrupted(stop.interrupt);
        if (!(error instanceof LineupError)) throw errorOf(failureOf(error));
        if (!(error instanceof TimeLimitError)) throw error;
      } finally {
        trial = null;
        ended.resolve();
      }
      return spill(kind, input, stop, report);
    },
    close: () => threads.close(),
  };
}
