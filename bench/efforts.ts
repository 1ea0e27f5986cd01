import type { Effort } from "./run-case.ts";

/** Every answer compared with HiGHS as far as practical, with stable times. */
const THOROUGH: Effort = {
  highs: { count: 10, milliseconds: 120_000 },
  plan: { warmUp: 1_000, duration: 3_000, longest: 12_000, leastPairs: 21, mostPairs: 1_000 },
  mostLineups: 10_000,
  portfolioTime: 60_000,
  processes: 3,
};

/** For a quick look: answers are still compared with the independent count. */
const QUICK: Effort = {
  highs: { count: 0, milliseconds: 0 },
  plan: { warmUp: 400, duration: 700, longest: 4_000, leastPairs: 7, mostPairs: 300 },
  mostLineups: 10_000,
  portfolioTime: 20_000,
  processes: 1,
};

export const effortOf = ({ quick = false }: { readonly quick?: boolean }): Effort =>
  quick ? QUICK : THOROUGH;
