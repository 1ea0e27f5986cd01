import { describe, expect, it } from "vitest";
import { misplaced } from "../../../src/lineup/verify/judge.ts";
import { lineupOf, POOL, type Seating, SHOWDOWN_POOL } from "../../contests/constraints/support.ts";
import { tinyProblem, uuidOf } from "../../support/tiny-problem.ts";

/** All players have the same points here, except the named one. */
const problem = tinyProblem(
  "classic",
  POOL.map((row) => (row.name === "qb2" ? { ...row, points: 11 } : row)),
);

/** The violations of each lineup, in order. */
function said(seatings: readonly Seating[], of = problem): string[][] {
  const lineups = seatings.map((seating, at) => ({ seats: lineupOf(of, seating), pointer: `/data/${at}` }));
  const places = misplaced(of, lineups);
  return lineups.map(({ pointer }) => (places.get(pointer) ?? []).map(({ constraint }) => constraint));
}

const seated = (qb: string, flex: string, dst = "dst0"): Seating => ({
  QB: [qb],
  WR: ["wr0"],
  FLEX: [flex],
  DST: [dst],
});

describe("the order of lineups", () => {
  it("is by points first, at any salary", () => {
    const [dear, cheap] = [seated("qb2", "rb1"), seated("qb0", "rb0")];
    expect(said([dear, cheap])).toEqual([[], []]);
    expect(said([cheap, dear])).toEqual([[], ["order"]]);
  });

  it("is by lower salary if points are equal, whatever the GUIDs", () => {
    const [cheap, dear] = [seated("qb0", "rb0"), seated("qb0", "rb1")];
    const [other, dearer] = [seated("qb0", "wr2"), seated("qb0", "wr2", "dst3")];
    expect(said([cheap, dear, other, dearer])).toEqual([[], [], [], []]);
    expect(said([dear, cheap])).toEqual([[], ["order"]]);
    expect(said([dearer, other, cheap])).toEqual([[], ["order"], ["order"]]);
    const turned = tinyProblem(
      "classic",
      POOL.map((row) => (row.name === "rb1" ? { ...row, salary: 2000 } : row)),
    );
    expect(said([dear, cheap], turned)).toEqual([[], []]);
    expect(said([cheap, dear], turned)).toEqual([[], ["order"]]);
  });

  it("is by sorted GUIDs if points and salary are equal", () => {
    const even = tinyProblem(
      "classic",
      POOL.map((row) => ({ ...row, salary: 3000 })),
    );
    const lineups = [seated("qb0", "rb0"), seated("qb0", "rb1")];
    const [first, second] = uuidOf("rb0") < uuidOf("rb1") ? lineups : lineups.toReversed();
    expect(said([first!, second!], even)).toEqual([[], []]);
    expect(said([second!, first!], even)).toEqual([[], ["order"]]);
  });

  it("names the points of a lineup that should precede the one before it", () => {
    const seats = [seated("qb0", "rb0"), seated("qb2", "rb0")].map((one) => lineupOf(problem, one));
    const places = misplaced(problem, [
      { seats: seats[0]!, pointer: "/data/0" },
      { seats: seats[1]!, pointer: "/data/1" },
    ]);
    const [violation] = places.get("/data/1")!;
    expect(violation).toMatchObject({ limit: 40, actual: 41 });
    expect(violation!.entries).toContain(uuidOf("qb2"));
  });
});

describe("a repeated lineup", () => {
  it("is the same with equal seats exchanged, but not with another captain", () => {
    const one: Seating = { WR: ["wr0"], FLEX: ["wr2"] };
    expect(said([one, { WR: ["wr2"], FLEX: ["wr0"] }])).toEqual([[], ["distinct"]]);
    const showdown = tinyProblem(
      "showdown",
      SHOWDOWN_POOL.map((row) => ({ ...row, salary: 2000 })),
    );
    const captained: Seating = { CPT: ["qb0"], FLEX: ["wr0", "rb1"] };
    const again: Seating = { CPT: ["wr0"], FLEX: ["qb0", "rb1"] };
    expect(said([captained, again, { ...captained, FLEX: ["rb1", "wr0"] }], showdown)[1]).not.toContain(
      "distinct",
    );
    expect(said([captained, again, { ...captained, FLEX: ["rb1", "wr0"] }], showdown)[2]).toContain(
      "distinct",
    );
  });
});
