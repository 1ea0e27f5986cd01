import { writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { readBytes } from "../../src/cli/input/files.ts";
import { withoutWorkbook } from "../../src/files/csv.ts";
import { readProjectionsCsv } from "../../src/files/projections.ts";
import { Scratch } from "../support/command.ts";
import { workbook } from "../support/workbook.ts";

const ROWS = [
  ["Name", "ID", "Salary", "Proj", "Own, projected"],
  ["Ado & Co", 44_220_302, 8800, 20.5, 24.5],
  ['Bor "B" Lander', 5_268_167_454, 6000, 0.1, null],
] as const;

it("a workbook with one sheet is read as CSV", async () => {
  const bytes = await withoutWorkbook(workbook({ Players: ROWS, Empty: [] }), "own.xlsx");
  const columns = { ownership: "Own, projected" };
  expect(readProjectionsCsv(bytes, { file: "own.xlsx", book: "bookA", columns }).rows).toMatchObject([
    { name: "Ado & Co", id: "44220302", salary: 8800, points: 20.5, ownership: 24.5 },
    { name: 'Bor "B" Lander', id: "5268167454", salary: 6000, points: 0.1, ownership: null },
  ]);
});

it("the command line reads a workbook wherever it reads a file", async () => {
  using scratch = new Scratch();
  const file = scratch.path("own.xlsx");
  writeFileSync(file, workbook({ Players: ROWS }));
  const text = new TextDecoder().decode(await readBytes(file));
  expect(text.split("\n")[0]).toBe('Name,ID,Salary,Proj,"Own, projected"');
});

it("several sheets with cells, and a broken workbook, are refused by name; other files stay as they are", async () => {
  const two = withoutWorkbook(workbook({ Main: ROWS, Showdown: ROWS }), "own.xlsx");
  await expect(two).rejects.toThrow(
    "own.xlsx: has several sheets with cells: Main, Showdown. Keep one, or save it as CSV.",
  );
  const whole = workbook({ Main: ROWS });
  const broken = Uint8Array.from(whole, (byte, at) => (at > 60 && at < 200 ? 0 : byte));
  await expect(withoutWorkbook(broken, "own.xlsx")).rejects.toThrow("own.xlsx: is a broken Excel workbook.");
  const csv = new TextEncoder().encode("Name,Proj\n");
  expect(await withoutWorkbook(csv, "own.csv")).toBe(csv);
});
