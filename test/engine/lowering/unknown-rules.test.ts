import { describe, expect, it } from "vitest";
import { lowerModel } from "../../../src/engine/lowering/lower-model.ts";
import type { Model, Rule } from "../../../src/engine/model/model.ts";
import { satisfies } from "../../../src/engine/model/satisfies.ts";
import { createSearch } from "../../../src/engine/search/search.ts";
import { SOLVER_NAMES } from "../../../src/engine/solver/registry.ts";
import { createRunner } from "../../../src/platform/node/runner.ts";
import { UnsupportedModelError } from "../../../src/shared/errors.ts";
import { modelOf } from "../../../src/testing/models/hand-made.ts";

/** A rule kind that no reader knows, as from a newer model or an untyped caller. */
const origin = { constraint: "novel", pointer: null, words: "something new" };
const strange = { kind: "toString", entries: [0], origin } as unknown as Rule;

const model: Model = {
  ...modelOf([[0, 1]], [[{ slots: [0], points: 2 }], [{ slots: [0], points: 1 }]]),
  rules: [...modelOf([[0, 1]], []).rules, strange],
};

describe("a rule of an unknown kind", () => {
  it("is never ignored: the lowering and the check of answers report the model as unsupported", () => {
    expect(() => lowerModel(model, "highs")).toThrow(UnsupportedModelError);
    expect(() => lowerModel(model, "highs")).toThrow(/highs.*toString/);
    expect(() => satisfies(model, [0])).toThrow(UnsupportedModelError);
  });

  it.each([...SOLVER_NAMES, "auto"] as const)("is refused by %s", async (solver) => {
    const search = createSearch(createRunner(0));
    try {
      await expect(search.best(model, 1, solver, {})).rejects.toBeInstanceOf(UnsupportedModelError);
    } finally {
      await search.close();
    }
  });
});
