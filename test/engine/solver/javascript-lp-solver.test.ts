import { describe, expect, it } from "vitest";
import { lowerModel } from "../../../src/engine/lowering/lower-model.ts";
import { javascriptLpSolver } from "../../../src/engine/solver/javascript-lp-solver.ts";
import { AbortedError, TimeLimitError } from "../../../src/shared/errors.ts";
import { slate } from "../../../src/testing/conformance/solver-properties.ts";
import { free, stopped, within } from "../../support/interrupts.ts";

const program = lowerModel(slate(20));

describe("javascript-lp-solver", () => {
  it("distinguishes infeasibility from an error", () => {
    const none = { ...program, rows: [...program.rows, { ...program.rows[0]!, lower: 99, upper: 99 }] };
    expect(javascriptLpSolver.solve(none, free())).toBeNull();
  });

  it("answers a program without columns", () => {
    const empty = { ...program, pickCount: 0, upper: new Float64Array(), gain: new Float64Array(), rows: [] };
    expect(javascriptLpSolver.solve(empty, free())).toEqual([]);
  });

  it("never takes a timed-out answer as the optimum", () => {
    const start = performance.now();
    expect(() => javascriptLpSolver.solve(lowerModel(slate(400)), within(50))).toThrow(TimeLimitError);
    expect(performance.now() - start).toBeLessThan(20_000);
    expect(() => javascriptLpSolver.solve(program, within(0))).toThrow(TimeLimitError);
    expect(() => javascriptLpSolver.solve(program, stopped())).toThrow(AbortedError);
  });
});
