import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildModel } from "../../../src/contests/constraints/readers/build-model.ts";
import { seatSolutions } from "../../../src/lineup/document/seat-solutions.ts";
import { loadCatalog } from "../../../src/platform/node/catalog.ts";
import { SolverFailedError } from "../../../src/shared/errors.ts";
import { allSolutions } from "../../../src/testing/exhaustive.ts";
import { problemOf, smallRequest } from "../../../src/testing/requests/small-request.ts";
import { runs } from "../../support/runs.ts";
import { tinyClassic, tinyShowdown } from "../../support/tiny-contests.ts";
import { tinyProblem, uuidOf } from "../../support/tiny-problem.ts";

const catalog = await loadCatalog({ rules: [tinyClassic, tinyShowdown] });

describe("seating solutions", () => {
  it.each([tinyClassic, tinyShowdown])(
    "seats every legal choice of $contest picks, with locks in their slots",
    (contest) => {
      let [locked, unseated] = [0, 0];
      fc.assert(
        fc.property(smallRequest(contest, { unseated: 3 }), (request) => {
          const problem = problemOf(catalog, request);
          const model = buildModel(problem);
          const solutions = allSolutions(model).slice(0, 20);
          for (const [index, lineup] of seatSolutions(model, solutions).entries()) {
            const { entry, slots, role } = model.picks;
            const picks = lineup.map((seat) =>
              entry.findIndex(
                (one, pick) =>
                  one === seat.entry &&
                  role[pick] === model.slots[seat.slot]!.role &&
                  ((slots[pick]! >> seat.slot) & 1) === 1,
              ),
            );
            expect(picks.sort((a, b) => a - b)).toEqual(solutions[index]!.picks);
            for (const [slot, { count }] of model.slots.entries())
              expect(lineup.filter((seat) => seat.slot === slot)).toHaveLength(count);
            expect(lineup.map(({ slot }) => slot)).toEqual(lineup.map(({ slot }) => slot).sort());
            for (const lock of problem.locks) {
              if (lock.slot === null) continue;
              expect(lineup).toContainEqual({ entry: lock.entry, slot: lock.slot });
              locked += 1;
            }
            for (const { entry, slot } of problem.slotBans) {
              expect(lineup).not.toContainEqual({ entry, slot });
              if (lineup.some((seat) => seat.entry === entry)) unseated += 1;
            }
          }
        }),
        runs(150),
      );
      expect(locked).toBeGreaterThan(20);
      expect(unseated).toBeGreaterThan(5);
    },
  );

  it("gives the earlier slot to the higher points, and among equals to the earlier pool entry", () => {
    const pool = [
      { name: "qb", position: "QB", team: 0 },
      { name: "first", position: "WR", team: 0 },
      { name: "second", position: "WR", team: 2 },
      { name: "dst", position: "DST", team: 3 },
    ];
    const seatedIn = (points: readonly number[]) => {
      const rows = pool.map((row, index) => ({ ...row, points: points[index]! }));
      const problem = tinyProblem("classic", rows);
      const model = buildModel(problem);
      const [solution] = allSolutions(model);
      const [lineup] = seatSolutions(model, [solution!]);
      return lineup!.map(({ entry, slot }) => [
        problem.contest.slots[slot]!.name,
        problem.entries[entry]!.uuid,
      ]);
    };
    const seats = (inSlot: string, inFlex: string) =>
      expect.arrayContaining([
        ["WR", uuidOf(inSlot)],
        ["FLEX", uuidOf(inFlex)],
      ]);
    expect(seatedIn([9, 10, 10, 5])).toEqual(seats("first", "second"));
    expect(seatedIn([9, 10, 11, 5])).toEqual(seats("second", "first"));
    expect(seatedIn([9, 11, 10, 5])).toEqual(seats("first", "second"));
  });

  it("refuses picks that cannot be seated together", () => {
    const pool = ["a", "b"].map((name) => ({ name, position: "QB", team: 0 }));
    const model = buildModel(tinyProblem("classic", pool));
    expect(model.picks.entry).toHaveLength(2);
    expect(() => seatSolutions(model, [{ picks: [0, 1], points: 0 }])).toThrow(SolverFailedError);
  });
});
