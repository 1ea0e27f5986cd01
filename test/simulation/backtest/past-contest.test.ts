import fc from "fast-check";
import { expect, test } from "vitest";
import { settleEntries } from "../../../src/simulation/backtest/backtest.ts";
import {
  checkPastContest,
  type PastContest,
  pointsFinder,
  rankFinder,
} from "../../../src/simulation/backtest/past-contest.ts";

const captain = { name: "CPT", uploadColumn: "CPT", pointsMultiplier: 1.5 };
const flex = { name: "FLEX", uploadColumn: "FLEX", pointsMultiplier: 1 };
const player = (name: string, hundredths: number | null, slot: string | null = null) => ({
  ...{ name, uuid: name, slot, hundredths, drafted: null },
});
const entry = (line: number, rank: number, hundredths: number, ...names: readonly string[]) => ({
  ...{ line, rank, hundredths, user: null },
  seats: names.map((name) => ({ slot: "FLEX", name })),
});

test("a captain's points come from a row of its own, or are the multiplied plain ones", () => {
  const both = [
    player("Ado", 1000, "FLEX"),
    player("Ado", 1500, "CPT"),
    player("Bel", 300, "FLEX"),
    player("Cey", 450, "CPT"),
    player("Dun", 1000, "FLEX"),
    player("Dun", 1000, "CPT"),
  ];
  const pointsOf = pointsFinder(both, [captain, flex]);
  expect(pointsOf({ slot: "CPT", name: "Ado" })).toBe(1500);
  expect(pointsOf({ slot: "FLEX", name: "Ado" })).toBe(1000);
  expect(pointsOf({ slot: "CPT", name: "Bel" })).toBe(450);
  expect(pointsOf({ slot: "CPT", name: "Cey" })).toBe(450);
  expect(pointsOf({ slot: "FLEX", name: "Cey" })).toBe("unknown-player");
  // Some exports repeat the plain points in the captain's row.
  expect(pointsOf({ slot: "CPT", name: "Dun" })).toBe(1500);
  expect(pointsOf({ slot: "FLEX", name: "Eli" })).toBe("unknown-player");
});

test("every entry that differs from the book is counted under its reason", () => {
  const contest: PastContest = {
    players: [player("Ado", 1000), player("Bel", null), player("Cey", 700), player("Cey", 800)],
    entries: [
      entry(2, 1, 2000, "Ado", "Ado"),
      entry(3, 2, 1000, "Ado", "Bel"),
      entry(4, 3, 999, "Ado", "Bel"),
      entry(5, 5, 700, "Cey"),
      entry(6, 5, 500, "Dun"),
      { ...entry(7, 6, 300), seats: null },
      entry(8, 8, 0, "Bel"),
      entry(9, 7, 0),
    ],
  };
  expect(checkPastContest(contest, [flex])).toEqual({
    entries: 8,
    empty: 1,
    agree: 3,
    exceptions: [
      { reason: "other-points", count: 1, line: 4 },
      { reason: "two-players", count: 1, line: 5 },
      { reason: "unknown-player", count: 1, line: 6 },
      { reason: "no-lineup", count: 1, line: 7 },
      { reason: "other-rank", count: 1, line: 8 },
    ],
  });
  expect(checkPastContest({ ...contest, players: [] }, [flex])).toBeNull();
  expect(checkPastContest({ ...contest, entries: [entry(2, 1, 0)] }, [flex])).toBeNull();
});

test("entries are settled like a contest that is ranked place by place", () => {
  const points = fc.array(fc.integer({ min: -300, max: 900 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(
      points,
      fc.array(fc.constantFrom<number[]>(-100, 0, 250, 250, 600), { maxLength: 12 }),
      fc.array(fc.integer({ min: 0, max: 5000 }), { maxLength: 8 }),
      (own, field, unsorted) => {
        const prizes = Float64Array.from(unsorted).sort().reverse();
        const all = [...field, ...own].sort((a, b) => b - a);
        const settled = settleEntries(own, field, prizes);
        for (const [at, mine] of own.entries()) {
          const places = [...all.keys()].filter((place) => all[place] === mine);
          const shared = places.reduce((sum, place) => sum + (prizes[place] ?? 0), 0) / places.length;
          expect(settled[at]!.rank).toBe(places[0]! + 1);
          expect(settled[at]!.prize).toBeCloseTo(shared, 9);
          const beaten = field.reduce((sum, one) => sum + (one < mine ? 1 : one === mine ? 0.5 : 0), 0);
          expect(settled[at]!.percentile).toBeCloseTo(field.length === 0 ? 1 : beaten / field.length, 12);
        }
      },
    ),
  );
});

test("ranks count the higher numbers, and equal ones share a rank", () => {
  const rankOf = rankFinder(Float64Array.of(5, 9, 9, 1));
  expect([9, 5, 1, 0].map(rankOf)).toEqual([1, 3, 4, 5]);
});
