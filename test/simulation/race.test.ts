import { expect, test } from "vitest";
import type { Entry } from "../../src/contests/problem/problem.ts";
import { loadCatalog } from "../../src/platform/node/catalog.ts";
import { raceOutcomes } from "../../src/simulation/race.ts";

const catalog = await loadCatalog();
const table = await catalog.outcomesTable("nascar");
const DRIVERS = 38;
const entries = Array.from(
  { length: DRIVERS },
  (_, at): Entry => ({
    ...{ kind: "player", uuid: `d${at}`, positions: ["D"], plays: ["D"], team: `t${at}`, event: "race" },
    ...{ salary: 5000, captainSalary: null, points: 34 - at / 4 },
  }),
);
const DRAWS = 4096;

async function racesWith(book: string, starts: boolean, seed = 1, draws = DRAWS) {
  const scoring = await catalog.scoringTable("nascar", book);
  const known = starts ? entries.map(({ uuid }, at) => ({ uuid, start: at + 1 })) : [];
  return raceOutcomes(entries, { table, known, seed }, scoring, draws).points;
}

const spreadOf = (row: ArrayLike<number>, mean: number) =>
  Math.sqrt(Array.from(row).reduce((sum, one) => sum + (one - mean) ** 2, 0) / row.length);

test.each([
  ["bookA", true],
  ["bookA", false],
  ["bookB", true],
] as const)(
  "the places and laps of every race of %s are given once (starts known: %s)",
  async (book, starts) => {
    const points = await racesWith(book, starts);
    const total = entries.reduce((sum, one) => sum + one.points, 0);
    for (const draw of [0, 1, 17, DRAWS - 1])
      expect(points.reduce((sum, row) => sum + row[draw]!, 0)).toBeCloseTo(total, 6);
    for (const [at, row] of points.entries()) {
      const mean = Array.from(row).reduce((sum, one) => sum + one, 0) / DRAWS;
      expect(mean).toBeCloseTo(entries[at]!.points, 9);
    }
  },
);

test("races have the deviation that results have, more of it in front, and few drivers with most laps", async () => {
  const points = await racesWith("bookA", true);
  const deviations = points.map((row, at) => spreadOf(row, entries[at]!.points));
  const all = Math.sqrt(deviations.reduce((sum, one) => sum + one ** 2, 0) / DRIVERS);
  expect(all).toBeGreaterThan(21);
  expect(all).toBeLessThan(26);
  expect(deviations[1]! / deviations[36]!).toBeGreaterThan(1.3);
  // Two drivers of a race correlate by about -1 / 37, and no race has two drivers far above 68 points often.
  const many = Array.from({ length: DRAWS }, (_, draw) => points.filter((row) => row[draw]! > 68).length);
  expect(many.filter((count) => count > 4).length / DRAWS).toBeLessThan(0.02);
  expect(many.filter((count) => count > 0).length / DRAWS).toBeGreaterThan(0.5);
});

test("a seed gives the same races, and a stated spread replaces a driver's own", async () => {
  const [one, same, other] = [
    await racesWith("bookA", false, 1, 512),
    await racesWith("bookA", false, 1, 512),
    await racesWith("bookA", false, 9, 512),
  ];
  // Comparing so many numbers with `toEqual` takes longer than drawing them.
  const isSame = (row: ArrayLike<number>, before: ArrayLike<number>) =>
    Array.from(row).every((value, draw) => value === before[draw]);
  const isAsBefore = (points: typeof one) => points.every((row, at) => isSame(row, one[at]!));
  expect([isAsBefore(same), isAsBefore(other)]).toEqual([true, false]);
  const scoring = await catalog.scoringTable("nascar", "bookA");
  const known = [{ uuid: "d3", deviation: 0.5 }];
  const { points } = raceOutcomes(entries, { table, known, seed: 1 }, scoring, 512);
  expect(spreadOf(points[3]!, entries[3]!.points)).toBeLessThan(1);
  expect(isSame(points[2]!, one[2]!)).toBe(true);
});
