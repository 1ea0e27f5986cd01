import { expect, it } from "vitest";
import { pathOf, pointerOf } from "../../src/shared/pointer.ts";

it("is the path that a pointer was made of", () => {
  for (const path of [[], ["data", 0, "uuid"], ["C/W", "a~b", "~1", ""]])
    expect(pathOf(pointerOf(path))).toEqual(path);
});
