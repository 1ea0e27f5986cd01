import { type BenchCase, lineups } from "./case.ts";
import { sampleSlate } from "./slates.ts";

const FOOTBALL = "american-football.draftkings.classic";

/** The football slate by HiGHS, without a goal. */
export const highsCases: readonly BenchCase[] = [
  {
    name: `${FOOTBALL}, by HiGHS`,
    slate: () => sampleSlate(FOOTBALL),
    by: "highs",
    phases: [lineups(1), lineups(20)],
  },
];
