import fc from "fast-check";
import { expect, test } from "vitest";
import { fillEntries } from "../../src/files/entries/fill-entries.ts";
import { readEntries } from "../../src/files/entries/read-entries.ts";
import { readUploadedLineups } from "../../src/files/lineups-file.ts";
import { readProjectionsCsv } from "../../src/files/projections.ts";
import { loadCatalog } from "../../src/platform/node/catalog.ts";
import { runs, share, Tally } from "../support/runs.ts";
import { FOOTBALL, fileError, lines, read } from "./support.ts";

const catalog = await loadCatalog();

const SLOTS = ["QB", "RB", "RB", "WR", "WR", "WR", "TE", "FLEX", "DST"];
const HEADER = ["Entry ID", "Contest Name", "Contest ID", "Entry Fee", ...SLOTS, "", "Instructions"];
const SEATS = [
  ...["Ado Kessby (44220101)", "Bor Lander (44220102)", "", "Bor Lander (44220103)", "", "", "", ""],
  "Moles  (44220104)",
];
const POOL = FOOTBALL.replaceAll(/\b(10[1-4])\b/g, "44220$1");

/** As pandas writes a table that it has read: equal and empty headers with numbers, ids as floats. */
function byPandas(table: readonly (readonly string[])[], isFloat: boolean, hasIndex: boolean): string {
  const seen = new Map<string, number>();
  const headers = table[0]!.map((header, at) => {
    const times = seen.get(header) ?? 0;
    seen.set(header, times + 1);
    if (header === "") return `Unnamed: ${at}`;
    return times === 0 ? header : `${header}.${times}`;
  });
  const rows = table
    .slice(1)
    .map((row) => row.map((cell) => (isFloat && /^\d{7,}$/.test(cell) ? `${cell}.0` : cell)));
  return [headers, ...rows]
    .map((row, at) => [...(hasIndex ? [at === 0 ? "" : String(at - 1)] : []), ...row].join())
    .map((line) => `${line}\n`)
    .join("");
}

test("an entries file that pandas has saved is read as the book's own, and written as the book's own", () => {
  const tally = new Tally();
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 1_000_000_000, max: 9_999_999_999 }), { minLength: 1, maxLength: 4 }),
      ...([fc.boolean(), fc.boolean()] as const),
      (ids, isFloat, hasIndex) => {
        const table = [
          HEADER,
          ...ids.map((id, at) => [
            ...[String(id), "A Contest", "190000001", "$4", ...SEATS],
            ...["", `${at + 1}. Column A lists all of your entries`],
          ]),
        ];
        const own = table.map((row) => `${row.join()}\n`).join("");
        const saved = byPandas(table, isFloat, hasIndex);
        expect(saved).not.toBe(own);
        expect(readEntries(saved, { file: "saved.csv" })).toEqual(readEntries(own, { file: "saved.csv" }));
        const kept = { file: "saved.csv", book: "bookA", lineups: ids.map(() => null) };
        expect(fillEntries(saved, kept)).toEqual([own]);
        const bytes = new TextEncoder().encode(saved);
        expect(fillEntries(bytes, kept)).toEqual([new TextEncoder().encode(own)]);
        const context = {
          file: "saved.csv",
          contest: catalog.contest("american-football", "bookA", "classic"),
          slate: read(POOL),
        };
        expect(readUploadedLineups(saved, context)).toEqual(readUploadedLineups(own, context));
        tally.add(isFloat ? "floats" : "whole");
        tally.add(hasIndex ? "with an index" : "without");
      },
    ),
    runs(40),
  );
  for (const part of ["floats", "whole", "with an index", "without"])
    expect(tally.of(part), `${tally}`).toBeGreaterThan(share(40, 0.2));
});

test("a salary file with ids as floats is the book's own", () => {
  const float = POOL.replaceAll(/,(44220\d{3}),/g, ",$1.0,");
  expect(float).not.toBe(POOL);
  expect(read(float)).toEqual(read(POOL));
});

test("ids that a spreadsheet has rounded are refused, whoever reads them", () => {
  const header = HEADER.join();
  const text = lines(header, ["5.26817E+09", "A Contest", "190000001", "$4", ...SEATS, "", "1. x"].join());
  const words =
    '"5.26817E+09" is not an entry id. A spreadsheet may have rounded it: download the file again.';
  const contest = catalog.contest("american-football", "bookA", "classic");
  for (const reading of [
    () => readEntries(text, { file: "e.csv" }),
    () => fillEntries(text, { file: "e.csv", book: "bookA", lineups: [null] }),
    () => readUploadedLineups(text, { file: "e.csv", contest, slate: read(POOL) }),
  ])
    expect(fileError(reading)).toMatchObject({ issues: [{ line: 2, reason: words }] });
  const rounded = 'column ID: "4.42201E+07" has lost digits: a spreadsheet has rounded the id.';
  expect(() => read(POOL.replace(",44220101,", ",4.42201E+07,"))).toThrow(rounded);
  expect(() => readProjectionsCsv("Name,ID,Proj\nAdo,4.42201E+07,5\n", { file: "p.csv" })).toThrow(rounded);
});

test("a row of sums above the header and tabs are read", () => {
  const text = "\t\t131.5\t\nName\tTeam\tProj\tOwn%\nAdo Kessby\tRAV\t21.5\t3%\n";
  expect(readProjectionsCsv(text, { file: "-" }).rows).toMatchObject([
    { name: "Ado Kessby", team: "RAV", points: 21.5, ownership: 3 },
  ]);
});
