import { describe, expect, it } from "vitest";
import { readDrawnPoints, readDrawsCsv } from "../../src/files/drawn-points.ts";
import { readSlateFile } from "../../src/files/read-slate.ts";
import { readSlateFiles } from "../../src/files/slate-files.ts";
import { loadCatalog } from "../../src/platform/node/catalog.ts";
import { smallSalaryFile } from "../support/salary-file.ts";

const catalog = await loadCatalog();
const salaries = smallSalaryFile("basketball.draftkings.classic");
const slate = readSlateFile(salaries, { file: "salaries.csv", catalog });
const [first, second, third] = slate.entries as [
  (typeof slate.entries)[0],
  (typeof slate.entries)[0],
  (typeof slate.entries)[0],
];
const bytes = (text: string) => new TextEncoder().encode(text);
const read = (text: string) => readDrawsCsv(slate, bytes(text), { file: "draws.csv" });

describe("a file of draws", () => {
  it("has a row for each player, by name or id, and a column for each draw, in the order of the columns", () => {
    for (const [header, a, b] of [
      ["ID,1,2,3", first.bookId, second.bookId],
      ["Name,Team,Sim 2,sim_10,Simulation 3", `${first.name},${first.team}`, `${second.name},${second.team}`],
      ["Draw 1;Player;Draw 2;Draw 3;Proj", null, null],
    ] as const) {
      const rows =
        a === null
          ? [`1,5;${first.name};2;3;9`, `-4;${second.name};5;6;9`]
          : [`${a},1.5,2,3`, `${b},-4,5,6`, "Nobody Known,,1,1,1"];
      const { simulated, note } = read([header, ...rows].join("\n"));
      expect(simulated.uuids).toEqual([first.uuid, second.uuid]);
      expect(simulated.points.map((row) => Array.from(row))).toEqual([
        [1.5, 2, 3],
        [-4, 5, 6],
      ]);
      expect(note).toMatch(/^the draws are 3 simulated outcomes of 2 players/);
      expect(/Rows not used: 1\./.test(note)).toBe(a !== null);
    }
  });

  it("names the line and the column of a cell without a number, and skips players without draws", () => {
    const file = `Name,Sim 1,Sim 2\n${first.name},1,n/a\n${second.name},x,2\n${third.name},,\nNobody Known,x,y`;
    expect(() => read(file)).toThrow(
      "draws.csv, line 2: column Sim 2 is empty. Give the player's points in every draw, or in none. " +
        'draws.csv, line 3: column Sim 1 says "x", which is not a number.',
    );
    const { simulated } = read(`Name,Sim 1,Sim 2\n${first.name},1,2\n${third.name},,`);
    expect(simulated.uuids).toEqual([first.uuid]);
  });

  it.each([
    ["Name,Proj,Sim 1\nA,1,2", /line 1: has no columns of draws, such as Sim 1, Sim 2\..*Name, Proj, Sim 1/],
    ["Sim 1,Sim 2\n1,2", /has no column of names or ids/],
    ["Name,Sim 1,Sim 2\nNobody Known,1,2", /no row matches a player in the pool/],
  ])("is refused with a reason: %j", (file, reason) => {
    expect(() => read(file)).toThrow(reason);
  });
});

describe("draws in a projections file", () => {
  const projections = (header: string, row: string) => ({
    file: "points.csv",
    bytes: bytes(`Name,Proj,Own,${header}\n${first.name},20,15,${row}\n${second.name},10,25,${row}`),
  });
  const files = { salaries: { file: "salaries.csv", bytes: bytes(salaries) } };

  it("leave points, ownership and other columns as they are, and precede spreads", async () => {
    const read = await readSlateFiles(
      { ...files, projections: [projections("Std Dev,Sim 1,Sim 2", "3,1,50")] },
      {},
      catalog,
    );
    const row = read.points!.rows.get(first.uuid)!;
    expect(row).toMatchObject({ points: 20, ownership: 15 });
    expect(Object.keys(row.columns!)).toEqual(["Name", "Proj", "Own", "Std Dev"]);
    const { simulated, known, notes } = readDrawnPoints(read, { file: "points.csv" });
    expect(known).toBeUndefined();
    expect(simulated!.points.map((points) => Array.from(points))).toEqual([
      [1, 50],
      [1, 50],
    ]);
    expect(notes).toEqual([
      "points.csv: the draws are 2 simulated outcomes of 2 players, with their own spreads and correlations.",
    ]);
    const draws = { file: "draws.csv", bytes: bytes(`Name,1,2,3\n${first.name},7,8,9`) };
    const other = readDrawnPoints(read, { file: "points.csv", draws });
    expect(other.simulated!.points.map((points) => Array.from(points))).toEqual([[7, 8, 9]]);
  });

  it("matter only where points are drawn: another cell in them is no fault of the points", async () => {
    const read = await readSlateFiles(
      { ...files, projections: [projections("Sim 1,Sim 2", "1,?")] },
      {},
      catalog,
    );
    expect(read.points!.points.get(first.uuid)).toBe(20);
    expect(() => readDrawnPoints(read, { file: "points.csv" })).toThrow(
      /points.csv, line 2: column Sim 2 says/,
    );
  });
});
