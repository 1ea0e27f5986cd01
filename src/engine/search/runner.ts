import { LineupError, TimeLimitError } from "../../shared/errors.ts";
import { turn, withResolvers } from "../../shared/turn.ts";
import { now, throwIfInterrupted } from "../solver/interrupt.ts";
import type { Machinery } from "../solver/registry.ts";
import type { Ending } from "./stop.ts";
import { createTasks, type TaskKind, type TaskTypes } from "./tasks.ts";
import { errorOf, failureOf } from "./wire.ts";

/** Hears how far a task has come. */
export type Report<K extends TaskKind> = (progress: TaskTypes[K]["progress"]) => void;

/** Where tasks run. */
export interface Runner {
  /** How many tasks can run at once, apart from the calling thread; 0 runs them in it. */
  readonly threads: number;
  /**
   * `report` hears of progress while the task runs, and not after it ended.
   * @throws what the task throws, or the error that ended `stop`, as soon as it ends.
   */
  run<K extends TaskKind>(
    kind: K,
    input: TaskTypes[K]["input"],
    stop: Ending,
    report?: Report<K>,
  ): Promise<TaskTypes[K]["output"]>;
  close(): Promise<void>;
}

/** Runs tasks in the calling thread, and lets it take a breath before each. */
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

/** Milliseconds that a path search may take in the calling thread. */
export interface Trials {
  /** Before the workers are up, or while all have a task: about as long as the first takes to start. */
  readonly cold: number;
  /** While one is free: a turn of the event loop that others hardly notice. */
  readonly warm: number;
}

const TRIALS: Trials = { cold: 50, warm: 10 };

/**
 * Tries path searches in the calling thread, where nearly all of them end before a worker could have begun, and gives
 * the threads what takes longer, what comes while another is tried and a thread is free, and every task of the other
 * solvers. So nobody waits for threads that nobody needs, nor behind a long task for what takes a moment.
 */
export function createSpillingRunner(here: Runner, threads: Runner, trials: Trials = TRIALS): Runner {
  let areUp = false;
  let inThreads = 0;
  const isOneFree = () => inThreads < threads.threads;
  /** Settles with the search that is being tried. */
  let trial: Promise<unknown> | null = null;

  async function spill<K extends TaskKind>(
    kind: K,
    input: TaskTypes[K]["input"],
    stop: Ending,
    report: Report<K> | undefined,
  ) {
    areUp = true;
    inThreads += 1;
    try {
      return await threads.run(kind, input, stop, report);
    } finally {
      inThreads -= 1;
    }
  }

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
      const timeLimit = areUp && isOneFree() ? trials.warm : trials.cold;
      try {
        return await here.run(kind, input, sooner(stop, timeLimit));
      } catch (error) {
        stop.throwIfEnded();
        // The engine may see the end of a time before its timer does.
        throwIfInterrupted(stop.interrupt);
        if (!(error instanceof TimeLimitError)) throw error;
      } finally {
        trial = null;
        ended.resolve();
      }
      return spill(kind, input, stop, report);
    },
    async close() {
      await Promise.all([here.close(), threads.close()]);
    },
  };
}

/** The same end, or sooner by a deadline that whoever runs the task looks at. */
function sooner(stop: Ending, milliseconds: number): Ending {
  const deadline = Math.min(stop.interrupt.deadline, now() + milliseconds);
  return {
    interrupt: { flag: stop.interrupt.flag, deadline, milliseconds },
    get signal() {
      return stop.signal;
    },
    get ended() {
      return stop.ended;
    },
    throwIfEnded: () => stop.throwIfEnded(),
  };
}
