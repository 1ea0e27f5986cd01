import { expect, it } from "vitest";
import { pathOf, pointerOf } from "../../src/shared/pointer.ts";

it("is the path from which a pointer was made", () => {
  for (const path of [[], ["data", 0, "uuid"], ["C/W", "a~b", "~1", ""]])
    expect(pathOf(pointerOf(path))).toEqual(path);
});
