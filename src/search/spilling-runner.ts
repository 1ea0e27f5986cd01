import { ClosedError, TimeLimitError } from "../errors.ts";
import { throwIfInterrupted } from "../solver/interrupt.ts";
import type { Report, Runner } from "./runner.ts";
import { Stop } from "./stop.ts";
import type { TaskKind, TaskTypes } from "./tasks.ts";

/** Ends a trial that is over, where nobody hears of it; one for all, as an error's stack costs time. */
const OVER = new ClosedError();

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
    stop: Stop,
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
      const trial = new Stop({ signal: stop.signal, deadline: performance.now() + timeLimit, timeLimit });
      try {
        return await here.run(kind, input, trial);
      } catch (error) {
        stop.throwIfEnded();
        // The engine may see the end of a time before its timer does.
        throwIfInterrupted(stop.interrupt);
        if (!trial.signal.aborted && !(error instanceof TimeLimitError)) throw error;
      } finally {
        isTrying = false;
        trial.end(OVER);
      }
      return spill(kind, input, stop, report);
    },
    async close() {
      await Promise.all([here.close(), threads.close()]);
    },
  };
}
