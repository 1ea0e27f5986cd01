import { expect, it } from "vitest";
import { UnsupportedModelError } from "../../../src/errors.ts";
import type { Model, Rule } from "../../../src/model/model.ts";
import { createPathEngine } from "../../../src/solver/paths/index.ts";
import { modelOf } from "../../support/models.ts";

const entries = [3, 2, 1].map((points) => [{ slots: [0], points }]);
const model = modelOf([[0, 2]], entries);
const best = (given: Model) => () => createPathEngine().bestNow(given, 1);

it("refuses a rule of a kind that it does not know, rather than answer without it", () => {
  const origin = { constraint: "stranger", pointer: null, words: "a rule from elsewhere" };
  for (const kind of ["stranger", "toString"]) {
    const stranger = { kind, origin } as unknown as Rule;
    expect(best({ ...model, rules: [...model.rules, stranger] })).toThrow(UnsupportedModelError);
    expect(best({ ...model, rules: [...model.rules, stranger] })).toThrow(kind);
  }
});

it("refuses points whose sums are not exact, and answers just below", () => {
  const withPoints = (units: number): Model => ({
    ...model,
    picks: { ...model.picks, points: Float64Array.of(units, units, -units) },
  });
  expect(best(withPoints(2 ** 51 + 1))).toThrow(UnsupportedModelError);
  expect([...best(withPoints(2 ** 51))().points]).toEqual([2 ** 52]);
});
