import { describe, expect, it } from "vitest";
import { build, issuesOf, refuses } from "./support.ts";

describe("minimums are refused", () => {
  refuses([
    [
      "for a minimum beyond the slots that accept the position",
      { positions: { QB: 2 } },
      "minimum-beyond-slots",
      "/positions/QB",
      "1",
    ],
    [
      "for a minimum beyond a slot's seats",
      { positions: { FLEX: 2 } },
      "minimum-beyond-slots",
      "/positions/FLEX",
      "2",
    ],
    [
      "for a minimum of what is neither position nor slot",
      { positions: { "a/b": 1 } },
      "invalid-position",
      "/positions/a~1b",
      '"a/b" is not a position or a slot of this contest. Known: QB, WR, RB, DST, FLEX.',
    ],
    [
      "for a minimum given by name and by alias",
      { positions: { WR: 1, W: 2 } },
      "duplicate",
      "/positions/W",
      "/positions/WR",
    ],
  ]);
});

describe("minimums", () => {
  it("allows a minimum for a position that its holders reach by other positions", () => {
    expect(build({ positions: { RB: 2 } }).minimums).toHaveLength(1);
    expect(issuesOf(() => build({ positions: { RB: 3 } }))[0]!.code).toBe("minimum-beyond-slots");
  });
});
