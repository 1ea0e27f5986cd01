import { checkAnswer } from "./check.ts";
import { load } from "./load.ts";
import type { Effort } from "./measure.ts";
import { processorTimes } from "./processor-time.ts";
import type { footballSlate } from "./slate.ts";

/** What a server of one or several processes does with a core for each of them. */
export interface Capacity {
  readonly processes: number;
  /** Requests per second as measured, the load's own share of the processor included. */
  readonly perSecond: number;
  /** Requests per second of processor time of the busiest process: what there would be if each had a core of its own. */
  readonly perBusiestSecond: number;
  readonly errors: number;
}

export interface CapacitySubject {
  readonly processes: number;
  readonly own: string;
  /** Of the process that was started. */
  readonly pid: number;
  readonly slate: ReturnType<typeof footballSlate>;
  readonly body: string;
}

/**
 * Loads a server fully. Where the load shares the cores with the server, more processes mean less for each; so what
 * counts is the processor time that the busiest of them took.
 */
export async function measureCapacity(subject: CapacitySubject, effort: Effort): Promise<Capacity> {
  const { processes, own, pid, slate, body } = subject;
  const run = { url: own, body, ...effort, rate: null };
  // As many requests for each process as one alone has had: until then its code is not all compiled.
  await load({ ...run, seconds: 2 * processes * effort.seconds });
  await checkAnswer(own, slate);
  const before = processorTimes(pid);
  const { perSecond, errors } = await load(run);
  const used = [...processorTimes(pid)].map(([id, seconds]) => seconds - (before.get(id) ?? 0));
  return {
    processes,
    perSecond,
    perBusiestSecond: (perSecond * effort.seconds) / Math.max(...used),
    errors,
  };
}
