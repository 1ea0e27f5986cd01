import fc from "fast-check";
import { expect, test } from "vitest";
import { findJsonFault, outlineOf, readJson } from "../../src/shared/json.ts";

test.each([
  ['{"a": [1, 2,]}', 1, 13],
  ['{\n  "a": 1\n  "b": 2\n}', 3, 3],
  ['{"a": 1,\n}', 2, 1],
  ["", 1, 1],
  ["{} {}", 1, 4],
  ["{'a': 1}", 1, 2],
  ['["a\nb"]', 1, 2],
  ['{\n "a": 1, "b": 2,\n "\\u0061": 3}', 3, 2],
  [`${"[".repeat(100)}${"]".repeat(100)}`, 1, 66],
  [`${'{"a":'.repeat(100)}1${"}".repeat(100)}`, 1, 326],
])("%j has its fault in line %i, column %i", (text, line, column) => {
  expect(findJsonFault(text)).toMatchObject({ line, column });
});

test("locates faults exactly where JSON.parse does, in corrupted texts", () => {
  let sound = 0;
  let located = 0;
  let broken = 0;
  const accident = fc.constantFrom("", ",", "]", "}", "{", "[", '"', ":", "x", "1", " ", "\n", "\\", "nul");
  fc.assert(
    fc.property(fc.json(), fc.nat(), fc.nat(3), accident, (json, where, cut, insert) => {
      const text = JSON.stringify(JSON.parse(json), null, 1);
      const at = where % (text.length + 1);
      const damaged = text.slice(0, at) + insert + text.slice(at + cut);
      const fault = findJsonFault(damaged);
      const refusal = refusalOf(damaged);
      if (refusal === null) {
        // JSON allows duplicate fields; we refuse them.
        if (fault !== null) expect(fault.reason).toContain("twice");
        sound += 1;
        return;
      }
      expect(fault).not.toBeNull();
      broken += 1;
      const offset = /at position (\d+)/.exec(refusal)?.[1];
      if (offset === undefined || fault!.reason.includes("twice")) return;
      expect(fault!.line).toBe(damaged.slice(0, Number(offset)).split("\n").length);
      located += 1;
    }),
    { seed: 7, numRuns: 2000 },
  );
  expect(sound).toBeGreaterThan(200);
  expect(broken).toBeGreaterThan(500);
  expect(located).toBeGreaterThan(100);
});

test("seeks a fault in the first part of a text, and says if it comes later", () => {
  const text = `[\n"${"a".repeat(1_000)}",\n`;
  expect(readJson(`${text}1 2]`, 2_000)).toMatchObject({ fault: { line: 3, column: 3 } });
  expect(readJson(`${text}1 2]`, 100)).toMatchObject({
    fault: { line: 2, column: 99, reason: "here or later, the text is not JSON" },
  });
  expect(readJson(`${text}{"b": 1, "b": 2}]`, 100)).toMatchObject({
    fault: { line: 2, reason: "here or later, the text gives a field twice" },
  });
});

test("an outline has the depth and the fields of a text", () => {
  let deep = 0;
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), (json) => {
      let fields = 0;
      const depthOf = (value: unknown): number => {
        if (typeof value !== "object" || value === null) return 0;
        if (!Array.isArray(value)) fields += Object.keys(value).length;
        return 1 + Math.max(0, ...Object.values(value).map(depthOf));
      };
      const depth = depthOf(JSON.parse(json));
      expect(outlineOf(JSON.stringify(JSON.parse(json)))).toEqual({ depth, fields });
      if (depth > 2) deep += 1;
    }),
    { numRuns: 300, seed: 3 },
  );
  expect(deep).toBeGreaterThan(20);
});

function refusalOf(text: string): string | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}
