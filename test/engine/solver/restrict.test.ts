import { describe, expect, it } from "vitest";
import { lowerModel } from "../../../src/engine/lowering/lower-model.ts";
import { noneOf } from "../../../src/engine/model/model.ts";
import { restrict, WHOLE, widen } from "../../../src/engine/solver/binary.ts";
import { modelOf } from "../../../src/testing/models/hand-made.ts";

/** Two seats, four entries in one class; entry 3 is forbidden. */
const program = lowerModel(
  modelOf(
    [[0, 2]],
    [1, 2, 4, 8].map((points) => [{ slots: [0], points, salary: 10 * points }]),
    [noneOf([3]), { kind: "budget", maximum: 55 }],
  ),
);

describe("restrict", () => {
  it("drops excluded picks", () => {
    const whole = restrict(program, WHOLE)!;
    expect([...whole.picks]).toEqual([0, 1, 2]);
    expect(whole.program.gain).toHaveLength(3);
    expect(whole.gain).toBe(0);
  });

  it("subtracts the taken picks from the bounds of rows", () => {
    const { program: rest, gain } = restrict(program, { taken: [2], left: [0], more: false })!;
    expect(rest.pickCount).toBe(1);
    expect(gain).toBe(program.gain[2]);
    const seats = rest.rows.find((row) => row.lower === row.upper)!;
    expect([...seats.columns]).toEqual([0]);
    expect(seats.upper).toBe(1);
    const budget = rest.rows.find((row) => row.lower !== row.upper)!;
    expect(budget.upper).toBe(1);
  });

  it("finds a part empty if a row is violated or a pick is both taken and left", () => {
    expect(restrict(program, { taken: [0, 1, 2], left: [], more: false })).toBeNull();
    expect(restrict(program, { taken: [0], left: [1, 2], more: false })).toBeNull();
    expect(restrict(program, { taken: [0], left: [0], more: false })).toBeNull();
    expect(restrict(program, { taken: [3], left: [], more: false })).toBeNull();
    expect(restrict(program, { taken: [0, 1], left: [2], more: true })).toBeNull();
  });

  it("requires another pick if the part does", () => {
    const { program: rest } = restrict(program, { taken: [0], left: [], more: true })!;
    expect(rest.rows.at(-1)).toMatchObject({ lower: 1, upper: 2 });
  });

  it("maps picks back to the larger program, restriction by restriction", () => {
    const outer = restrict(program, { taken: [1], left: [], more: false })!;
    const inner = restrict(outer.program, { taken: [], left: [0], more: false })!;
    expect(widen(outer, widen(inner, [0]))).toEqual([1, 2]);
  });
});
