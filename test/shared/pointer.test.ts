import { expect, it } from "vitest";
import { placeOf, pointerOf } from "../../src/shared/pointer.ts";

it("joins keys and indices by slashes, and escapes slashes in keys", () => {
  expect(pointerOf([])).toBe("");
  expect(pointerOf(["data", 0, "uuid"])).toBe("/data/0/uuid");
  expect(pointerOf(["C/W", "a~b", "~1"])).toBe("/C~1W/a~0b/~01");
});

it("truncates a pointer at a name that is too long to repeat, and shows its beginning", () => {
  expect(placeOf(["data", 0])).toEqual({ pointer: "/data/0", shown: "/data/0" });
  const { pointer, shown } = placeOf(["data", "x".repeat(1_000), "uuid"]);
  expect(pointer).toBe("/data");
  expect(shown).toMatch(/^\/data\/x{80}…$/);
});
