import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { spreadOf } from "../../src/report/report.ts";
import { runs } from "../support/runs.ts";

describe("a histogram", () => {
  it("has contiguous bins that count every number once", () => {
    const number = fc.oneof(
      fc.integer({ min: -500, max: 60_000 }),
      fc.double({ min: 0, max: 200, noNaN: true }),
    );
    let several = 0;
    fc.assert(
      fc.property(fc.array(number, { minLength: 1, maxLength: 40 }), (numbers) => {
        const { bins, least, most, mean, median } = spreadOf(numbers);
        expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(numbers.length);
        for (const [index, bin] of bins.entries()) {
          if (index > 0) expect(bin.from).toBe(bins[index - 1]!.to);
          const isLast = index === bins.length - 1;
          const inside = numbers.filter(
            (one) => one >= bin.from && (one < bin.to || (isLast && one <= bin.to)),
          );
          expect(bin.count).toBe(inside.length);
        }
        expect(bins.length).toBeLessThanOrEqual(12);
        expect([least, most]).toEqual([Math.min(...numbers), Math.max(...numbers)]);
        expect(mean).toBeGreaterThanOrEqual(least - 1e-9);
        expect(median).toBeLessThanOrEqual(most);
        if (bins.length > 3) several += 1;
      }),
      runs(200),
    );
    expect(several).toBeGreaterThan(100);
  });

  it("of equal numbers has one bin, of numbers a unit apart one each, of no numbers none", () => {
    expect(spreadOf([7, 7]).bins).toEqual([{ from: 7, to: 7.01, count: 2 }]);
    expect(spreadOf([49_900, 50_000, 50_000], 100).bins).toEqual([
      { from: 49_900, to: 50_000, count: 1 },
      { from: 50_000, to: 50_100, count: 2 },
    ]);
    expect(spreadOf([]).bins).toEqual([]);
    expect(spreadOf([1, 2, 10]).median).toBe(2);
    expect(spreadOf([1, 2, 4, 10]).median).toBe(3);
  });
});
