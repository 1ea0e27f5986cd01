import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { reportText } from "../../src/cli/run/report.ts";
import { reportOf } from "../../src/report/report.ts";
import type { PortfolioResult } from "../../src/shared/schema/portfolio-result.ts";
import { runs } from "../support/runs.ts";
import { INPUT, lineup, PEOPLE } from "./support.ts";

const share = (own: object) => ({
  pointer: "/portfolio/exposure/0",
  what: "somebody",
  asked: "at most 50%",
  lineups: 2,
  least: 0,
  most: 2,
  boundBy: "most" as const,
  price: 1.5,
  ...own,
});
const PORTFOLIO: PortfolioResult = {
  method: "joint",
  lineups: 4,
  unique: 1,
  sum: 199.5,
  bound: 200,
  gap: 0.0025,
  warnings: [],
  costs: [
    { pointer: "/portfolio/rules/1", what: "rules[1]", meanWithout: null },
    { pointer: "/portfolio/unique", what: "unique", meanWithout: 49.875 },
    { pointer: "/portfolio/salary", what: "salary", meanWithout: 50.875, atLeast: true },
    { pointer: "/portfolio/rules/0", what: "rules[0], double stack", meanWithout: 52.5 },
  ],
  shares: [
    // Wider than the next format, which fits anyway.
    share({ uuid: "a", what: "everybody", most: 4, lineups: 3, boundBy: null, price: null }),
    share({ uuid: "a", most: 3, lineups: 3 }),
    share({ uuid: "a", what: "Ado Kessby@CPT", lineups: 0, boundBy: null, price: null }),
    share({ uuid: "f", asked: "at least 25%", least: 1, most: 4, lineups: 0, boundBy: "least", price: null }),
    share({ what: "double stack", asked: "60%..", least: 2, most: 4, boundBy: "least", price: 10 }),
  ],
};

describe("a report", () => {
  const report = reportOf(INPUT);

  it("counts the lineups of all players, the most used first", () => {
    expect(report.exposures.map(({ uuid, lineups, share: part }) => [uuid, lineups, part])).toEqual([
      ["a", 3, 75],
      ["c", 3, 75],
      ["d", 3, 75],
      ["b", 2, 50],
      ["e", 1, 25],
    ]);
    expect(report.players).toBe(5);
    expect(report.exposures[0]).toMatchObject({
      name: "Ado Kessby",
      ownership: 40,
      captain: null,
      limit: null,
    });
  });

  it("counts teams by players per lineup, and the resulting stack shapes", () => {
    expect(report.stacks).toEqual([
      { team: "TIN", lineups: 4, stacked: 2, bySize: [2, 2] },
      { team: "RAV", lineups: 3, stacked: 2, bySize: [1, 2] },
      { team: "FOX", lineups: 1, stacked: 0, bySize: [1] },
    ]);
    expect(report.shapes).toEqual([{ shape: "2-1", lineups: 4, share: 100 }]);
  });

  it("counts pairs in more than one lineup", () => {
    const named = report.pairs.map(({ names, lineups }) => [names.map((name) => name[0]).join(""), lineups]);
    expect(named).toEqual([
      ["AB", 2],
      ["AC", 2],
      ["AD", 2],
      ["CD", 2],
    ]);
    expect(report.pairs[0]).toMatchObject({ teams: ["RAV", "RAV"], share: 50 });
  });

  it("sums points, salaries and ownership", () => {
    expect(report.points).toMatchObject({ least: 30.5, most: 60, median: 54.5, mean: 199.5 / 4 });
    expect(report.salaries).toMatchObject({ least: 15_000, most: 22_000, mean: 19_500, median: 20_500 });
    expect(report.ownership).toMatchObject({ least: 17, most: 75, mean: (75 + 70 + 55 + 17) / 4 });
    for (const { bins } of [report.points!, report.salaries, report.ownership!])
      expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(4);
  });

  it("has no distribution of a value that some lineups lack", () => {
    const partly = reportOf({
      ...INPUT,
      lineups: [lineup("abc", null), lineup("abd", 5)],
      people: new Map([...PEOPLE].map(([uuid, one]) => [uuid, { ...one, ownership: null }])),
    });
    expect([partly.points, partly.ownership]).toEqual([null, null]);
    const strangers = reportOf({ ...INPUT, people: new Map() });
    expect(strangers.exposures[0]).toMatchObject({ name: "a", team: "" });
    expect([strangers.stacks, strangers.shapes]).toEqual([[], []]);
  });

  it("counts captains separately, and combines them with the same players in other slots", () => {
    const lineups = [lineup("abc", 1, true), lineup("bac", 2, true)];
    const showdown = reportOf({ ...INPUT, captainSlots: ["CPT"], lineups });
    expect(showdown.exposures.map(({ uuid, lineups: all, captain }) => [uuid, all, captain])).toEqual([
      ["a", 2, 1],
      ["b", 2, 1],
      ["c", 2, 0],
    ]);
    expect(showdown.uniqueness).toMatchObject({ pairs: [1, 0, 0, 0], least: 0 });
  });

  it("compares a portfolio's limits with the exposures, and shows their cost", () => {
    const made = reportOf({ ...INPUT, portfolio: PORTFOLIO });
    expect(made.portfolio).toEqual({
      method: "joint",
      asked: 4,
      unique: 1,
      sum: 199.5,
      bound: 200,
      gap: 0.0025,
      shortfall: null,
    });
    const limitOf = (uuid: string) => made.exposures.find((one) => one.uuid === uuid)!.limit;
    expect(limitOf("a")).toMatchObject({ least: 0, most: 3, boundBy: "most", price: 1.5 });
    expect(made.exposures.at(-1)).toMatchObject({ uuid: "f", lineups: 0, limit: { least: 1 } });
    expect(made.rules.map(({ what, perPercent }) => [what, perPercent])).toEqual([
      ["double stack", (10 * 4) / 100],
      ["Ado Kessby@CPT", null],
    ]);
    expect(made.costs.map(({ what, perLineup }) => [what, perLineup])).toEqual([
      ["rules[0], double stack", 2.625],
      ["salary", 1],
      ["unique", 0],
      ["rules[1]", null],
    ]);
    expect(reportText(made, { width: 80, colour: false })).toMatch(
      /rules\[0\], double stack +52\.50 +2\.63\n.*salary +at least 50\.88 +at least 1\.00\n.*unique +49\.88 +0\.00\n.*rules\[1\] +unknown +unknown/,
    );
  });
});

describe("uniqueness", () => {
  it("matches the comparison of every pair of lineups", () => {
    const letters = fc.subarray([..."abcdef"], { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(letters, { minLength: 2, maxLength: 9 }), (drawn) => {
        const { uniqueness } = reportOf({ ...INPUT, lineups: drawn.map((one) => lineup(one.join(""), 1)) });
        const apart = (one: readonly string[], other: readonly string[]) =>
          one.filter((letter) => !other.includes(letter)).length;
        const all = drawn.flatMap((one, at) => drawn.slice(at + 1).map((other) => apart(one, other)));
        for (const [differing, count] of uniqueness.pairs.entries())
          expect(count).toBe(all.filter((one) => one === differing).length);
        const nearest = drawn.map((one, at) =>
          Math.min(...drawn.filter((_, other) => other !== at).map((other) => apart(one, other))),
        );
        for (const [differing, count] of uniqueness.nearest.entries())
          expect(count).toBe(nearest.filter((one) => one === differing).length);
      }),
      runs(100),
    );
  });
});
