import { beforeAll, describe, expect, it } from "vitest";
import { UnsupportedModelError } from "../../../src/errors.ts";
import type { PortfolioProgress } from "../../../src/model/portfolio-plan.ts";
import { BLOCK, Drawing } from "../../../src/solver/draws/drawing.ts";
import { loadOrdered } from "../../../src/solver/paths/ordered/load.ts";
import { failing, failingOf } from "../../../src/solver/portfolio/failing.ts";
import { isAllIn, isAny } from "../../../src/solver/portfolio/joint/near.ts";
import { drawer } from "../../../src/solver/portfolio/sequential/draws.ts";
import { telling } from "../../../src/solver/portfolio/sequential/telling.ts";
import { compare } from "../../../src/solver/portfolio/sequential/tie-break.ts";
import { APART_PARTS } from "../../support/apart-parts.ts";
import { linesOf } from "../../support/digested-lines.ts";
import { EFFORT_PLANS } from "../../support/effort-plans.ts";
import { itKeepsLines } from "../../support/kept-lines.ts";
import { PART_CASES, PART_SWAPS } from "../../support/part-cases.ts";
import { PARTS } from "../../support/portfolio-parts.ts";
import { SEARCH_PARTS } from "../../support/search-parts.ts";
import { SWAP_PARTS } from "../../support/swap-parts.ts";

/** How many cases a line is of. */
const AT_A_TIME = 10;

const tried = <Case>(cases: readonly Case[]) => ({
  cases,
  atATime: AT_A_TIME,
  make: (part: (one: Case) => unknown, one: Case) => part(one),
});

// What is loaded decides how tests are read, and files share what is loaded.
beforeAll(loadOrdered);

describe("small parts make of drawn plans and swaps what is written down", () => {
  itKeepsLines(new URL("parts.txt", import.meta.url), [
    ...linesOf(PARTS, tried(PART_CASES)),
    ...linesOf(APART_PARTS, tried(PART_CASES)),
    ...linesOf(SEARCH_PARTS, tried(PART_CASES)),
    ...linesOf(SWAP_PARTS, tried(PART_SWAPS)),
  ]);
});

it("says in no more than 4,000 words that lineups fail", () => {
  const clause = (ways: number) => ({
    counts: Array.from({ length: ways }, (_, pick) => ({
      picks: Int32Array.of(pick),
      least: 1,
      most: Number.POSITIVE_INFINITY,
    })),
    sums: [],
  });
  const test = (...ways: number[]) => ({ when: null, alternatives: ways.map(clause) });
  const most = test(4, 10, 10, 10);
  expect(failing([most, test(0)])[0]?.alternatives.length).toBe(4_000);
  expect(failingOf([most, test(1)])).toBe(null);
  expect(() => failing([most, test(1)])).toThrow(UnsupportedModelError);
  expect(failing([test(5_000)])[0]?.alternatives.length).toBe(5_000);
});

it("puts of lists that begin alike the shorter first", () => {
  const [long, short] = [
    [1, 2, 3],
    [1, 2],
  ];
  expect([compare(long, short), compare(short, long), compare(long, long)]).toEqual([1, -1, 0]);
  expect([compare([1, 3], long), compare([1], [0, 5])]).toEqual([1, 1]);
});

it("takes a millionth of a lineup for none, and a lineup that lacks less for all in", () => {
  expect([1e-6, 1.01e-6].map(isAny)).toEqual([false, true]);
  expect([1 - 1.01e-6, 1 - 0.99e-6, 1].map(isAllIn)).toEqual([false, true, true]);
});

it("draws a portfolio's points as a simulation does, from one block to the next", async () => {
  const plan = EFFORT_PLANS["points of a simulation"];
  const draw = await drawer(plan);
  const drawing = new Drawing(plan.random, plan.model.picks.entry);
  for (let at = 0; at <= BLOCK; at += 1) {
    if (at % BLOCK === 0) drawing.begin(at / BLOCK);
    drawing.next();
    expect(draw?.().picks.points).toEqual(drawing.points);
  }
});

it("tells of lineups at once, and then ten times a second at the most", () => {
  const told: PortfolioProgress[] = [];
  const tell = telling((progress) => told.push(progress));
  const lineups = [{ picks: [1], points: 2 }];
  const began = performance.now();
  for (let calls = 0; calls < 500; calls += 1) tell(lineups);
  const passed = performance.now() - began;
  expect(told[0]).toEqual({ lineups, sum: null, bound: null, gap: null });
  expect(told[0]?.lineups).not.toBe(lineups);
  expect(told.length).toBeLessThanOrEqual(1 + passed / 100);
});
