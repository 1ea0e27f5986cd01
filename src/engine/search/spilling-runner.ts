import { TimeLimitError } from "../../shared/errors.ts";
import { withResolvers } from "../../shared/with-resolvers.ts";
import { now, throwIfInterrupted } from "../solver/interrupt.ts";
import type { Report, Runner } from "./runner.ts";
import type { Ending } from "./stop.ts";
import type { TaskKind, TaskTypes } from "./tasks.ts";

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
