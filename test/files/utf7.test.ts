import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeUtf7Remains } from "../../src/files/csv.ts";
import { runs } from "../support/runs.ts";

test("remains of UTF-7 are decoded within other text", () => {
  expect(decodeUtf7Remains("10+AC8-15 RAV+AEA-TIN")).toBe("10/15 RAV@TIN");
});

test.each(["Own+Proj", "+12.5", "A+BCD-", "+AAAA-", "a+-b", "+ABCDE-", "+AEBA-"])(
  "%s stays unchanged",
  (text) => {
    expect(decodeUtf7Remains(text)).toBe(text);
  },
);

test("any printable letters are restored", () => {
  const letter = fc.constantFrom(..."@/:;é漢Ω%&");
  fc.assert(
    fc.property(fc.string({ unit: letter, minLength: 1, maxLength: 6 }), (text) => {
      const bytes = [...text].flatMap((one) => [one.charCodeAt(0) >> 8, one.charCodeAt(0) & 255]);
      const base64 = btoa(String.fromCharCode(...bytes)).replace(/=+$/, "");
      expect(decodeUtf7Remains(`<+${base64}->`)).toBe(`<${text}>`);
    }),
    runs(100),
  );
});
