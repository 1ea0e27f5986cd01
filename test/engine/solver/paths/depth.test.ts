import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  candidatesWithin,
  enough,
  firstDepth,
  nextDepth,
  nextTotal,
  smallest,
  thinned,
} from "../../../../src/engine/solver/paths/depth.ts";
import { Lineups } from "../../../../src/engine/solver/paths/lineups.ts";
import { readInstance } from "../../../../src/engine/solver/paths/read-instance.ts";
import type { Roster } from "../../../../src/engine/solver/paths/roster.ts";
import { modelOf } from "../../../../src/testing/models/hand-made.ts";
import { runs } from "../../../support/runs.ts";

/** As many entries as there are slacks for two seats; of each two that follow one another the first is of class 0. */
function rosterOf(slacks: readonly number[], { fixedPoints = 0, required = [] as readonly number[] } = {}) {
  const model = modelOf(
    [[0, 2]],
    slacks.map((_, at) => [{ slots: [0], points: 6 + 4 * at }]),
    required.map((entry) => ({ kind: "require", entry })),
  );
  const instance = { ...readInstance(model)!, fixedPoints };
  // There is more room than is used.
  const relaxation = { bound: 1000, slack: Float64Array.from([...slacks, 0]) };
  return { instance, relaxation, classOf: Int32Array.from(slacks, (_, at) => at % 2) } as unknown as Roster;
}

const found = (...totals: readonly number[]) => {
  const lineups = new Lineups(1);
  for (const total of totals) lineups.add([0], total);
  return lineups;
};

it("finds the value of a rank as sorting does, however many are equal", () => {
  const value = fc.oneof(fc.nat(6), fc.constant(Number.POSITIVE_INFINITY));
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 40 }), fc.nat(39), (values, drawn) => {
      const rank = drawn % values.length;
      const kept = Float64Array.from(values);
      expect(smallest(kept, rank)).toBe(Float64Array.from(values).sort()[rank]);
      expect([...kept.sort()]).toEqual([...Float64Array.from(values).sort()]);
    }),
    runs(300),
  );
});

describe("a first look", () => {
  it("goes as deep as two candidates a seat lie, and some for each doubling of what is wanted", () => {
    const slacks = [9, 4, 1, 8, 2, 5, 3, 7, 6, 0];
    const roster = rosterOf(slacks);
    expect([1, 2, 3, 4].map((count) => enough(roster, count))).toEqual([4, 8, 11, 12]);
    expect([1, 2, 3, 4].map((count) => firstDepth(roster, count))).toEqual([4, 8, 9, 9]);
    expect([...roster.relaxation.slack]).toEqual([...slacks, 0]);
    expect(firstDepth(rosterOf([]), 1)).toBe(0);
  });

  it("takes whoever lies no deeper", () => {
    expect(candidatesWithin(rosterOf([3, 1, 2, Number.POSITIVE_INFINITY, 0]), 2)).toEqual([1, 2, 4]);
    expect(candidatesWithin(rosterOf([2, 3, 1]), 2)).toEqual([0, 2]);
  });
});

describe("the next total", () => {
  const units = 2e10;

  it("is the highest below a threshold that the points can sum to", () => {
    // Points are 6, 10, 14: all even.
    const roster = rosterOf([0, 0, 0]);
    expect([3, 2, 1.5, 0, -0.5, -1].map((at) => nextTotal(roster, at * units))).toEqual(
      [2, 1, 1, -1, -1, -2].map((at) => at * units),
    );
  });

  it("takes the points of everybody", () => {
    const { instance } = rosterOf([0]);
    const of = (...points: readonly number[]) =>
      nextTotal(
        { instance: { ...instance, points: Float64Array.of(...points, 0) } } as unknown as Roster,
        100,
      );
    expect([of(3, 6, 12), of(12, 6, 4), of(40, 20, 15), of(-7)]).toEqual([99, 98, 95, 98]);
  });

  it("is none where nobody has points", () => {
    const { instance } = rosterOf([0]);
    const without = { ...instance, points: instance.points.map(() => 0) };
    expect(nextTotal({ instance: without } as unknown as Roster, 5)).toBe(0);
  });
});

describe("many candidates at one depth", () => {
  const slacks = [1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1];
  const everybody = [...slacks.keys()];

  it("are all taken where they are no more than twice as many as are wanted", () => {
    expect(thinned(rosterOf(slacks), 2, everybody, 6)).toBe(everybody);
  });

  it("are thinned evenly in each class, but for those above and whoever must be picked", () => {
    expect(thinned(rosterOf(slacks), 2, everybody, 5)).toEqual([0, 1, 2, 7, 8, 11]);
    expect(thinned(rosterOf(slacks), 2, everybody, 3)).toEqual([0, 1, 2, 9, 10, 11]);
    expect(thinned(rosterOf(slacks, { required: [4] }), 2, everybody, 5)).toEqual([0, 1, 2, 4, 7, 10, 11]);
  });
});

describe("the next look", () => {
  const deeper = (roster: Roster, depth: number, lineups: Lineups, count: number) =>
    nextDepth(roster, { count, floor: Number.NEGATIVE_INFINITY }, depth, lineups);

  it("goes to the floor where nothing was found and that is near", () => {
    const roster = rosterOf([0]);
    const from = (depth: number, floor: number, lineups = found()) =>
      nextDepth(roster, { count: 9, floor }, depth, lineups);
    // Of a bound of 1000: four times the next depth, which is 60.
    expect([759, 760, 800].map((floor) => from(30, floor))).toEqual([60, 240, 200]);
    expect(from(30, 760, found(990))).toBe(60);
  });

  it("goes twice as deep where next to nothing was found, and by no less than a thousandth of the bound", () => {
    const roster = rosterOf([0]);
    expect(deeper(roster, 30, found(990, 980, 980), 9)).toBe(60);
    expect(deeper(roster, 0.25, found(), 9)).toBe(1);
    const below = { ...roster, relaxation: { ...roster.relaxation, bound: -1000 } };
    expect(deeper(below, 0.25, found(), 9)).toBe(1);
  });

  it("goes on from the best by the third root of how many more are wanted, within reason", () => {
    const roster = rosterOf([0], { fixedPoints: 500 });
    const four = found(1480, 1470, 1470, 1460);
    // The best lies 20 below the bound.
    expect(deeper(roster, 40, four, 4 * 8)).toBeCloseTo(20 + 20 * (1.3 * 8) ** (1 / 3), 9);
    expect(deeper(roster, 40, four, 4)).toBeCloseTo(20 + 20 * 1.15, 9);
    expect(deeper(roster, 40, four, 4000)).toBeCloseTo(20 + 20 * 3, 9);
  });
});
