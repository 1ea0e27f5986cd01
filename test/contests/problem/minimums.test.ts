import { describe, expect, it } from "vitest";
import { build, issuesOf, refuses } from "./support.ts";

describe("minimums are refused", () => {
  refuses([
    [{ positions: { QB: 2 } }, "minimum-beyond-slots", "/positions/QB", "1"],
    [{ positions: { FLEX: 2 } }, "minimum-beyond-slots", "/positions/FLEX", "2"],
    [
      { positions: { "a/b": 1 } },
      "invalid-position",
      "/positions/a~1b",
      '"a/b" is not a position or a slot of this contest. Known: QB, WR, RB, DST, FLEX.',
    ],
    [{ positions: { WR: 1, W: 2 } }, "duplicate", "/positions/W", "/positions/WR"],
  ]);
});

describe("minimums", () => {
  it("allows a minimum for a position that its holders reach by other positions", () => {
    expect(build({ positions: { RB: 2 } }).minimums).toHaveLength(1);
    expect(issuesOf(() => build({ positions: { RB: 3 } }))[0]!.code).toBe("minimum-beyond-slots");
  });
});
