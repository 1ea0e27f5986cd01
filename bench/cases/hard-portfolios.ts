import type { PortfolioAsked } from "../portfolios/plan.ts";
import { BASEBALL, baseballSlate } from "../slates/baseball.ts";
import { type BenchCase, lineups, type SlateRequest } from "./case.ts";
import { sampleSlate } from "./slates.ts";

const SMALL: SlateRequest = { slate: () => baseballSlate(300), table: BASEBALL };
const LARGE: SlateRequest = { slate: () => baseballSlate(500), table: BASEBALL };
const HOCKEY: SlateRequest = { slate: () => sampleSlate("ice-hockey.draftkings.classic") };
const FOOTBALL: SlateRequest = { slate: () => sampleSlate("american-football.draftkings.classic") };
const SHOWDOWN: SlateRequest = { slate: () => sampleSlate("american-football.draftkings.showdown") };
const BASKETBALL: SlateRequest = { slate: () => sampleSlate("basketball.draftkings.classic") };

interface Row {
  readonly name: string;
  readonly on: SlateRequest;
  readonly asked: PortfolioAsked;
  readonly count: number;
  /** In LP relaxations. */
  readonly goal: number;
}

const GAP = 0.001;
const BUSY: PortfolioAsked = { most: 0.3, unique: 2 };
/** An evening's usual rules: a game stack and a limit on ownership. */
const EVENING: PortfolioAsked = {
  ...{ unique: 2, most: 0.5, leastSalary: 49_500 },
  ...{ ofOneGame: 4, mostOwnership: 100 },
};
/** The swap of its lineups after news. */
const SWAP: PortfolioAsked = {
  ...{ unique: 1, most: 0.5, mostOwnership: 100, ofEachTeam: 3, gap: 0.0002 },
  swaps: { asked: { ...EVENING, ofEachTeam: 3 }, dropped: 3 },
};
const LEAST: PortfolioAsked = { most: 0.4, unique: 3, middle: { players: 30, least: 0.06 }, gap: 0.01 };
/** A limit on each player that many reach at once: the time should grow with the number of lineups. */
const FULL = [10, 20, 40, 80, 150].map(
  (count): Row => ({
    name: `football, at most 30%, ${count}`,
    on: FOOTBALL,
    asked: { most: 0.3 },
    count,
    goal: 40,
  }),
);

const ROWS: readonly Row[] = [
  ...rowsOf(BASKETBALL, [
    ["basketball, 4 of a game, ownership at most 100", EVENING, 40, 100],
    ["basketball, 4 of a game, ownership at most 100, joint", { ...EVENING, gap: 0.0002 }, 40, 400],
    ["basketball, swap without three players, ownership at most 100", SWAP, 40, 600],
    ["basketball, 5 apart, joint", { unique: 5, gap: 0.01 }, 20, 10_000],
    ["basketball, 30 players at least 6%, at most 40%, 3 apart, joint", LEAST, 150, 5_000],
  ]),
  ...FULL,
  ...rowsOf(FOOTBALL, [
    ["football, 3 apart, joint", { unique: 3, gap: 0.0002 }, 20, 3_000],
    ["football, 5 apart, joint", { unique: 5, gap: 0.01 }, 20, 10_000],
    ["football, each team at most 30%, joint", { mostOfTeam: 0.3, gap: 0.0005 }, 150, 3_000],
    ["football, each team at most 50%, joint", { mostOfTeam: 0.5, gap: 0.0005 }, 150, 3_000],
    ["football, at most 30%, 2 apart, joint", { ...BUSY, gap: 0.0005 }, 1_000, 2_000],
    ["football, at most 30%, 2 apart, joint", { ...BUSY, gap: 0.0005 }, 5_000, 8_000],
    ["football, at most 30%, 3 apart, joint", { most: 0.3, unique: 3, gap: 0.0005 }, 1_000, 2_000],
  ]),
  ...rowsOf(SHOWDOWN, [
    ["showdown, captains at most 15%, joint", { mostOfCaptain: 0.15, gap: 0.0005 }, 150, 1_000],
    [
      "showdown, captains at most 15%, 2 apart, joint",
      { mostOfCaptain: 0.15, unique: 2, gap: 0.005 },
      150,
      5_000,
    ],
  ]),
  ...rowsOf(SMALL, [
    ["baseball 300, 5-3", { stack: "5-3" }, 1, 30],
    ["baseball 300, 5-3, 20", { stack: "5-3" }, 20, 60],
    ["baseball 300, 5-3, joint", { stack: "5-3", gap: GAP }, 20, 60],
    [
      "baseball 300, 5-3, at most 40%, 2 apart, joint",
      { stack: "5-3", most: 0.4, unique: 2, gap: GAP },
      20,
      600,
    ],
    ["baseball 300, 5-2-1, 20", { stack: "5-2-1" }, 20, 60],
    ["baseball 300, 4-4, 20", { stack: "4-4" }, 20, 60],
    ["baseball 300, 4 in a row of a batting order, 20", { stack: "order" }, 20, 60],
    [
      "baseball 300, 4 in a row of a batting order, at most 30%, 2 apart",
      { ...BUSY, stack: "order" },
      150,
      600,
    ],
  ]),
  ...rowsOf(LARGE, [
    ["baseball 500, 5-3, at most 30%, 2 apart", { ...BUSY, stack: "5-3" }, 150, 600],
    ["baseball 500, 5-3, at most 30%, 2 apart, joint", { ...BUSY, stack: "5-3", gap: GAP }, 150, 2_500],
    [
      "baseball 500, 5-3, at most 30%, 2 apart, joint, kept after half a second",
      { ...BUSY, stack: "5-3", gap: GAP, within: 500 },
      150,
      1_000,
    ],
  ]),
  ...rowsOf(HOCKEY, [
    ["ice hockey, 4-3-1, at most 30%", { most: 0.3, stack: "4-3-1" }, 150, 1_500],
    ["ice hockey, 4-3, at most 30%, 2 apart, joint", { ...BUSY, stack: "4-3", gap: GAP }, 150, 3_000],
    ["ice hockey, a line, at most 30%, 3 apart", { most: 0.3, unique: 3, stack: "line" }, 150, 1_500],
    [
      "ice hockey, a line, at most 30%, 3 apart, joint",
      { most: 0.3, unique: 3, stack: "line", gap: GAP },
      150,
      3_000,
    ],
    ["ice hockey, a line and 2 of another, at most 30%, 2 apart", { ...BUSY, stack: "line + 2" }, 150, 1_500],
  ]),
];

function rowsOf(
  on: SlateRequest,
  rows: readonly (readonly [name: string, asked: PortfolioAsked, count: number, goal: number])[],
): readonly Row[] {
  return rows.map(([name, asked, count, goal]) => ({ name, on, asked, count, goal }));
}

/** Portfolios that stalled: stacks of several teams, sums next to stacks, shares of teams, lineups far apart. */
export const hardPortfolioCases: readonly BenchCase[] = ROWS.map(({ name, on, asked, count, goal }) => ({
  ...on,
  name: `hard-portfolios, ${name}${count === 1_000 || count === 5_000 ? `, ${count}` : ""}`,
  by: "auto",
  portfolio: asked,
  phases: [lineups(count, goal)],
}));
