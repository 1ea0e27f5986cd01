import { expect, test } from "vitest";
import type { Model } from "../../../../src/engine/model/model.ts";
import { drawField } from "../../../../src/engine/solver/contest/field/draw-field.ts";

test("a drawn field leaves as much of the cap as it is asked to in the mean, and its duplicates follow", async () => {
  const salary = Float64Array.from({ length: 12 }, (_, entry) => 1_000 + 100 * entry);
  const origin = { constraint: "test", pointer: null, words: "" };
  const model: Model = {
    entries: 12,
    slots: [{ role: 0, count: 4 }],
    picks: {
      entry: Int32Array.from(salary, (_, entry) => entry),
      role: new Uint8Array(12),
      slots: new Int32Array(12).fill(1),
      points: new Float64Array(12),
      salary,
    },
    rules: [
      { kind: "budget", maximum: 6_500, origin },
      { kind: "once", origin },
      { kind: "fill", slot: 0, origin },
    ],
  };
  const endless = {
    flag: new Int32Array(1),
    deadline: Number.POSITIVE_INFINITY,
    milliseconds: Number.POSITIVE_INFINITY,
  };
  const shares = new Float64Array(12).fill(Number.NaN);
  const own = Uint16Array.from([0, 5, 8, 11]);
  for (const left of [null, 150, 60]) {
    const drawn = await drawField(
      { model, shares, least: 5_500, left, count: 20_000, seed: 3, own },
      endless,
    );
    const { lineups, weights } = drawn!.field;
    let [sum, twins] = [0, 0];
    for (const [index, weight] of weights.entries()) {
      const picks = lineups.subarray(4 * index, 4 * index + 4);
      sum += weight * (6_500 - picks.reduce((all, pick) => all + salary[pick]!, 0));
      if (picks.join() === own.join()) twins = weight;
    }
    if (left === null) expect(sum / 20_000).toBeGreaterThan(200);
    else expect(Math.abs(sum / 20_000 - left)).toBeLessThan(0.05 * left);
    const expected = drawn!.duplicates[0]!;
    expect(expected).toBeGreaterThan(20);
    expect(Math.abs(twins - expected)).toBeLessThan(5 * Math.sqrt(expected));
  }
});
