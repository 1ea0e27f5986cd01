import { crc32 as reference } from "node:zlib";
import fc from "fast-check";
import { expect, it } from "vitest";
import { crc32 } from "../../src/batch/checkpoint.ts";
import { runs } from "../support/runs.ts";

it("is the sum that zlib finds", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(crc32(bytes)).toBe(reference(bytes));
    }),
    runs(300),
  );
});
