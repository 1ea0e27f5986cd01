import { describe, expect, it } from "vitest";
import { lowerModel } from "../../../src/engine/lowering/lower-model.ts";
import type { Program } from "../../../src/engine/model/program.ts";
import { boundOf } from "../../../src/engine/solver/binary.ts";
import { loadHighs } from "../../../src/engine/solver/registry.ts";
import { compileHighs, machinery } from "../../../src/platform/node/machinery.ts";
import { AbortedError, SolverFailedError, TimeLimitError } from "../../../src/shared/errors.ts";
import { slate } from "../../../src/testing/conformance/solver-properties.ts";
import { free, stopped, within } from "../../support/interrupts.ts";

const highs = await loadHighs(machinery);
const small = lowerModel(slate(40));

/**
 * Hard for branch and bound: even numbers of similar size that must sum to an odd one; one is slightly
 * non-even.
 */
function hard(pickCount: number): Program {
  const values = Float64Array.from({ length: pickCount }, (_, at) => 2 * (100_000 + 37 * at * at));
  const total = values.reduce((sum, value) => sum + value, 0);
  const odd = 2 * Math.floor(total / 4) + 1;
  return {
    ...small,
    pickCount,
    upper: new Float64Array(pickCount).fill(1),
    whole: new Uint8Array(pickCount).fill(1),
    gain: new Float64Array(pickCount).fill(1),
    rows: [
      {
        columns: Int32Array.from(values.keys()),
        values: values.map((value, at) => value + (at === 0 ? 1e-3 : 0)),
        lower: odd,
        upper: odd,
      },
    ],
  };
}

describe("HiGHS", () => {
  it("is compiled once", async () => {
    expect(await compileHighs()).toBe(await compileHighs());
  });

  it("answers a program without columns without a call of HiGHS", () => {
    const empty = { ...small, pickCount: 0, upper: new Float64Array(), gain: new Float64Array(), rows: [] };
    expect(highs.solve(empty, free())).toEqual([]);
    expect(highs.duals(empty, free())).toHaveLength(0);
    const row = (lower: number, upper: number) => {
      const rows = [{ columns: new Int32Array(), values: new Float64Array(), lower, upper }];
      const answers = [highs.solve({ ...empty, rows }, free()), highs.duals({ ...empty, rows }, free())];
      return answers.map((answer) => answer?.length ?? null);
    };
    expect(row(-1, 0)).toEqual([0, 1]);
    expect(row(0, 1)).toEqual([0, 1]);
    expect(row(1, 1)).toEqual([null, null]);
    expect(row(-2, -1)).toEqual([null, null]);
  });

  it("distinguishes infeasibility from an error", () => {
    const none = { ...small, rows: [...small.rows, { ...small.rows[0]!, lower: 99, upper: 99 }] };
    expect(highs.solve(none, free())).toBeNull();
    expect(highs.duals(none, free())).toBeNull();
  });

  it("has duals whose bound is that of the linear relaxation", () => {
    const picks = highs.solve(small, free())!;
    const gain = picks.reduce((sum, pick) => sum + small.gain[pick]!, 0);
    const { bound } = boundOf(small, highs.duals(small, free())!);
    expect(bound).toBeGreaterThanOrEqual(gain);
    expect(bound).toBeLessThan(1.05 * gain);
  });

  it("stops at its deadline and when aborted", () => {
    // Without a deadline it takes hours.
    expect(() => highs.solve(hard(60), within(100))).toThrow(TimeLimitError);
    expect(() => highs.solve(small, stopped())).toThrow(AbortedError);
    expect(() => highs.solve(small, within(-1))).toThrow(TimeLimitError);
  });

  it("refuses a program that it cannot read", () => {
    const broken = { ...small, upper: small.upper.map(() => Number.NaN) };
    expect(() => highs.solve(broken, free())).toThrow(SolverFailedError);
  });

  it("frees its model and memory, however a solve ends", () => {
    const solveAll = () => {
      highs.solve(small, free());
      highs.duals(small, free());
      expect(() => highs.solve(hard(60), within(5))).toThrow(TimeLimitError);
      expect(() => highs.solve({ ...small, gain: small.gain.map(() => Number.NaN) }, free())).toThrow();
    };
    for (let warm = 0; warm < 3; warm += 1) solveAll();
    const before = highs.memoryBytes();
    for (let round = 0; round < 10; round += 1) solveAll();
    expect(highs.openModels()).toBe(0);
    expect(highs.memoryBytes()).toBe(before);
  });
});
