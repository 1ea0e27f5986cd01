import { describe, expect, it } from "vitest";
import { lowerModel } from "../../../src/engine/lowering/lower-model.ts";
import { wholePicks } from "../../../src/engine/solver/binary.ts";
import { SolverFailedError } from "../../../src/shared/errors.ts";
import { modelOf } from "../../../src/testing/models/hand-made.ts";

const program = lowerModel(
  modelOf(
    [[0, 1]],
    [1, 2, 3].map((points) => [{ slots: [0], points }]),
  ),
);

describe("wholePicks", () => {
  it("rounds a solver's floating-point values", () => {
    expect(wholePicks("x", program, [1e-9, 1 - 1e-9, -1e-9])).toEqual([1]);
  });

  it.each([[[0.5, 0, 0]], [[0, Number.NaN, 0]], [[0, 2, 0]], [[0, 0]]])("refuses %s", (columns) => {
    expect(() => wholePicks("x", program, columns)).toThrow(SolverFailedError);
  });
});
