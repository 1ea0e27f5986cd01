import { describe, expect, it } from "vitest";
import { allSolutions } from "../support/exhaustive.ts";
import { handMade } from "../support/models.ts";

describe.each(handMade)("exhaustive search, which judges the solvers, on $name", ({ model, best }) => {
  it("lists the totals worked out by hand", () => {
    expect(allSolutions(model).map((solution) => solution.points)).toEqual(best);
  });
});
