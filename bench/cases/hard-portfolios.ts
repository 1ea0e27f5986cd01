import type { PortfolioAsked } from "../portfolios/plan.ts";
import { BASEBALL, baseballSlate } from "../slates/baseball.ts";
import { type BenchCase, lineups, type SlateRequest } from "./case.ts";
import { sampleSlate } from "./slates.ts";

const SMALL: SlateRequest = { slate: () => baseballSlate(300), table: BASEBALL };
const LARGE: SlateRequest = { slate: () => baseballSlate(500), table: BASEBALL };
const HOCKEY: SlateRequest = { slate: () => sampleSlate("ice-hockey.bookA.classic") };
const FOOTBALL: SlateRequest = { slate: () => sampleSlate("american-football.bookA.classic") };
const BASKETBALL: SlateRequest = { slate: () => sampleSlate("basketball.bookA.classic") };

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
  {
    name: "basketball, 4 of a game, ownership at most 100",
    on: BASKETBALL,
    asked: EVENING,
    count: 40,
    goal: 100,
  },
  {
    name: "basketball, 4 of a game, ownership at most 100, joint",
    on: BASKETBALL,
    asked: { ...EVENING, gap: 0.0002 },
    count: 40,
    goal: 400,
  },
  ...FULL,
  { name: "baseball 300, 5-3", on: SMALL, asked: { stack: "5-3" }, count: 1, goal: 30 },
  { name: "baseball 300, 5-3, 20", on: SMALL, asked: { stack: "5-3" }, count: 20, goal: 60 },
  { name: "baseball 300, 5-3, joint", on: SMALL, asked: { stack: "5-3", gap: GAP }, count: 20, goal: 60 },
  {
    name: "baseball 500, 5-3, at most 30%, 2 apart",
    on: LARGE,
    asked: { ...BUSY, stack: "5-3" },
    count: 150,
    goal: 600,
  },
  {
    name: "baseball 500, 5-3, at most 30%, 2 apart, joint",
    on: LARGE,
    asked: { ...BUSY, stack: "5-3", gap: GAP },
    count: 150,
    goal: 2_500,
  },
  {
    name: "ice hockey, 4-3-1, at most 30%",
    on: HOCKEY,
    asked: { most: 0.3, stack: "4-3-1" },
    count: 150,
    goal: 1_500,
  },
  {
    name: "ice hockey, 4-3, at most 30%, 2 apart, joint",
    on: HOCKEY,
    asked: { ...BUSY, stack: "4-3", gap: GAP },
    count: 150,
    goal: 3_000,
  },
];

/** Portfolios with stacks of several teams. */
export const hardPortfolioCases: readonly BenchCase[] = ROWS.map(({ name, on, asked, count, goal }) => ({
  ...on,
  name: `hard-portfolios, ${name}`,
  by: "auto",
  portfolio: asked,
  phases: [lineups(count, goal)],
}));
