import { describe, expect, it } from "vitest";
import { projectionColumns } from "../../src/files/projection-columns.ts";
import { readProjectionsCsv } from "../../src/files/projections.ts";
import { books, PROJECTION_COLUMN_NAMES } from "../../src/shared/books.ts";

describe("the columns of a projections file", () => {
  it("exist for every book, and only points are required", () => {
    for (const book of [undefined, "bookA", "bookB"] as const) {
      const columns = projectionColumns(book);
      expect(Object.keys(columns)).toEqual(PROJECTION_COLUMN_NAMES);
      expect(PROJECTION_COLUMN_NAMES.filter((name) => columns[name].required)).toEqual(["points"]);
      for (const { names } of Object.values(columns)) expect(new Set(names).size).toBe(names.length);
    }
  });

  it("are the book's before its vendor's others, and never the other book's", () => {
    const { names } = projectionColumns("bookA").points;
    expect(names.indexOf("DK Projection")).toBeGreaterThanOrEqual(0);
    expect(names.indexOf("DK Projection")).toBeLessThan(names.indexOf("ETR Projection"));
    expect(names).not.toContain("FD Projection");
  });

  it("of either book come last if no book is given", () => {
    const { names } = projectionColumns(undefined).points;
    for (const own of ["DK Projection", "FD Projection"])
      expect(names.indexOf(own)).toBeGreaterThan(names.indexOf("FPPG"));
  });
});

const columnsOf = (
  header: readonly string[],
  rows: readonly (readonly (number | string)[])[],
  options = {},
) =>
  readProjectionsCsv([header, ...rows].map((cells) => `${cells.join(",")}\n`).join(""), {
    ...{ file: "drawn.csv", book: "bookA" },
    ...options,
  }).columns;

describe("a column with an ambiguous name", () => {
  it("is a stat where others of its kind stand beside it, whatever surrounds their names", () => {
    const stats = ["PTS", "REB", "AST", "STL"];
    let read = 0;
    for (const points of ["PROJECTION", "Projection", "Fpts", "DKFP", "FPPG", "Proj Fpts"])
      for (const [before, after] of [
        ["", ""],
        ["Proj ", ""],
        ["p", ""],
        ["", " Proj"],
        ["Avg_", ""],
        ["Sim ", ""],
      ])
        for (const pts of ["PTS", "Points"])
          for (const at of [0, 2, 4]) {
            const box = [pts, ...stats.slice(1)].map((stat) => `${before}${stat}${after}`);
            const header = ["Name", ...box.toSpliced(at, 0, points)];
            expect(columnsOf(header, [header.map((_, cell) => (cell === 0 ? "Ado" : cell))]).points).toBe(
              points,
            );
            read += 1;
          }
    expect(read).toBe(216);
    // Without siblings it is what its name says.
    expect(columnsOf(["Name", "Proj PTS", "Minutes"], [["Ado", 12, 30]]).points).toBe("Proj PTS");
    expect(columnsOf(["Name", "PTS", "REB", "AST"], [["Ado", 12, 3, 4]]).points).toBe("PTS");
  });

  it("is an exposure only with percent signs, as fractions with a partner, or beside a vendor's columns", () => {
    const { minimumExposure, maximumExposure } = columnsOf(
      ["Name", "FC Proj", "Min", "Max"],
      [["Ado", 12, 5, 50]],
    );
    expect([minimumExposure, maximumExposure]).toEqual(["Min", "Max"]);
    let other = 0;
    for (const min of ["Min", "MIN", "min"])
      for (const max of ["Max", "MAX", null])
        for (const value of [32.855, 0, 36, 1.5]) {
          const header = ["Name", "Proj", min, ...(max === null ? [] : [max])];
          const cells = ["Ado", 12, value, ...(max === null ? [] : [value + 1])];
          const found = columnsOf(header, [cells]);
          const isPair = value === 0 && max !== null;
          expect([found.minimumExposure, found.maximumExposure]).toEqual(
            isPair ? [min, max] : [undefined, undefined],
          );
          other += 1;
          const signed = columnsOf(header, [["Ado", 12, "5%", ...(max === null ? [] : ["50%"])]]);
          expect([signed.minimumExposure, signed.maximumExposure]).toEqual([min, max ?? undefined]);
        }
    expect(other).toBe(36);
  });

  it("is not used if the caller says that there is none", () => {
    const [header, row] = [
      ["Name", "Proj", "Min Exp", "Own"],
      ["Ado", 12, 5, 10],
    ];
    expect(columnsOf(header!, [row!]).minimumExposure).toBe("Min Exp");
    const columns = { minimumExposure: "none", ownership: "none" };
    expect(columnsOf(header!, [row!], { columns })).toEqual({ name: "Name", points: "Proj" });
  });

  it("belongs to the book of its section", () => {
    const header = ["Player", "FanDuel:", "Points", "Own%", "DraftKings:", "Points", "Own%"];
    const rows = [["Ado", "", 58, 20, "", 52, 10]];
    for (const { name, at } of [
      { name: "bookA", at: 1 },
      { name: "bookB", at: 0 },
    ]) {
      const text = [header, ...rows].map((cells) => `${cells.join(",")}\n`).join("");
      const [row] = readProjectionsCsv(text, { file: "drawn.csv", book: name }).rows;
      expect(row).toMatchObject({ points: [58, 52][at], ownership: [20, 10][at] });
    }
  });
});

it("points and ownership beside a book's name are that book's, in any order of the words", () => {
  let found = 0;
  for (const { name, site, vendor } of books)
    for (const word of ["FP", "FPTS", "Projection", "Fantasy Points", "Proj Pts"])
      for (const of of [site, site.toUpperCase(), vendor])
        for (const header of [`${of}${word}`, `${of} ${word}`, `${word}_${of}`, `${word} ${of} (Mean)`]) {
          const others = books.filter((book) => book.name !== name).map((book) => `${book.site}${word}`);
          const columns = columnsOf(["Name", ...others, header], [["Ado", 1, 2, 3]], { book: name });
          expect(columns.points).toBe(header);
          found += 1;
        }
  expect(found).toBe(180);
});
