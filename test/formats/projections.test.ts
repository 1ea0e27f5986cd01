import { describe, expect, test } from "vitest";
import { readProjectionsCsv } from "../../src/formats/projections.ts";
import { fileError, lines } from "./support.ts";

const readRows = (text: string, columns = {}) => readProjectionsCsv(text, { file: "mine.csv", columns });

describe("readProjectionsCsv", () => {
  test.each([
    [
      "Name,Position,Team,Minutes,Salary,Fpts,Own%,StdDev,FieldFpts",
      "Ado Kessby,PG,RAV,30,5000,21.5,3.1,4,20",
    ],
    ["Player,Team,Opponent,Minutes,FPPM,Projection,Own_Proj,Pos", "Ado Kessby,RAV,TIN,30,0.9,21.5,3.1,PG"],
    [
      "Name,Team,Position,Salary,Projection,Std Dev,Ceiling,Floor,Ownership%",
      "Ado Kessby,RAV,PG,5000,21.5,4,30,10,3",
    ],
    ["  NAME ,pos, team ,My Own,MY_PROJ", "Ado Kessby,PG,RAV,3,21.5"],
    ["Nickname,Position,Team,FPPG,Own%", "Ado Kessby,PG,RAV,21.5,3"],
  ])("finds the columns of %s", (header, row) => {
    expect(readRows(lines(header, row))).toEqual([
      { line: 2, id: null, name: "Ado Kessby", team: "RAV", position: "PG", points: 21.5 },
    ]);
  });

  test("takes one's own projection before the one it was made from, and that before others", () => {
    const header = "DFS ID,Name,Pos,Team,Salary,SS Proj,My Proj,Fpts,My Own";
    const row = "12,Ado Kessby,PG,RAV,5000,1,2,3,4";
    expect(readRows(lines(header, row))).toMatchObject([{ id: "12", points: 2 }]);
    expect(readRows(lines(header.replace("My Proj", "Other"), row))).toMatchObject([{ points: 1 }]);
    expect(readRows(lines(header.replace("My Proj", "Other").replace("SS Proj", "x"), row))).toMatchObject([
      { points: 3 },
    ]);
  });

  test("reads names and points alone", () => {
    expect(readRows("playername,points,cost,ppd\nAdo Kessby,-1.25,5000,2\n")).toEqual([
      { line: 2, id: null, name: "Ado Kessby", team: null, position: null, points: -1.25 },
    ]);
  });

  test("takes columns by given names, whatever else the file has", () => {
    const text = "Name,Proj,Ceiling,Site\nAdo,10,20,7\n";
    expect(readRows(text, { points: "ceiling" })).toMatchObject([{ name: "Ado", points: 20 }]);
    expect(readRows(text, { id: "Site" })).toMatchObject([{ id: "7", points: 10 }]);
  });

  test("an empty cell is no projection, 0 is one; rows of nobody are skipped", () => {
    const rows = readRows("Name,Proj\nAdo,\nBor,0\n,12\n");
    expect(rows.map(({ points }) => points)).toEqual([null, 0]);
  });

  test("finds the header below a title", () => {
    expect(readRows("My week,\n\nName,Proj\nAdo,3\n")).toMatchObject([{ line: 4, points: 3 }]);
  });

  test.each(["abc", "1,5", "12%", "1e3", "--", "NaN"])(
    "%j is no number: line and column are named",
    (cell) => {
      const error = fileError(() => readRows(`Name,Proj Pts\nAdo,1\nBor,"${cell}"\n`));
      expect(error).toMatchObject({ code: "invalid-file", file: "mine.csv", line: 3 });
      expect(error.message).toContain("Proj Pts");
      expect(error.message).toContain(cell);
    },
  );

  test("a stray quote that swallows rows is an error where it opens", () => {
    expect(fileError(() => readRows('Name,Proj\nAdo,1\n"Bor,2\nCas,3\nDar",4\n')).line).toBe(3);
  });

  test.each([
    ["no points", "Name,Team\nAdo,RAV\n", {}, "My Proj"],
    ["neither names nor ids", "Team,Proj\nRAV,3\n", {}, "DFS ID"],
    ["not the given column", "Name,Proj\nAdo,3\n", { points: "Median" }, "Median"],
    ["not the given optional column", "Name,Proj\nAdo,3\n", { team: "Club" }, "Club"],
  ])("%s: the error names what was looked for and what there is", (_, text, columns, wanted) => {
    const error = fileError(() => readRows(text, columns));
    expect(error.line).toBe(1);
    expect(error.message).toContain(wanted);
    expect(error.message).toContain(text.split("\n")[0]!.replace(",", ", "));
  });
});
