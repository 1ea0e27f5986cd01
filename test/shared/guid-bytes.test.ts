import { createHash } from "node:crypto";
import fc from "fast-check";
import { stringify, v5 } from "uuid";
import { describe, expect, it } from "vitest";
import { nodeSha1 } from "../../src/platform/node/machinery.ts";
import { GUID_BYTES, nameGuid, sha1, writeGuid } from "../../src/shared/guid-bytes.ts";
import { runs } from "../support/runs.ts";

const bytes = fc.uint8Array({ maxLength: 300 });

/** Every length around the ends of blocks, where the padding changes. */
const edges = [0, 1, 55, 56, 57, 63, 64, 65, 119, 120, 127, 128, 1_000, 33_000];

describe("a SHA-1 digest", () => {
  it.each(edges)("of %i bytes equals Node's", (length) => {
    const input = Uint8Array.from({ length }, (_, at) => (at * 37 + length) & 255);
    expect(hex(sha1(input))).toBe(createHash("sha1").update(input).digest("hex"));
    expect(nodeSha1(input)).toEqual(Int32Array.from(sha1(input)));
  });

  it("equals Node's for any prefix of any bytes", () => {
    fc.assert(
      fc.property(bytes, fc.nat(), (input, cut) => {
        const length = cut % (input.length + 1);
        expect(hex(sha1(input, length))).toBe(
          createHash("sha1").update(input.subarray(0, length)).digest("hex"),
        );
      }),
      runs(300),
    );
  });
});

describe("a name's GUID", () => {
  it("is the version 5 UUID of the uuid package", () => {
    fc.assert(
      fc.property(fc.uuid(), bytes, (namespace, name) => {
        const input = new Uint8Array(GUID_BYTES + name.length);
        writeGuid(namespace.toUpperCase(), input, 0);
        expect(stringify(input)).toBe(namespace);
        input.set(name, GUID_BYTES);
        expect(nameGuid(input)).toBe(v5(name, namespace));
      }),
      runs(300),
    );
  });
});

function hex(words: Int32Array): string {
  return Array.from(words, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}
