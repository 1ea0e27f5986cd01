import fc from "fast-check";
import { expect, test } from "vitest";
import { findJsonFault, readJson } from "../../../src/contests/catalog/json-fault.ts";

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

/** More than the fault scan reads. */
const LONG = `[\n"${"a".repeat(1_600_000)}",\n`;

test.each([
  ["1 2]", 3, 3, "expected ',' or ']' after array element"],
  ["1,\n]", 4, 1, "unexpected token ']'"],
  ['{"b": nul}]', 3, 10, "unexpected token '}'"],
  ['"b\nc"]', 3, 3, "bad control character in string literal"],
  ["\n1,", 4, 3, "the text ends too early"],
  ['{"b": 1}] 2', 3, 11, "unexpected non-whitespace character after JSON"],
])("locates the fault of %j after a long beginning in line %i, column %i", (rest, line, column, reason) => {
  expect(readJson(LONG + rest)).toMatchObject({ fault: { line, column, reason } });
});

test("reports a fault known only to be after a long beginning as such", () => {
  const twice = `${LONG}{"b": 1, "b": 2}]`;
  expect(readJson(twice)).toMatchObject({ fault: { line: 2, reason: expect.stringContaining("or later") } });
  const faults = `${'"bbbbbbbbbb", ]        '.repeat(3)}`;
  expect(readJson(LONG + faults)).toMatchObject({
    fault: { line: 2, reason: expect.stringMatching(/or later.*token '\]'/) },
  });
});

test.each([
  [
    "a pool",
    JSON.stringify(Array.from({ length: 300_000 }, (_, index) => ({ player: `${index}`, salary: index }))),
  ],
  ["lines", `[${"\n".repeat(12_000_000)}1]`],
  ["escapes", JSON.stringify(["\n".repeat(6_000_000)])],
])("locates the fault of 12 MB of %s in less than 100 ms", (_, sound) => {
  const text = `${sound.slice(0, -1)} 1`;
  const cause = new SyntaxError(refusalOf(text)!);
  const milliseconds = [1, 2, 3].map(() => {
    const before = process.cpuUsage();
    expect(findJsonFault(text, cause)).not.toBeNull();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  expect(Math.min(...milliseconds)).toBeLessThan(100);
});

function refusalOf(text: string): string | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}
