import { expect, test } from "vitest";
import type { Problem } from "../../../src/contests/problem/problem.ts";
import { withoutAbsent } from "../../../src/simulation/contest/opponents.ts";

/** Name, position, salary, points and ownership; without points, a player has no projection. */
const ROWS = [
  ["out", "PG/SG", 6_000, null, 30],
  ["near", "PG", 6_100, 30, 10],
  ["far", "SG", 9_000, 45, 10],
  ["rare", "SG", 6_100, 30, 0],
  ["other", "C", 6_000, 30, 50],
  ["zero", "C", 3_000, 0, 20],
] as const;

test("the ownership of players who are out goes to likely replacements, and none is lost", () => {
  const problem = {
    cap: 50_000,
    request: { players: ROWS.map(([player, position, salary]) => ({ player, position, salary })) },
    entries: ROWS.flatMap(([uuid, , salary, points]) => (points === null ? [] : [{ uuid, salary, points }])),
  } as unknown as Problem;
  const ownership = new Map(ROWS.map(([uuid, , , , percent]) => [uuid, percent]));
  const moved = withoutAbsent(problem, ownership);
  const more = (uuid: string) => moved.get(uuid)! - ownership.get(uuid as "out")!;
  expect([more("out"), more("zero"), more("other")]).toEqual([-30, -20, 20]);
  expect(more("near") + more("far") + more("rare")).toBeCloseTo(30, 9);
  // Equally near in salary: one counts 11 times as much. Equally popular: 3,000 apart, of 1,000 per e-fold.
  expect(more("near") / more("rare")).toBeCloseTo(11, 9);
  expect(more("near") / more("far")).toBeCloseTo(Math.exp(2.9), 9);
  const present = new Map([["near", 10]]);
  expect(withoutAbsent(problem, present)).toBe(present);
});
