import { expect, test } from "vitest";
import { decodeText } from "../../src/files/csv.ts";

const TEXT = "Schröder;12,5\n";
const utf16 = (littleEndian: boolean) => {
  const units = new DataView(new ArrayBuffer(2 * TEXT.length + 2));
  for (const [at, unit] of [0xfeff, ...Array.from(TEXT, (letter) => letter.charCodeAt(0))].entries())
    units.setUint16(2 * at, unit, littleEndian);
  return new Uint8Array(units.buffer);
};

test("does not take one byte of a byte order mark as the mark", () => {
  for (const text of ["ÿa", "aþ", "þa", "aÿ"])
    expect(decodeText(Uint8Array.from(text, (letter) => letter.charCodeAt(0)))).toBe(text);
});

test.each([
  ["text as it is", TEXT],
  ["UTF-8", new TextEncoder().encode(TEXT)],
  ["UTF-8 with its mark", new TextEncoder().encode(`\uFEFF${TEXT}`)],
  ["UTF-16 as Windows writes it", utf16(true)],
  ["UTF-16 the other way round", utf16(false)],
  ["what is no UTF-8, which is Windows-1252", Uint8Array.from(TEXT, (letter) => letter.charCodeAt(0))],
])("reads %s", (_, input) => {
  expect(decodeText(input)).toBe(TEXT);
});
