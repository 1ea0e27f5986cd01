import fc from "fast-check";
import { expect, it } from "vitest";
import { bestByParts } from "../../../src/engine/search/best-by-parts.ts";
import { smallModel } from "../../../src/testing/models/small-model.ts";
import { free } from "../../support/interrupts.ts";

it("fails with the first failing part", async () => {
  const [model] = fc.sample(smallModel, { numRuns: 1, seed: 3 });
  const broken = {
    solve() {
      throw new Error("broken");
    },
  };
  await expect(bestByParts("highs", broken, { model: model!, count: 5 }, free())).rejects.toThrow("broken");
});
