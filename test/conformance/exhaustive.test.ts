import { describe, expect, it } from "vitest";
import { allSolutions } from "../../src/testing/exhaustive.ts";
import { handMade } from "../../src/testing/models/hand-made.ts";

describe.each(handMade)("exhaustive search, which judges the solvers, on $name", ({ model, best }) => {
  it("lists the totals worked out by hand", () => {
    expect(allSolutions(model).map((solution) => solution.points)).toEqual(best);
  });
});
