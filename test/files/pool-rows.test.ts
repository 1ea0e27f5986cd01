import { describe, expect, it } from "vitest";
import { parseCsv } from "../../src/files/csv.ts";
import { readPoolRows } from "../../src/files/pool-rows.ts";
import { DRAFTKINGS, FANDUEL_FOOTBALL, FOOTBALL, fileError, lines } from "./support.ts";

const rowsOf = (text: string) => readPoolRows(parseCsv(text, "f.csv"), "f.csv");

describe("the rows of a pool", () => {
  it("are read with the book that their columns imply", () => {
    const { book, rows } = rowsOf(FOOTBALL);
    expect(book).toBe("bookA");
    expect(rows).toHaveLength(4);
    expect(rows[0]).toMatchObject({
      line: 2,
      id: "101",
      name: "Ado Kessby",
      position: "QB",
      salary: 7_200,
      team: "RAV",
    });
    expect(rowsOf(FANDUEL_FOOTBALL)).toMatchObject({
      book: "bookB",
      rows: [{ id: "9-1", status: null }, { status: "Q" }, {}, {}, {}, {}, {}],
    });
  });

  it("exclude records without values in the pool's columns", () => {
    expect(rowsOf(`${FOOTBALL}\n,,,,,,,,\n`).rows).toHaveLength(4);
  });

  it.each([
    ["team", ",,,,,,,RAV,", "Position is empty"],
    ["name", ",,Ado,,,,,,", "Position is empty"],
    ["position", "QB,,,,,,,,", "Name is empty"],
    ["salary", ",,,,,5000,,,", "Name is empty"],
  ])("include records that have only a %s", (_, row, said) => {
    expect(fileError(() => rowsOf(`${FOOTBALL}${row}\n`)).message).toContain(said);
  });

  it("report nothing else about a record that swallows others", () => {
    const text = lines(DRAFTKINGS, `"QB,Ado (1),Ado,1,QB,many,RAV@TIN`, `somewhere",,,,,,,,`);
    const { message } = fileError(() => rowsOf(text));
    expect(message).toContain("2: a quoted cell opens here and runs on to line 3");
    expect(message).not.toContain("is empty");
  });

  it("list every unreadable cell, not only the first", () => {
    const text = lines(
      DRAFTKINGS,
      "QB,Ado (1),Ado,1,QB,many,RAV@TIN 10/15/2023 01:00PM ET,RAV,12",
      ",Bo (2),Bo,2,QB,5000,somewhere,RAV,twelve",
    );
    const { message } = fileError(() => rowsOf(text));
    for (const part of ['"many"', "Position is empty", '"somewhere"', '"twelve"'])
      expect(message).toContain(part);
  });

  it("are required below the header", () => {
    expect(fileError(() => rowsOf(lines(DRAFTKINGS))).message).toContain("no players below its header");
  });

  it("are searched under each book's headers, and an error names what the closest row lacks", () => {
    const { message } = fileError(() =>
      rowsOf(lines(DRAFTKINGS.replace("TeamAbbrev", "Club"), "a,b,c,d,e,f,g,h,i")),
    );
    for (const part of ["DraftKings", "FanDuel", "line 1 lacks TeamAbbrev"]) expect(message).toContain(part);
  });
});
