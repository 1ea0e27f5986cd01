import type { PortfolioAsked } from "../portfolios/plan.ts";
import { BASEBALL, baseballSlate } from "../slates/baseball.ts";
import { type BenchCase, lineups, type SlateRequest } from "./case.ts";
import { sampleSlate } from "./slates.ts";

const SMALL: SlateRequest = { slate: () => baseballSlate(300), table: BASEBALL };
const LARGE: SlateRequest = { slate: () => baseballSlate(500), table: BASEBALL };
const HOCKEY: SlateRequest = { slate: () => sampleSlate("ice-hockey.bookA.classic") };

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

const ROWS: readonly Row[] = [
  { name: "baseball 300, 5-3", on: SMALL, asked: { stack: "5-3" }, count: 1, goal: 30 },
  { name: "baseball 300, 5-3", on: SMALL, asked: { stack: "5-3" }, count: 20, goal: 60 },
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
