import { describe, expect, it } from "vitest";
import { matchProjections } from "../../src/files/match-projections.ts";
import { readProjectionsCsv } from "../../src/files/projections.ts";
import { slateInputs } from "../../src/files/slate-inputs.ts";
import { readSlateFile } from "../../src/platform/node/files.ts";
import { InvalidFileError } from "../../src/shared/errors.ts";

const HEADER = "Position,Name + ID,Name,ID,Roster Position,Salary,Game Info,TeamAbbrev,AvgPointsPerGame";
const GAME = "RAV@TIN 09/08/2024 01:00PM ET";
const PEOPLE = [
  `QB,Ado Kessby (11),Ado Kessby,11,QB,7200,${GAME},RAV,22.4`,
  `WR,Bor Lander (12),Bor Lander,12,WR/FLEX,5000,${GAME},RAV,12.5`,
  `WR,Cid Orlo (13),Cid Orlo,13,WR/FLEX,4000,${GAME},TIN,9.5`,
];

function inputsOf(more: readonly string[], projections?: string) {
  const [title, ...cells] = more;
  const rows = PEOPLE.map((row, at) => (title === undefined ? row : `${row},${cells[at] ?? ""}`));
  const text = [title === undefined ? HEADER : `${HEADER},${title}`, ...rows].join("\n");
  const slate = readSlateFile(text, { file: "salaries.csv", contest: "classic" });
  const uuidOf = (name: string) => slate.entries.find((entry) => entry.name === name)!.uuid;
  if (projections === undefined) return { ...slateInputs(slate), uuidOf };
  const matched = matchProjections(slate, readProjectionsCsv(projections, { file: "proj.csv" }).rows);
  return { ...slateInputs(slate, { projections: matched.points, rows: matched.rows }), uuidOf };
}

describe("facts in files besides points", () => {
  it("include every column of both, with the projections' taking precedence over the salary file's", () => {
    const { facts, uuidOf } = inputsOf(
      ["Line", "1", "1", "2"],
      "Name,Proj,Own,Line,Ceiling\nAdo Kessby,20,12%,3,31\nBor Lander,10,7,-,\nCid Orlo,5,-,,\n",
    );
    const cells = facts.columns!.get(uuidOf("Ado Kessby"))!;
    expect(cells).toMatchObject({
      Line: "3",
      Ceiling: "31",
      Own: "12",
      Ownership: "12",
      "Roster Position": "QB",
    });
    expect(facts.columns!.get(uuidOf("Bor Lander"))).toMatchObject({ Line: "1", Ownership: "7" });
    expect(facts.columns!.get(uuidOf("Cid Orlo"))).not.toHaveProperty("Ownership");
    expect([...facts.games!.values()]).toEqual(["RAV@TIN"]);
  });

  it("include in how many lineups a player must be, with fractions as percentages", () => {
    const { facts, uuidOf } = inputsOf(
      [],
      "Name,Proj,Min Exp,Max Exp\nAdo Kessby,20,0.1,0.5\nBor Lander,10,0,1\n",
    );
    expect(facts.exposures!.get(uuidOf("Ado Kessby"))).toEqual({
      minimum: 10,
      maximum: 50,
      place: { file: "proj.csv", line: 2 },
    });
    expect(facts.exposures!.get(uuidOf("Bor Lander"))).toMatchObject({ minimum: 0, maximum: 100 });
    const own = inputsOf(["Max Exp", "30%", "", "100"]);
    // A single percent sign, in a cell or the header, marks the whole column as percentages.
    for (const cells of [
      ["Max Exp", "0.5%", "", "1"],
      ["Max Exp %", "0.5", "", "1"],
    ])
      expect([...inputsOf(cells).facts.exposures!.values()].map(({ maximum }) => maximum)).toEqual([0.5, 1]);
    expect(own.facts.exposures).toEqual(
      new Map([
        [own.uuidOf("Ado Kessby"), { minimum: null, maximum: 30, place: { file: "salaries.csv", line: 2 } }],
        [own.uuidOf("Cid Orlo"), { minimum: null, maximum: 100, place: { file: "salaries.csv", line: 4 } }],
      ]),
    );
  });

  it("include locked and excluded players", () => {
    const { body, uuidOf } = inputsOf(
      ["Lock", "x", "", "no"],
      "Name,Proj,Exclude\nBor Lander,10,TRUE\nAdo Kessby,3,0\n",
    );
    expect(body.include).toEqual({ players: [{ player: uuidOf("Ado Kessby") }], teams: [] });
    expect(body.exclude).toEqual({ players: [uuidOf("Bor Lander")], teams: [] });
    expect(inputsOf([]).body).not.toHaveProperty("include");
    for (const header of ["lock", "Locked"])
      expect(inputsOf([header, "x"]).body.include?.players, header).toHaveLength(1);
    for (const header of ["EXCLUDE", "Excluded", "Ban", "Banned"])
      expect(inputsOf([header, "x"]).body.exclude?.players, header).toHaveLength(1);
    const refused = () => inputsOf(["Lock", "maybe"]);
    expect(refused).toThrow(InvalidFileError);
    expect(refused).toThrow(
      /^salaries\.csv, line 2: column Lock has "maybe" for Ado Kessby\. Write x, or leave the cell empty\./,
    );
  });
});
