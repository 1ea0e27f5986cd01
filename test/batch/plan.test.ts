import fc from "fast-check";
import { expect, it } from "vitest";
import { chunkCount, placeOf, segmentsOf } from "../../src/batch/plan.ts";
import { CHUNK } from "../../src/shared/schema/fields.ts";
import { runs } from "../support/runs.ts";

it("assigns every line to one chunk of one shard and keeps the order of lines within a shard", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5_000 }),
      fc.integer({ min: 1, max: 8 }),
      fc.integer({ min: 1, max: 17 }),
      (lines, chunks, of) => {
        const segment = chunks * CHUNK;
        const owners = new Int32Array(lines);
        for (let index = 1; index <= of; index += 1) {
          const plan = { lines, segment, shard: { index, of } };
          let last = -1;
          for (let at = 0; at < chunkCount(plan); at += 1) {
            const place = placeOf(plan, at);
            expect(place.from).toBeGreaterThan(last);
            expect(place.to - place.from).toBeGreaterThan(0);
            expect(segmentsOf(plan)).toContain(place.segment);
            expect(Math.floor(place.from / segment)).toBe(place.segment);
            expect(Math.floor((place.to - 1) / segment)).toBe(place.segment);
            for (let line = place.from; line < place.to; line += 1) owners[line]! += 1;
            last = place.to - 1;
          }
        }
        expect(owners.every((count) => count === 1)).toBe(true);
      },
    ),
    runs(200),
  );
});
