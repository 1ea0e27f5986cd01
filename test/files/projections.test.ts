import { describe, expect, test } from "vitest";
import { readProjectionsCsv } from "../../src/files/projections.ts";
import { fileError, lines } from "./support.ts";

const readFile = (text: string, columns = {}) => readProjectionsCsv(text, { file: "mine.csv", columns });
const readRows = (text: string, columns = {}) => readFile(text, columns).rows;

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
    expect(readRows(lines(header, row))).toMatchObject([
      { line: 2, id: null, name: "Ado Kessby", team: "RAV", position: "PG", points: 21.5 },
    ]);
  });

  test("prefers the user's projection over its source, and that over others", () => {
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
      {
        file: "mine.csv",
        line: 2,
        id: null,
        name: "Ado Kessby",
        team: null,
        position: null,
        rosterPosition: null,
        salary: 5000,
        points: -1.25,
        ownership: null,
        minimumExposure: null,
        maximumExposure: null,
        columns: { playername: "Ado Kessby", points: "-1.25", cost: "5000", ppd: "2" },
      },
    ]);
  });

  test("reads other columns that distinguish players", () => {
    expect(readRows("Name,Roster Position,Salary,Proj\nAdo,CPT,6000,9\n")).toMatchObject([
      { rosterPosition: "CPT", salary: 6000 },
    ]);
  });

  test("takes columns by given names, whatever else the file has", () => {
    const text = "Name,Proj,Ceiling,Site\nAdo,10,20,7\n";
    expect(readRows(text, { points: "ceiling" })).toMatchObject([{ name: "Ado", points: 20 }]);
    expect(readRows(text, { id: "Site" })).toMatchObject([{ id: "7", points: 10 }]);
  });

  test("an empty cell is no projection, 0 is one; rows without a player are skipped", () => {
    const rows = readRows("Name,Proj\nAdo,\nBor,0\n,12\n");
    expect(rows.map(({ points }) => points)).toEqual([null, 0]);
  });

  test("finds the header below a title", () => {
    expect(readRows("My week,\n\nName,Proj\nAdo,3\n")).toMatchObject([{ line: 4, points: 3 }]);
  });

  test.each(["abc", "1,234.5", "12%", "1e999", "1e", "12 pts"])(
    "%j is not a number: the error has line and column",
    (cell) => {
      const error = fileError(() => readRows(`Name,Proj Pts\nAdo,1\nBor,"${cell}"\n`));
      expect(error).toMatchObject({ code: "invalid-file", file: "mine.csv", line: 3 });
      expect(error.message).toContain("Proj Pts");
      expect(error.message).toContain(cell);
    },
  );

  test.each([
    ["1e-05", 0.00001],
    ["2.5E1", 25],
    ["12,5", 12.5],
    [".5", 0.5],
    ["+3.", 3],
  ])("%j is %d", (cell, value) => {
    expect(readRows(`Name;Proj\nAdo;${cell}\n`)[0]!.points).toBe(value);
  });

  test.each(["", "-", "--", "N/A", "n/a", "NA", "#N/A", "null", "NaN", "None"])("%j is empty", (cell) => {
    expect(readRows(`Name,Team,Proj,Own\nAdo,${cell},${cell},${cell}\n`)).toMatchObject([
      { name: "Ado", team: null, points: null, ownership: null },
    ]);
  });

  test("every bad cell is named, up to 20, with the number of the others", () => {
    const rows = (bad: number) => [
      "Name,Proj,Own",
      "Ado,x1,y1",
      "Bor,3,4",
      ...Array.from({ length: bad - 2 }, (_, row) => `Cas ${row},z${row},5`),
    ];
    const { issues } = fileError(() => readFile(lines(...rows(20))));
    expect(issues.map(({ line }) => line)).toEqual([
      2,
      2,
      ...Array.from({ length: 18 }, (_, row) => row + 4),
    ]);
    expect(issues.map(({ reason }) => reason).join()).toContain('column Own: "y1"');
    const many = fileError(() => readFile(lines(...rows(33)))).issues;
    expect(many).toHaveLength(21);
    expect(many[20]!.reason).toContain("13 more");
  });

  test("reports the headers it used", () => {
    const header = "Player,Team,Proj Pts,pOwn%,Min Exp,Max Exp,Ceil";
    expect(readFile(lines(header, "Ado,RAV,3,4,5,6,7")).columns).toEqual({
      name: "Player",
      team: "Team",
      points: "Proj Pts",
      ownership: "pOwn%",
      minimumExposure: "Min Exp",
      maximumExposure: "Max Exp",
      ceiling: "Ceil",
    });
  });

  test("an empty column does not take precedence over a filled one", () => {
    const header = "Name,My Proj,SS Proj,My Own,Own";
    const { rows, columns } = readFile(lines(header, "Ado,,3,,12%", "Bor,N/A,4,-,3%"));
    expect(columns).toMatchObject({ points: "SS Proj", ownership: "Own" });
    expect(rows.map(({ points, ownership }) => [points, ownership])).toEqual([
      [3, 12],
      [4, 3],
    ]);
    expect(readFile(lines(header, "Ado,7,3,5,12%")).columns).toMatchObject({ points: "My Proj" });
  });

  test("ownership and exposures are percentages in any notation", () => {
    const percent = (header: string, ...cells: readonly string[]) =>
      readRows(lines(`Name,Proj,${header}`, ...cells.map((cell) => `Ado,1,${cell}`))).map(
        ({ ownership }) => ownership,
      );
    expect(percent("Own", "0.125", "1")).toEqual([12.5, 100]);
    expect(percent("Own", "0.5", "30")).toEqual([0.5, 30]);
    expect(percent("Own%", "0.5", "0.25")).toEqual([0.5, 0.25]);
    expect(percent("Own", "0.5%", "0.25 %")).toEqual([0.5, 0.25]);
  });

  test("first and last names in two columns form a name", () => {
    expect(readRows("first_name,last_name,ppg_projection\nAdo,Kessby,3\n,Moles,4\n")).toMatchObject([
      { name: "Ado Kessby", points: 3 },
      { name: "Moles", points: 4 },
    ]);
  });

  test("in a file for both books, the requested book's columns count", () => {
    const text = lines("Player,DK Projection,FD Projection,DK Salary,FD Salary", "Ado,3,4,5000,6000");
    expect(readProjectionsCsv(text, { file: "f", book: "bookA" }).rows[0]).toMatchObject({
      points: 3,
      salary: 5000,
    });
    expect(readProjectionsCsv(text, { file: "f", book: "bookB" }).rows[0]).toMatchObject({
      points: 4,
      salary: 6000,
    });
    const other = lines("Player,FD Projection", "Ado,4");
    expect(fileError(() => readProjectionsCsv(other, { file: "f", book: "bookA" })).line).toBe(1);
  });

  test("a stray quote that swallows rows is an error at its place", () => {
    expect(fileError(() => readRows('Name,Proj\nAdo,1\n"Bor,2\nCas,3\nDar",4\n')).line).toBe(3);
  });

  test.each([
    ["no points", "Name,Team\nAdo,RAV\n", {}, "My Proj"],
    [
      "no points, and the remedy",
      "Name,Team\nAdo,RAV\n",
      {},
      "Choose one with --column points=HEADER, or use a known header: points (",
    ],
    [
      "of what it lacks alone",
      "Player,Team\nAdo,RAV\n",
      {},
      "has no column for points. Its columns are Player",
    ],
    ["neither names nor ids", "Team,Proj\nRAV,3\n", {}, "DFS ID"],
    ["first names alone", "First Name,Proj\nAdo,3\n", {}, "DFS ID"],
    [
      "no names, and the remedy",
      "Team,Proj\nRAV,3\n",
      {},
      "has no column for name or id. Its columns are Team, Proj. Choose one with --column name=HEADER,",
    ],
    [
      "not the given column",
      "Name,Proj\nAdo,3\n",
      { points: "Median" },
      "no column for points (Median). Its columns are",
    ],
    ["not the given optional column", "Name,Proj\nAdo,3\n", { team: "Club" }, "Club"],
  ])("%s: the error names the expected and the present columns", (_, text, columns, wanted) => {
    const error = fileError(() => readRows(text, columns));
    expect(error.line).toBe(1);
    expect(error.message).toContain(wanted);
    expect(error.message).toContain(text.split("\n")[0]!.replace(",", ", "));
  });
});

test("asks about a misspelled header", () => {
  const of = (header: string) => () => readProjectionsCsv(`${header}\nAdo,12\n`, { file: "mine.csv" });
  expect(of("Player,Projction")).toThrow(
    'Its columns are Player, Projction. Did you mean "Projction"? Choose',
  );
  expect(of("Player,Minutes")).toThrow("Its columns are Player, Minutes. Choose");
});
