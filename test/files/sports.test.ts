import { describe, expect, it } from "vitest";
import {
  comparablePositions,
  defenseOf,
  isDefense,
  positionParts,
  sportsOf,
  strangersTo,
} from "../../src/contests/catalog/sports.ts";

describe("positions", () => {
  it("are split, in upper case", () => {
    expect(positionParts(" pg/SG, sf /")).toEqual(["PG", "SG", "SF"]);
  });

  it("determine the sports that have all of them", () => {
    expect(sportsOf(new Set(["QB", "DST"]))).toEqual(["american-football"]);
    expect(sportsOf(new Set(["PG", "C"]))).toEqual(["basketball"]);
    expect(sportsOf(new Set(["C"]))).toEqual(["basketball", "ice-hockey", "baseball"]);
    expect(sportsOf(new Set(["QB", "PG"]))).toEqual([]);
  });

  it("that a sport lacks are unknown to it; custom sports have no unknown ones", () => {
    expect(strangersTo("ice-hockey", new Set(["C", "QB"]))).toEqual(["QB"]);
    expect(strangersTo("curling", new Set(["SKIP"]))).toEqual([]);
  });

  it("mean a team's defense in football, where D is an alias, but not in hockey", () => {
    expect(["DST", "def", "D"].map((one) => isDefense("american-football", one))).toEqual([true, true, true]);
    expect(isDefense("ice-hockey", "D")).toBe(false);
    expect(["DST", "D"].map((one) => isDefense("curling", one))).toEqual([true, false]);
    expect(["american-football", "ice-hockey", "curling"].map(defenseOf)).toEqual(["DST", null, "DST"]);
  });

  it("are compared in one spelling, apart from slots", () => {
    expect(comparablePositions("ice-hockey", "LW/UTIL")).toEqual(new Set(["W"]));
    expect(comparablePositions("american-football", "DEF")).toEqual(new Set(["DST"]));
    expect(comparablePositions("curling", "SKIP")).toEqual(new Set(["SKIP"]));
  });
});
