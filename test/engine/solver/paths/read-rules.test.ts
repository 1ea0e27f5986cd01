import { beforeAll, describe, expect, it } from "vitest";
import {
  atLeast,
  type Model,
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
