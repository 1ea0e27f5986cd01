import { describe, expect, it } from "vitest";
import { scoreSplit } from "../../../src/contests/scoring/terms.ts";

type Split = Parameters<typeof scoreSplit>[0];

const part = (label: string, stat: string, points: number) =>
  ({ label, stat, points, source: "specification" }) as const;
const term: Split = {
  kind: "split",
  label: "kick",
  whole: "kicks",
  unknown: { label: "kick, distance not given", points: 3, source: "reading" },
  parts: [part("short", "shortKicks", 3), part("long", "longKicks", 5)],
};

function score(line: Record<string, number>) {
  const scored = scoreSplit(term, new Map(Object.entries(line)), { kind: "actual" } as never);
  return scored.map(({ term: label, amount, points }) => [label, amount, points]);
}

describe("a split", () => {
  it("names the stat of each part, or of the total", () => {
    const scored = scoreSplit(
      term,
      new Map([
        ["shortKicks", 2],
        ["kicks", 5],
      ]),
      { kind: "actual" } as never,
    );
    expect(scored.map(({ stats }) => stats)).toEqual([["shortKicks"], ["kicks"]]);
  });

  it("scores each part separately", () => {
    expect(score({ shortKicks: 2, longKicks: 1 })).toEqual([
      ["short", 2, 6],
      ["long", 1, 5],
    ]);
  });

  it("ignores a remainder that is only a rounding error", () => {
    expect(0.8 - (0.1 + 0.7)).toBeGreaterThan(0);
    expect(score({ kicks: 0.8, shortKicks: 0.1, longKicks: 0.7 }).map(([label]) => label)).toEqual([
      "short",
      "long",
    ]);
  });

  it("pays the smallest real remainder as unknown", () => {
    const [, , [label, amount] = []] = score({ kicks: 1.000_001, shortKicks: 0.5, longKicks: 0.5 });
    expect(label).toBe("kick, distance not given");
    expect(amount).toBeCloseTo(1e-6, 12);
  });

  it("pays nothing if the parts exceed the whole", () => {
    expect(score({ kicks: 1, shortKicks: 2 })).toEqual([["short", 2, 6]]);
  });

  it("shows a whole of zero if no part is given", () => {
    expect(score({ kicks: 0 })).toEqual([["kick, distance not given", 0, 0]]);
    expect(score({})).toEqual([]);
  });
});
