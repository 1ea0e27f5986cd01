import { expect, it } from "vitest";
import { pointerOf } from "../../src/shared/pointer.ts";

it("joins keys and indices by slashes, and escapes what a key has of them", () => {
  expect(pointerOf([])).toBe("");
  expect(pointerOf(["data", 0, "uuid"])).toBe("/data/0/uuid");
  expect(pointerOf(["C/W", "a~b", "~1"])).toBe("/C~1W/a~0b/~01");
});
