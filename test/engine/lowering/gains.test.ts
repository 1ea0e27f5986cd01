import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gainsOf } from "../../../src/engine/lowering/lower-model.ts";
import { POINT_UNITS } from "../../../src/engine/model/model.ts";
import { runs, share } from "../../support/runs.ts";

describe("gainsOf", () => {
  it("keeps points with two decimals exact", () => {
    const points = Float64Array.from([12.34, -0.5, 0, 28.01], (value) => Math.round(value * POINT_UNITS));
    const { gain, grid, error } = gainsOf(points, 9);
    expect(error).toBe(0);
    expect(Array.from(gain, (value) => value * grid)).toEqual([...points]);
    expect([...gain]).toEqual([1234, -50, 0, 2801]);
  });

  it("has integer gains even if all points are 0", () => {
    expect(gainsOf(new Float64Array(3), 2)).toMatchObject({ grid: 1, error: 0 });
  });

  it("keeps gains integer and small, and reports the possible error of sums", () => {
    let rounded = 0;
    const points = fc.array(fc.integer({ min: -(10 ** 12), max: 10 ** 12 }), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(points, (units) => {
        const { gain, grid, error } = gainsOf(Float64Array.from(units), units.length);
        for (const value of gain) {
          expect(Number.isInteger(value)).toBe(true);
          expect(Math.abs(value)).toBeLessThanOrEqual(2 ** 20);
        }
        const total = units.reduce((sum, value) => sum + value, 0);
        const gained = gain.reduce((sum, value) => sum + value, 0);
        expect(Math.abs(total - gained * grid)).toBeLessThanOrEqual(error);
        if (error > 0) rounded += 1;
      }),
      runs(200),
    );
    expect(rounded).toBeGreaterThanOrEqual(share(200, 0.5));
  });
});
