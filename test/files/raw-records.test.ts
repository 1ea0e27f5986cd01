import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeUtf7Remains, lineEndAt, rawRecords, separatorOf } from "../../src/files/csv.ts";
import { InvalidFileError } from "../../src/shared/errors.ts";
import { papaparseRecords } from "../support/papaparse-records.ts";
import { runs, share, Tally } from "../support/runs.ts";

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

/** The records read, or the failure. */
function attempt<Read>(read: () => Read): Read | "refused" {
  try {
    return read();
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidFileError);
    return "refused";
  }
}

/** The records of a text by papaparse. */
function secondOpinion(text: string) {
  const clean = separatorOf(decodeUtf7Remains(text.replace(/\r\n?/g, "\n")));
  return papaparseRecords(clean.text, clean.separator, "f");
}

test("reads any text as papaparse does, without losing a character", () => {
  const tally = new Tally();
  fc.assert(
    fc.property(texts, (text) => {
      const wanted = attempt(() => secondOpinion(text));
      const found = attempt(() => rawRecords(text, "f"));
      if (found === "refused") {
        tally.add("refused");
        expect(wanted).toBe("refused");
        return;
      }
      const filled = found.records.map(({ line, cells }) => ({ line, cells: cells.map(({ says }) => says) }));
      const isEmpty = ({ cells }: (typeof filled)[number]) => cells.every((cell) => cell === "");
      if (wanted === "refused") throw new Error("papaparse alone refuses the text");
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

test("names the line of an unclosed quote", () => {
  expect(() => rawRecords('a,b\r\nc,"d\r\n', "entries.csv")).toThrow(
    "entries.csv, line 2: a quote opens here",
  );
});

const cellsOf = (text: string) =>
  rawRecords(text, "rows.csv").records.map(({ cells }) => cells.map(({ says }) => says));

test("keeps the quotes of a cell that continues after them", () => {
  expect(cellsOf('"Bo" Lander,1\nAdo,2')).toEqual([
    ['"Bo" Lander', "1"],
    ["Ado", "2"],
  ]);
});

test("reads back what was written, for any cells and separator", () => {
  let quoted = 0;
  const cell = fc
    .string({ unit: fc.constantFrom(...'ab ,;|\t"\n1é'), maxLength: 6 })
    .map((text) => text.trim());
  const row = fc.array(cell, { minLength: 2, maxLength: 4 });
  fc.assert(
    fc.property(
      fc.array(row, { minLength: 1, maxLength: 5 }),
      fc.constantFrom(",", ";", "\t", "|"),
      (rows, separator) => {
        const written = rows.map((cells) =>
          cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(separator),
        );
        expect(cellsOf([`sep=${separator}`, ...written].join("\n"))).toEqual(rows);
        if (rows.flat().some((text) => text.includes('"'))) quoted += 1;
      },
    ),
    runs(200),
  );
  expect(quoted).toBeGreaterThan(share(200, 0.3));
});
