import { expect, it } from "vitest";
import { headerKey, isKnownAfterLock } from "../../src/shared/header-key.ts";

it("ignores case, spaces and punctuation of a header, and keeps the letters of all alphabets", () => {
  expect(headerKey("Proj. Pts ($)")).toBe("projpts");
  expect(headerKey("Größe_2")).toBe("größe2");
  expect(headerKey(" - ")).toBe("");
});

it("knows headers of values that are known only after lock", () => {
  for (const header of ["actualfpts", "actual", "drafted", "result", "finalpoints"])
    expect(isKnownAfterLock(header)).toBe(true);
  for (const header of [
    "fpts",
    "projection",
    "projfinals",
    "ownership",
    "lineupconfirmed",
    "battingorderconfirmed",
  ])
    expect(isKnownAfterLock(header)).toBe(false);
});
