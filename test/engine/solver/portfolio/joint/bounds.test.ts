import { beforeAll, expect, it } from "vitest";
import type { PortfolioPlan, PortfolioProgress } from "../../../../../src/engine/model/portfolio-plan.ts";
import type { HighsSolver } from "../../../../../src/engine/solver/highs.ts";
import { solveJoint } from "../../../../../src/engine/solver/portfolio/joint/joint.ts";
import { type LineupStream, streamOf } from "../../../../../src/engine/solver/portfolio/lineup-stream.ts";
import { loadHighs } from "../../../../../src/engine/solver/registry.ts";
import { machinery } from "../../../../../src/platform/node/machinery.ts";
import { TimeLimitError } from "../../../../../src/shared/errors.ts";
import { allSolutions } from "../../../../../src/testing/exhaustive.ts";
import { modelOf } from "../../../../../src/testing/models/hand-made.ts";
import { free } from "../../../../support/interrupts.ts";
import { counted, shareOf } from "../../../../support/portfolios.ts";

let highs: HighsSolver;

beforeAll(async () => {
  highs = await loadHighs(machinery);
});

const COUNT = 4;

/** Lineups of three of eight players, none in more than half of the lineups. */
const plan: PortfolioPlan = {
  model: modelOf(
    [[0, 3]],
    Array.from({ length: 8 }, (_, at) => [{ slots: [0], points: 10 + at }]),
  ),
  count: COUNT,
  ...{ unique: 0, choices: null, avoid: [], random: null },
  shares: Array.from({ length: 8 }, (_, at) => shareOf(counted([at], 1), 0, COUNT / 2)),
};

/** Solves until time ends on the given request for lineups, starting from a portfolio of the plan. */
async function endingAt(call: number, mostOfOne?: number) {
  const start = [
    [0, 1, 2],
    [0, 1, 3],
    [4, 5, 6],
    [4, 5, 7],
  ];
  let calls = 0;
  const all = streamOf(async (model, count) => allSolutions(model).slice(0, count));
  const stream: LineupStream = (...asked) => {
    calls += 1;
    if (calls === call) throw new TimeLimitError(1);
    return all(...asked);
  };
  const reported: PortfolioProgress[] = [];
  const outcome = await solveJoint(
    plan,
    { start, mostOfOne },
    { stream, highs: async () => highs },
    free(),
    (progress) => reported.push(progress),
  );
  if (outcome.kind === "short") throw new Error("the start is a portfolio");
  return { ...outcome.solution, reported };
}

it("bounds by the sum of the N best lineups if time ends in the first round", async () => {
  const best = allSolutions(plan.model).slice(0, COUNT);
  const { bound, isStart, endedBy, reported } = await endingAt(2);
  expect(bound).toBe(best.reduce((sum, { points }) => sum + points, 0));
  // It returns its start, and says so.
  expect([isStart, reported.at(-1)!.isStart]).toEqual([true, true]);
  expect([endedBy, reported.at(-1)!.endedBy]).toEqual(["time", "time"]);
});

it("bounds by N times the best lineup if time ends before that", async () => {
  const [best] = allSolutions(plan.model);
  expect((await endingAt(1, best!.points)).bound).toBe(COUNT * best!.points);
  expect((await endingAt(1)).bound).toBeNull();
});

it("does not claim to return its start after an improvement", async () => {
  const { bound, isStart, lineups } = await endingAt(0);
  expect(isStart).toBe(false);
  expect(lineups.reduce((sum, { points }) => sum + points, 0)).toBeLessThanOrEqual(bound!);
});
