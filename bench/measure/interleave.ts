import { type Summary, summarize } from "./statistics.ts";

/** How long a row is measured. */
export interface Plan {
  /** Milliseconds of uncounted candidate runs. */
  readonly warmUp: number;
  /** The target for the pairs, in milliseconds. */
  readonly duration: number;
  readonly leastPairs: number;
  /** Milliseconds after which fewer pairs must do. */
  readonly longest: number;
  readonly mostPairs: number;
}

export interface Comparison {
  /** The candidate's time over the rival's, pair by pair. */
  readonly ratio: Summary;
  readonly pairs: number;
  /** Medians, in milliseconds. */
  readonly candidate: number;
  readonly rival: number;
}

/** Rival runs before the first pair of a comparison. */
const RIVAL_WARM_UP = 150;

/**
 * Times rival and candidate alternately, so that a slow phase of the machine affects both. `now` returns the
 * time in milliseconds.
 */
export async function interleave(
  rival: () => void,
  candidate: () => unknown,
  plan: Plan,
  now: () => number = () => performance.now(),
): Promise<Comparison> {
  for (let run = 0; run < RIVAL_WARM_UP; run += 1) rival();
  const warm = now() + plan.warmUp;
  do await candidate();
  while (now() < warm);

  const rivalTimes: number[] = [];
  const candidateTimes: number[] = [];
  const start = now();
  const isEnough = (pairs: number, spent: number) =>
    pairs >= plan.mostPairs ||
    (pairs >= plan.leastPairs && spent >= plan.duration) ||
    (pairs > 0 && spent >= plan.longest);
  while (!isEnough(rivalTimes.length, now() - start)) {
    const begin = now();
    rival();
    const between = now();
    await candidate();
    candidateTimes.push(now() - between);
    rivalTimes.push(between - begin);
  }
  return {
    ratio: summarize(candidateTimes.map((time, pair) => time / rivalTimes[pair]!)),
    pairs: rivalTimes.length,
    candidate: summarize(candidateTimes).median,
    rival: summarize(rivalTimes).median,
  };
}
