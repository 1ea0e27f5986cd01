import { checkAnswer } from "./check.ts";
import { load } from "./load.ts";
import type { Effort } from "./measure.ts";
import { processorTimes } from "./processor-time.ts";
import type { footballSlate } from "./slate.ts";

/** The throughput of a server with one or several processes and a core for each. */
export interface Capacity {
  readonly processes: number;
  /** Requests per second as measured, including the load generator's share of the processor. */
  readonly perSecond: number;
  /** Requests per second of processor time of the busiest process: the throughput with a core per process. */
  readonly perBusiestSecond: number;
  readonly errors: number;
}

export interface CapacitySubject {
  readonly processes: number;
  readonly own: string;
  /** Of the started process. */
  readonly pid: number;
  readonly slate: ReturnType<typeof footballSlate>;
  readonly body: string;
}

/**
 * Loads a server fully. The load generator shares the cores with the server, so that more processes get less
 * time each; the processor time of the busiest process is therefore what counts.
 */
export async function measureCapacity(subject: CapacitySubject, effort: Effort): Promise<Capacity> {
  const { processes, own, pid, slate, body } = subject;
  const run = { url: own, body, ...effort, rate: null };
  // As many requests per process as a single one had: before that its code is not fully compiled.
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
