import fc from "fast-check";
import type { PlanShare, PortfolioPlan } from "../../src/engine/model/portfolio-plan.ts";
import { bindingModel, randomTest, testedModel } from "../../src/testing/models/tested-model.ts";

const infinite = Number.POSITIVE_INFINITY;

/** A share of lineups with at least a number of picks of a set. */
function exposure(picks: readonly number[], times: number, most: number): PlanShare {
  return {
    tests: [
      {
        when: null,
        alternatives: [
          { counts: [{ picks: Int32Array.from(picks), least: times, most: infinite }], sums: [] },
        ],
      },
    ],
    least: 0,
    most,
    origin: { pointer: "/exposure", words: `at most ${most}` },
  };
}

/** Plans over small rosters, mostly with maximum shares of all kinds, without randomness. */
export const smallPlan: fc.Arbitrary<PortfolioPlan> = fc
  .tuple(fc.oneof(bindingModel, testedModel), fc.integer({ min: 1, max: 8 }))
  .chain(([model, count]) => {
    const size = model.picks.entry.length;
    const seats = model.slots.reduce((sum, slot) => sum + slot.count, 0);
    const all = [...model.picks.entry.keys()];
    const of = (entry: number) => all.filter((pick) => model.picks.entry[pick] === entry);
    const some = fc
      .uniqueArray(fc.nat(size - 1), { minLength: 1, maxLength: 6 })
      .map((picks) => picks.toSorted((a, b) => a - b));
    const shares = fc.tuple(
      fc.option(fc.integer({ min: 1, max: count }), { freq: 2 }),
      fc.array(fc.record({ picks: some, times: fc.integer({ min: 1, max: 3 }), most: fc.nat(count) }), {
        maxLength: 2,
      }),
      fc.oneof(
        { weight: 2, arbitrary: fc.constant([]) },
        {
          weight: 1,
          arbitrary: fc.array(
            fc.record({
              makers: fc.array(randomTest(model.entries), { minLength: 1, maxLength: 2 }),
              most: fc.nat(count),
            }),
            { minLength: 1, maxLength: 2 },
          ),
        },
      ),
    );
    return fc.record({
      model: fc.constant(model),
      count: fc.constant(count),
      unique: fc.nat(seats - 1),
      counted: fc.constantFrom(undefined, Int32Array.from(all)),
      choices: fc.constantFrom(null, null, model.picks.entry),
      avoid: fc
        .array(fc.uniqueArray(fc.nat(size - 1), { minLength: 1, maxLength: seats }), { maxLength: 2 })
        .map((lineups) => lineups.map((picks) => Int32Array.from(picks).sort())),
      random: fc.constant(null),
      shares: shares.map(([each, sets, tested]) => [
        ...(each === null
          ? []
          : [...Array(model.entries).keys()].map((entry) => exposure(of(entry), 1, each))),
        ...sets.map(({ picks, times, most }) => exposure(picks, times, most)),
        ...tested.map(
          ({ makers, most }): PlanShare => ({
            tests: makers.map((make) => make(model.picks, seats)),
            least: 0,
            most,
            origin: { pointer: "/rules", words: `at most ${most}` },
          }),
        ),
      ]),
    });
  });
