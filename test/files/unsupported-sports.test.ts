import { describe, expect, test } from "vitest";
import { SPORT_NAMES, unsupportedSportOf } from "../../src/files/sports.ts";
import { FOOTBALL, fileError, read } from "./support.ts";

describe("a sport without rules", () => {
  test("is recognised by positions that only it has", () => {
    expect(unsupportedSportOf(new Set(["SP", "C", "1B", "OF"]))).toBe("baseball");
    expect(unsupportedSportOf(new Set(["GK", "D", "M", "F"]))).toBe("soccer");
    for (const positions of [["QB", "DST"], ["PG", "C"], ["C", "W", "D", "G"], ["P"]])
      expect(unsupportedSportOf(new Set(positions))).toBeNull();
  });

  test("is refused by name, with the supported sports", () => {
    const baseball = FOOTBALL.replaceAll(/^(QB|WR|RB|DST|TE),/gm, "OF,").replaceAll("DST", "OF");
    const { message } = fileError(() => read(baseball));
    expect(message).toContain("baseball is not supported");
    for (const sport of SPORT_NAMES) expect(message).toContain(sport);
  });
});
