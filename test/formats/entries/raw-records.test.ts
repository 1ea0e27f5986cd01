import fc from "fast-check";
import { expect, test } from "vitest";
import { InvalidFileError } from "../../../src/errors.ts";
import { parseCsv } from "../../../src/formats/csv.ts";
import { lineEndAt, rawRecords } from "../../../src/formats/entries/raw-records.ts";
import { runs, share, Tally } from "../../support/runs.ts";

const PIECES = [
  "a",
  "Bo",
  "1",
  ",",
  ",",
  ";",
  "\t",
  '"',
  '"',
  '""',
  "\n",
  "\r\n",
  "\r",
  " ",
  "\uFEFF",
  "+AEA-",
  "é",
];
const texts = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => pieces.join("")),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 20 }).map((pieces) => `sep=;\r\n${pieces.join("")}`),
);

/** What was read, or that nothing can be. */
function attempt<Read>(read: () => Read): Read | "refused" {
  try {
    return read();
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidFileError);
    return "refused";
  }
}

test("reads any text as the parser of all other files does, and loses no character of it", () => {
  const tally = new Tally();
  fc.assert(
    fc.property(texts, (text) => {
      const wanted = attempt(() => parseCsv(text, "f"));
      const found = attempt(() => rawRecords(text, "f"));
      if (found === "refused") {
        tally.add("refused");
        expect(wanted).toBe("refused");
        return;
      }
      const filled = found.records.map(({ line, cells }) => ({ line, cells: cells.map(({ says }) => says) }));
      const isEmpty = ({ cells }: (typeof filled)[number]) => cells.every((cell) => cell === "");
      if (wanted === "refused") {
        expect(filled.every(isEmpty)).toBe(true);
        return;
      }
      expect(filled.filter((record) => !isEmpty(record))).toEqual(
        wanted.filter(({ cells }) => cells.some((cell) => cell !== "")),
      );
      let at = found.records[0]?.cells[0]?.start ?? text.length;
      for (const { cells, next } of found.records) {
        for (const [index, { start, end }] of cells.entries()) {
          expect(text.slice(at, start)).toBe(index === 0 ? "" : found.separator);
          at = end;
        }
        expect(text.slice(at, next)).toBe(lineEndAt(text, at));
        at = next;
      }
      expect(at).toBe(text.length);
      tally.add("read");
      if (text.includes('"')) tally.add("with quotes");
    }),
    runs(2_000),
  );
  expect(tally.of("read"), `${tally}`).toBeGreaterThan(share(2_000, 0.3));
  expect(tally.of("with quotes"), `${tally}`).toBeGreaterThan(share(2_000, 0.15));
  expect(tally.of("refused"), `${tally}`).toBeGreaterThan(share(2_000, 0.1));
});

test("names the line of a quote that is never closed", () => {
  expect(() => rawRecords('a,b\r\nc,"d\r\n', "entries.csv")).toThrow(
    "entries.csv, line 2: a quote opens here",
  );
});
