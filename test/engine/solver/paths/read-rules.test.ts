import { beforeAll, describe, expect, it } from "vitest";
import type { LineupTest } from "../../../../src/engine/model/lineup-test.ts";
import {
  atLeast,
  type Model,
  noneOf,
  POINT_UNITS,
  pairTest,
  type Rule,
  type RuleData,
} from "../../../../src/engine/model/model.ts";
import { createPathEngine } from "../../../../src/engine/solver/paths/index.ts";
import { loadOrdered } from "../../../../src/engine/solver/paths/ordered/load.ts";
import { MOST_COUNTERS, readRules } from "../../../../src/engine/solver/paths/read-rules.ts";
import { UnsupportedModelError } from "../../../../src/shared/errors.ts";
import { modelOf, withOrigin } from "../../../../src/testing/models/hand-made.ts";

const roster = (rules: readonly RuleData[] = []) =>
  modelOf(
    [[0, 2]],
    [0, 1, 2].map((points) => [{ slots: [0], points }]),
    rules,
  );
const without = (model: Model, kind: string): Model => ({
  ...model,
  rules: model.rules.filter((rule) => rule.kind !== kind),
});

describe("the rules that are read", () => {
  it("combine the least budget, the allowed seats and the required entries", () => {
    const terms = readRules(
      roster([
        { kind: "budget", maximum: 900 },
        { kind: "budget", maximum: 700 },
        noneOf([1]),
        atLeast([2]),
        { kind: "allow", entries: [2], slots: 1 << 0 },
        atLeast([0, 2], 1),
      ]),
    );
    expect(terms.budget).toBe(700);
    expect([...terms.allowed]).toEqual([-1, 0, 1]);
    expect([...terms.required]).toEqual([0, 0, 1]);
    expect(terms.counters).toEqual([{ kind: "atLeast", member: Uint8Array.of(1, 0, 1), limit: 1 }]);
  });

  it("have no budget if no rule gives one", () => {
    expect(readRules(roster()).budget).toBe(Number.POSITIVE_INFINITY);
  });

  it("treat a maximum of all salaries as a budget, whichever way the test is stated, and no other sum", () => {
    const { salary } = roster().picks;
    const most = (limit: number, weights = salary) => ({
      counts: [],
      sums: [{ weights, least: Number.NEGATIVE_INFINITY, most: limit }],
    });
    const budgetOf = (alternatives: LineupTest["alternatives"], when: LineupTest["when"] = null) =>
      readRules(
        roster([
          { kind: "budget", maximum: 900 },
          { kind: "disjunction", when, alternatives },
        ]),
      ).budget;
    expect(budgetOf([most(700, salary.slice())])).toBe(700);
    expect(budgetOf([most(700), most(800)])).toBe(800);
    expect(budgetOf([most(700), { counts: [], sums: [] }])).toBe(900);
    expect(budgetOf([most(700)], { picks: Int32Array.of(0), least: 1, most: 2 })).toBe(900);
    expect(
      budgetOf([
        most(
          700,
          salary.map((own) => own + 1),
        ),
      ]),
    ).toBe(900);
  });
});

describe("a model is refused", () => {
  const minimums = (count: number) => roster(Array.from({ length: count }, () => atLeast([0, 1], 1)));
  const pair = pairTest(roster().picks, Int32Array.of(0, 0, 1), [0], [1]);
  const twoRoles = modelOf(
    [
      [0, 1],
      [1, 1],
    ],
    [[{ slots: [0], points: 1 }], [{ slots: [1], points: 1 }]],
  );

  it.each([
    ["whose slots may stay empty", without(roster(), "fill")],
    ["whose entries may be picked in two roles", without(twoRoles, "once")],
    ["of more minimums than it counts", minimums(MOST_COUNTERS + 1)],
    [
      "of a kind of rule that it does not know",
      {
        ...roster(),
        rules: [...roster().rules, { ...withOrigin({ kind: "once" }), kind: "unheard" } as unknown as Rule],
      },
    ],
  ])("%s", (_, model) => {
    expect(() => readRules(model)).toThrow(UnsupportedModelError);
  });

  it("but is accepted with as many minimums as it counts, with one pair rule, or with one role", () => {
    expect(readRules(minimums(MOST_COUNTERS)).counters).toHaveLength(MOST_COUNTERS);
    expect(readRules(roster([{ kind: "disjunction", ...pair }])).tests).toHaveLength(1);
    expect(readRules(without(roster(), "once")).once).toBe(true);
  });
});

describe("an engine", () => {
  beforeAll(loadOrdered);

  const entries = [3, 2, 1].map((points) => [{ slots: [0], points }]);
  const model = modelOf([[0, 2]], entries);
  const best = (given: Model) => () => createPathEngine().bestNow(given, 1);

  it("refuses points whose sums are inexact, and answers just below that limit", () => {
    const withPoints = (units: number): Model => ({
      ...model,
      picks: { ...model.picks, points: Float64Array.of(units, units, -units) },
    });
    expect(best(withPoints(2 ** 51 + 1))).toThrow(UnsupportedModelError);
    expect([...best(withPoints(2 ** 51))().points]).toEqual([2 ** 52]);
  });

  it("refuses a budget of more than 100,000 times the salaries' common divisor", () => {
    const paid = [50_001, 50_000, 1].map((salary, at) => [
      { slots: [0], points: 3 - at, salary: 20 * salary },
    ]);
    const under = (maximum: number) => modelOf([[0, 2]], paid, [{ kind: "budget", maximum }]);
    expect(best(under(2_000_020))).toThrow(/100001 times the common divisor/);
    expect([...best(under(2_000_019))().points]).toEqual([4 * POINT_UNITS]);
    expect([...best(under(2_000_040))().points]).toEqual([5 * POINT_UNITS]);
  });
});
