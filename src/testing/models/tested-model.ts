import type { Model, RuleData } from "../../engine/model/model.ts";
import { seatCount } from "../../engine/roster/room.ts";
import fc from "../fast-check.ts";
import { bindingModel } from "./binding-model.ts";
import { withOrigin } from "./hand-made.ts";
import { randomTest, type TestMaker } from "./random-test.ts";

/**
 * A test that a lineup's salaries sum to at least, or at most, a fraction of the average cost of that many
 * picks.
 */
const salaryLimit: fc.Arbitrary<TestMaker> = fc
  .double({ min: 0.5, max: 1.3, noNaN: true })
  .map((part) => (picks, seats) => {
    const mean = picks.salary.reduce((sum, salary) => sum + salary, 0) / picks.salary.length;
    // Cheap lineups have few points: a maximum below the average excludes almost all of the best.
    const limit = Math.floor((part < 0.9 ? part : part + 0.3) * mean * seats);
    const [least, most] = part < 0.9 ? [limit, Number.POSITIVE_INFINITY] : [Number.NEGATIVE_INFINITY, limit];
    return {
      when: null,
      alternatives: [{ counts: [], sums: [{ weights: picks.salary, least, most }] }],
    };
  });

/** Rosters that can usually be filled, with rules that bind and one to three tests of whole lineups. */
export const testedModel: fc.Arbitrary<Model> = bindingModel.chain((model) => {
  const test = fc.oneof(
    { weight: 5, arbitrary: randomTest(model.entries) },
    { weight: 1, arbitrary: salaryLimit },
  );
  const seats = seatCount(model.slots);
  return fc.array(test, { minLength: 1, maxLength: 3 }).map((makers) => ({
    ...model,
    rules: [
      ...model.rules,
      ...makers.map((make) => withOrigin({ kind: "clauses", ...make(model.picks, seats) } as RuleData)),
    ],
  }));
});
