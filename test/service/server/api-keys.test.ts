import { describe, expect, it } from "vitest";
import { ApiKeys, createApiKey, hashApiKey, isKeyHash } from "../../../src/service/server/authenticate.ts";

describe("API keys", () => {
  it("are random, valid in a query, and recognised by their hashes", () => {
    const made = Array.from({ length: 20 }, createApiKey);
    expect(new Set(made.map(({ key }) => key)).size).toBe(20);
    const keys = new ApiKeys(made.map(({ hash }) => hash.toUpperCase()));
    for (const { key, hash } of made) {
      expect(key).toMatch(/^[\w-]{43}$/);
      expect(hashApiKey(key)).toBe(hash);
      expect(isKeyHash(hash)).toBe(true);
      expect(isKeyHash(key)).toBe(false);
      expect(keys.verify(key)).toBe(hash);
    }
  });

  it("are hashed with SHA-256", () => {
    // The test vector "abc" of FIPS 180-2.
    expect(hashApiKey("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  });

  it.each([null, "", "abd", `abc${"c".repeat(2_000)}`])("do not accept %s", (key) => {
    const keys = new ApiKeys([hashApiKey("abc")]);
    expect(() => keys.verify(key)).toThrow(expect.objectContaining({ status: 401 }));
  });

  it("are hashed up to a key's length only", () => {
    const long = "x".repeat(513);
    expect(() => new ApiKeys([hashApiKey(long)]).verify(long)).toThrow(
      expect.objectContaining({ status: 401 }),
    );
  });
});
