import { describe, it } from "vitest";
import { fixedProperties } from "../../../src/testing/conformance/solver-properties.ts";
import { exhaustiveSolver } from "../../../src/testing/exhaustive.ts";

describe("exhaustive search, the reference for the solvers,", () => {
  for (const { name, run } of fixedProperties(exhaustiveSolver, 0).filter((one) =>
    one.name.includes("by hand"),
  ))
    it(name, async () => {
      await run();
    });
});
