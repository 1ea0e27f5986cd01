import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { GUID_BYTES, nameGuid, writeGuid } from "../../src/shared/guid-bytes.ts";
import { runs } from "../support/runs.ts";

const bytesOf = (guid: string) => {
  const bytes = new Uint8Array(GUID_BYTES);
  writeGuid(guid, bytes, 0);
  return bytes;
};

it("writes the bytes of any GUID, in either case", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: GUID_BYTES, maxLength: GUID_BYTES }), (bytes) => {
      const hex = Buffer.from(bytes).toString("hex");
      const guid = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
      expect(bytesOf(guid)).toEqual(Uint8Array.from(bytes));
      expect(bytesOf(guid.toUpperCase())).toEqual(Uint8Array.from(bytes));
    }),
    runs(100),
  );
});

it("names by the beginning of the SHA-1 digest of namespace and name, as RFC 9562 says", () => {
  const name = fc.oneof(fc.uint8Array({ maxLength: 300 }), fc.string({ unit: "binary" }));
  fc.assert(
    fc.property(fc.uuid(), name, (namespace, given) => {
      const digest = createHash("sha1").update(bytesOf(namespace)).update(given).digest("hex");
      const guid = nameGuid(given, namespace);
      expect(guid).toBe(nameGuid(given, bytesOf(namespace)));
      const hex = guid.replaceAll("-", "");
      const isFixed = (at: number) => at === 12 || at === 16;
      expect([...hex].filter((_, at) => !isFixed(at))).toEqual(
        [...digest.slice(0, 32)].filter((_, at) => !isFixed(at)),
      );
      expect(guid).toMatch(/^.{14}5.{4}[89ab]/);
    }),
    runs(200),
  );
});

it("names a text that is no valid UTF-16 like one with replacement characters", () => {
  const namespace = "5f0c1f5e-9d0c-4f0e-8a51-6f1f3f0f7a2b";
  expect(nameGuid("a\ud800b", namespace)).toBe(nameGuid("a\ufffdb", namespace));
});
