import type { LineupTest } from "../../src/engine/model/lineup-test.ts";
import { atLeast } from "../../src/engine/model/model.ts";
import type { PlanShare, PortfolioPlan } from "../../src/engine/model/portfolio-plan.ts";
import type { SwapPlan } from "../../src/engine/model/swap-plan.ts";
import { unpackSolutions } from "../../src/engine/solver/packed-solutions.ts";
import { createPathEngine } from "../../src/engine/solver/paths/index.ts";
import { loadOrdered } from "../../src/engine/solver/paths/ordered/load.ts";
import { GRID, GRID_SIZE } from "../../src/shared/normal.ts";
import { slate } from "../../src/testing/conformance/solver-properties.ts";
import { modelOf, withOrigin } from "../../src/testing/models/hand-made.ts";
import { EFFORT_MODELS } from "./effort-models.ts";
import { counted, shareOf } from "./portfolios.ts";

await loadOrdered();

const UNIT = 1e10;
const model = slate(60);
const { captains } = EFFORT_MODELS;
const { entries } = model;
const everyEntry = (most: number, least: (entry: number) => number = () => 0): PlanShare[] =>
  Array.from({ length: entries }, (_, entry) => shareOf(counted([entry], 1), least(entry), most));
const some = (step: number, from: number) =>
  Array.from({ length: entries }, (_, entry) => entry).filter((entry) => entry % step === from);
/** The first few players who fit only one slot. */
const kind = (slot: number, count: number) =>
  Int32Array.from(
    [...model.picks.slots.keys()].filter((pick) => model.picks.slots[pick] === 1 << slot),
  ).slice(0, count);
const either = (...tests: readonly LineupTest[]): LineupTest => ({
  when: null,
  alternatives: tests.flatMap(({ alternatives }) => alternatives),
});
const stack = (least: number, most: number) => shareOf(counted(some(4, 1), 4), least, most);

/** At least 4 players of one of six groups; and a sum that most of the best lineups exceed. */
const groupsAndSum = [
  {
    kind: "disjunction" as const,
    when: null,
    alternatives: [0, 1, 2, 3, 4, 5].flatMap((from) => counted(some(6, from), 4).alternatives),
  },
  {
    kind: "disjunction" as const,
    when: null,
    alternatives: [
      {
        counts: [],
        sums: [
          {
            weights: model.picks.points.map(
              (points, pick) => (points / UNIT) * (0.6 + ((pick * 37) % 41) / 50),
            ),
            least: Number.NEGATIVE_INFINITY,
            most: 110,
          },
        ],
      },
    ],
  },
].map(withOrigin);

const bare: PortfolioPlan = {
  ...{ model, count: 12, unique: 0, choices: null, avoid: [], shares: [], random: null },
};
const best = (count: number, from = 0) =>
  unpackSolutions(createPathEngine().bestNow(model, count))
    .slice(from)
    .map(({ picks }) => [...picks].sort((a, b) => a - b));

/** Portfolios of a contest's size. */
export const EFFORT_PLANS = {
  "each in a third": { ...bare, shares: everyEntry(4) },
  "each in a half, apart": { ...bare, unique: 3, shares: everyEntry(6) },
  "some at least": { ...bare, shares: everyEntry(5, (entry) => (entry % 10 === 3 ? 2 : 0)) },
  "stacks in a share": { ...bare, shares: [stack(4, 6), ...everyEntry(8)] },
  "unlike those entered": { ...bare, unique: 2, avoid: best(4).map((picks) => Int32Array.from(picks)) },
  "pairs that are one choice": {
    ...bare,
    choices: model.picks.entry.map((entry) => entry >> 1),
    shares: everyEntry(6),
  },
  "no such portfolio": { ...bare, shares: [...everyEntry(1), stack(9, 12)] },
  "groups and a sum": {
    ...{ ...bare, count: 20, unique: 2, shares: everyEntry(12) },
    model: { ...model, rules: [...model.rules, ...groupsAndSum] },
  },
  "many, apart": { ...bare, count: 70, unique: 3 },
  "ways to have some": {
    ...bare,
    count: 8,
    shares: [
      ...[0, 1, 2, 3, 4].map((from) => shareOf(counted(some(7, from), 2), 1 + (from % 3), 8)),
      shareOf(either(counted(some(9, 2), 1), counted(some(9, 5), 2)), 3, 8),
      shareOf({ ...counted(some(5, 3), 2), when: { picks: kind(0, 6), least: 1, most: 9 } }, 5, 8),
      ...[1, 2, 3, 4].map((from) => shareOf(counted(some(6, from), 1), 0, 3 + (from % 2))),
      shareOf(either(counted(some(4, 0), 3), counted(some(6, 1), 2)), 0, 3),
    ],
  },
  "excluded group": {
    ...bare,
    count: 8,
    shares: [shareOf(counted(kind(0, 4), 0, 0), 3, 6), shareOf(counted(kind(5, 3), 0, 0), 1, 2)],
  },
  "without overlap": { ...bare, count: 5, unique: 9 },
  /** Many lineups, which the contest considers all equal. */
  "one lineup to the contest": {
    ...{ ...bare, count: 2, choices: new Int32Array(9) },
    model: modelOf(
      [[0, 3]],
      Array.from({ length: 9 }, (_, entry) => [{ slots: [0], points: entry }]),
    ),
  },
  "far apart": { ...bare, count: 8, unique: 6 },
  captains: {
    ...{ ...bare, model: captains, count: 6, unique: 2 },
    shares: Array.from({ length: captains.entries }, (_, entry) =>
      shareOf(
        counted(
          [...captains.picks.entry.keys()].filter((pick) => captains.picks.entry[pick] === entry),
          1,
        ),
        0,
        4,
      ),
    ),
  },
  "captains without overlap": { ...bare, model: captains, count: 4, unique: 6 },
  "choices in no order": { ...bare, choices: model.picks.entry.map((entry) => (entry * 17) % 30) },
  "very many, apart": { ...bare, count: 140, unique: 2 },
  "points of a simulation": {
    ...bare,
    count: 4,
    random: {
      ...{ seed: 3, factors: 1, multiplier: new Float64Array(entries).fill(1) },
      first: Int32Array.from({ length: entries + 1 }, (_, entry) => entry),
      factor: new Int32Array(entries),
      loading: new Float64Array(entries).fill(0.6),
      own: new Float64Array(entries).fill(0.8),
      outcomes: Float64Array.from(
        { length: entries * GRID_SIZE },
        (_, at) => (model.picks.points[Math.floor(at / GRID_SIZE)] ?? 0) / UNIT + (GRID[at % GRID_SIZE] ?? 0),
      ),
    },
  },
  "points drawn": {
    ...bare,
    unique: 1,
    shares: everyEntry(8),
    random: { seed: 5, spread: new Float64Array(entries).fill(0.2) },
  },
} satisfies Readonly<Record<string, PortfolioPlan>>;

/** Lines with some of the best lineups, a few of which have an empty seat or stay unchanged. */
const swapping = (unique: number, shares: readonly PlanShare[]): SwapPlan => ({
  ...{ model, unique, choices: null, avoid: [], shares, method: "joint", groups: [model.rules] },
  lines: best(60, 50).map((picks, line) => ({
    group: 0,
    entries: 1 + (line % 3),
    current: line === 2 ? picks.slice(1) : picks,
    state: line === 2 ? "short" : line === 5 ? "fixed" : "whole",
  })),
});

/** Few lines of two kinds: the second has a locked player. */
const _few: SwapPlan = {
  ...swapping(2, everyEntry(6)),
  groups: [model.rules, [...model.rules, withOrigin(atLeast([20]))]],
  lines: best(40, 36).map((picks, line) => ({
    group: line % 2,
    entries: 1 + line,
    current: picks,
    state: "short",
  })),
};
