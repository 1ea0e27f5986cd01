import type { PortfolioAsked } from "../portfolios/plan.ts";
import { type BenchCase, lineups } from "./case.ts";
import { sampleSlate } from "./slates.ts";

const LINEUPS = 150;

const NINES = [
  { least: 0, most: 2 },
  { least: 1, most: 3 },
  { least: 0, most: 2 },
];
const CAPPED: PortfolioAsked = { most: 0.3, unique: 2 };
const WHOLE: PortfolioAsked = { ...CAPPED, leastSalary: 49_500, nines: NINES.slice(0, 1) };
const GROUPED: PortfolioAsked = { ...WHOLE, unique: 3, nines: NINES };
const STACK = "QB + 2 + 1";

/** By slate: the requested portfolio, and its goal in LP relaxations. */
const ASKED: Readonly<
  Record<string, readonly (readonly [name: string, asked: PortfolioAsked, goal: number])[]>
> = {
  "american-football.draftkings.classic": [
    ["3 apart", { unique: 3 }, 8],
    ["at most 30%", { most: 0.3 }, 8],
    ["at most 30%, 2 apart", CAPPED, 8],
    ["QB + 2 + 1, 2 apart", { stack: STACK, unique: 2 }, 12],
    ["QB + 2 + 1 and all rules", { ...WHOLE, stack: STACK }, 40],
    ["QB + 2 + 1, all rules, three groups", { ...GROUPED, stack: STACK }, 1_000],
  ],
  "basketball.draftkings.classic": [
    ["3 apart", { unique: 3 }, 12],
    ["at most 30%, 2 apart", CAPPED, 10],
    ["all rules", WHOLE, 25],
    ["all rules, three groups", GROUPED, 250],
  ],
  "ice-hockey.draftkings.classic": [
    ["4-3, at most 30%, 2 apart", { ...CAPPED, stack: "4-3" }, 600],
    ["3-3, at most 30%, 2 apart", { ...CAPPED, stack: "3-3" }, 600],
  ],
};

/** Portfolios, built lineup by lineup. */
export const portfolioCases: readonly BenchCase[] = Object.entries(ASKED).flatMap(([slate, rows]) =>
  rows.map(
    ([name, portfolio, goal]): BenchCase => ({
      name: `${slate}, ${name}`,
      slate: () => sampleSlate(slate),
      by: "auto",
      portfolio,
      phases: [lineups(LINEUPS, goal)],
    }),
  ),
);
