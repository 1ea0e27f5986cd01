import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { sha1 } from "../../src/shared/guid-bytes.ts";
import { runs } from "../support/runs.ts";

const hex = (words: Int32Array) =>
  Array.from(words, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
const known = (bytes: Uint8Array) => createHash("sha1").update(bytes).digest("hex");

it("equals Node's digest at every length around whole blocks", () => {
  for (let length = 0; length <= 200; length += 1) {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 37 + length) & 255);
    expect(hex(sha1(bytes))).toBe(known(bytes));
  }
});

it("equals Node's digest for any bytes and any prefix of them", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 500 }), fc.nat(500), (bytes, most) => {
      const length = Math.min(most, bytes.length);
      expect(hex(sha1(bytes, length))).toBe(known(bytes.subarray(0, length)));
    }),
    runs(100),
  );
});
