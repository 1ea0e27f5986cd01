import { describe, expect, it } from "vitest";
import { findTable, missingFromBest, unusedPlaces } from "../../src/files/columns.ts";

const COLUMNS = {
  name: { names: ["Name", "Player"], required: true },
  points: { names: ["Points", "FPTS"], required: true },
  team: { names: ["Team"], required: false },
};

const records = (...rows: string[]) => rows.map((row, index) => ({ line: index + 1, cells: row.split(",") }));

describe("findTable", () => {
  it("finds the first row with every required column, in any order", () => {
    const found = findTable(records("Points,of last week", ",,player,fpts", "x,Name,Points,Team"), COLUMNS);
    expect(found).toMatchObject({ header: { line: 2 }, at: { name: 2, points: 3 } });
  });

  it("takes the preferred column that has any values", () => {
    const header = "Player,Name,FPTS,Points";
    expect(findTable(records(header, "Ado,Bo,1,2"), COLUMNS)?.at).toEqual({ name: 1, points: 3 });
    expect(findTable(records(header, "Ado,,1,n/a", "Bo,-,2,"), COLUMNS)?.at).toEqual({ name: 0, points: 2 });
  });

  it("considers all rows below the header, and none above", () => {
    const header = "Player,Name,FPTS,Points";
    expect(findTable(records("a,b,c,d", header, "Ado,Bo,1,2", ",,,"), COLUMNS)?.at).toEqual({
      name: 1,
      points: 3,
    });
    expect(findTable(records(header, "Ado,,1,", ",,,"), COLUMNS)?.at).toEqual({ name: 0, points: 2 });
    expect(findTable(records(header, "Ado,,1"), COLUMNS)?.at).toEqual({ name: 0, points: 2 });
    expect(findTable(records("a,b,c,d", header, "Ado,,1,"), COLUMNS)?.at).toEqual({ name: 0, points: 2 });
  });

  it("takes the preferred column if all are empty", () => {
    expect(findTable(records("Player,Name,FPTS,Points"), COLUMNS)?.at).toEqual({ name: 1, points: 3 });
  });

  it("says which columns are used as what, and which are not", () => {
    const table = findTable(records("Rank,Player,,FPTS,Rank", "1,Ado,x,2,3"), COLUMNS)!;
    expect(table.used).toEqual({ name: "Player", points: "FPTS" });
    expect(unusedPlaces(table)).toEqual([0, 4]);
  });

  it("is null if a required column is in no row", () => {
    expect(findTable(records("Name,Team", "Ado,RAV"), COLUMNS)).toBeNull();
  });
});

describe("missingFromBest", () => {
  it("names the columns missing from the row most like a header", () => {
    expect(missingFromBest(records("Ado,RAV", "Name,Team", "Player,Club"), COLUMNS)).toEqual({
      line: 2,
      missing: ["Points"],
    });
  });

  it("names all required columns if no row resembles a header", () => {
    expect(missingFromBest(records("Ado,RAV"), COLUMNS)).toEqual({ line: null, missing: ["Name", "Points"] });
  });
});
