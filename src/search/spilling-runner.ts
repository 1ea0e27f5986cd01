import { TimeLimitError } from "../errors.ts";
import { now, throwIfInterrupted } from "../solver/interrupt.ts";
import type { Report, Runner } from "./runner.ts";
import type { Ending } from "./stop.ts";
import type { TaskKind, TaskTypes } from "./tasks.ts";

/** Milliseconds that a path search may take in the calling thread. */
export interface Trials {
  /** Before the workers are up: about as long as the first takes to start. */
  readonly cold: number;
  /** Once they are: a turn of the event loop that others hardly notice. */
  readonly warm: number;
}

const TRIALS: Trials = { cold: 50, warm: 10 };

/**
 * Tries path searches in the calling thread, where nearly all of them end before a worker could have begun, and gives
 * the threads what takes longer, what comes while another is tried, and every task of the other solvers. So nobody
 * waits for threads that nobody needs.
 */
export function createSpillingRunner(here: Runner, threads: Runner, trials: Trials = TRIALS): Runner {
  let areUp = false;
  let isTrying = false;

  function spill<K extends TaskKind>(
    kind: K,
    input: TaskTypes[K]["input"],
    stop: Ending,
    report: Report<K> | undefined,
  ) {
    areUp = true;
    return threads.run(kind, input, stop, report);
  }

  return {
    threads: threads.threads,
    async run(kind, input, stop, report) {
      if (kind !== "paths" || isTrying) return spill(kind, input, stop, report);
      isTrying = true;
      const timeLimit = areUp ? trials.warm : trials.cold;
      try {
        return await here.run(kind, input, sooner(stop, timeLimit));
      } catch (error) {
        stop.throwIfEnded();
        // The engine may see the end of a time before its timer does.
        throwIfInterrupted(stop.interrupt);
        if (!(error instanceof TimeLimitError)) throw error;
      } finally {
        isTrying = false;
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
