import { describe, expect, it } from "vitest";
import { readAmount, readPoints, readSalary, readShare, readText } from "../../src/files/columns.ts";
import { FileFaults } from "../../src/files/csv.ts";
import { fileError } from "./support.ts";

const PLACE = { line: 7, column: "Own" };

/** The value of a cell, and the reported faults. */
function reading<Value>(
  read: (cell: string, place: typeof PLACE, faults: FileFaults) => Value,
  cell: string,
): [Value, string | null] {
  const faults = new FileFaults("rows.csv");
  const value = read(cell, PLACE, faults);
  try {
    faults.throwIfAny();
    return [value, null];
  } catch {
    return [value, fileError(() => faults.throwIfAny()).message];
  }
}

describe("readText", () => {
  it("is null for an empty cell", () => {
    expect(["Ado", "-", "N/A", ""].map(readText)).toEqual(["Ado", null, null, null]);
  });
});

describe("readSalary", () => {
  it.each([
    ["5400", 5_400],
    ["$5,400", 5_400],
    ["$ 1,234,567", 1_234_567],
    ["5400.0", 5_400],
    ["0", 0],
  ])("takes %s", (cell, salary) => {
    expect(reading(readSalary, cell)).toEqual([salary, null]);
  });

  it.each(["", "-5400", "5400.5", "54,00", "5 400", "5e3", "free"])("reports %j with its place", (cell) => {
    const [value, fault] = reading(readSalary, cell);
    expect(value).toBeNull();
    for (const part of ["rows.csv", "7", "Own", JSON.stringify(cell)]) expect(fault).toContain(part);
  });
});

describe("readAmount", () => {
  it("is null for invalid values", () => {
    expect(["$5,400", "5400.50", "", "many"].map(readAmount)).toEqual([5_400, 5_400.5, null, null]);
    expect(["5.400", "$12.345.678", "0.125", "12.34"].map(readAmount)).toEqual([
      5_400, 12_345_678, 0.125, 12.34,
    ]);
  });
});

describe("readPoints", () => {
  it.each([
    ["12.5", 12.5],
    ["12,5", 12.5],
    ["-1", -1],
    ["+.5", 0.5],
    ["7.", 7],
    ["1e-05", 0.00001],
    ["", null],
    ["NaN", null],
  ])("takes %j", (cell, points) => {
    expect(reading(readPoints, cell)).toEqual([points, null]);
  });

  it.each(["1.2.3", "1,234.5", "12.5%", "1e999", "many", "."])("reports %j", (cell) => {
    const [value, fault] = reading(readPoints, cell);
    expect(value).toBeNull();
    expect(fault).toContain(JSON.stringify(cell));
  });
});

describe("readShare", () => {
  it("ignores the percent sign", () => {
    for (const cell of ["12.5%", "12.5 %", "12.5"]) expect(reading(readShare, cell)).toEqual([12.5, null]);
  });
});
