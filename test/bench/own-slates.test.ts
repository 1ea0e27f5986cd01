import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { suiteOfFolder } from "../../bench/cases/own-slates.ts";
import { samplePath } from "../../bench/cases/slates.ts";

const folder = mkdtempSync(join(tmpdir(), "dfs-lineups-slates-"));
afterAll(() => rmSync(folder, { recursive: true }));

it("takes every salary file of a folder and lists the other CSV files", () => {
  copyFileSync(samplePath("ice-hockey.bookB.classic"), join(folder, "hockey.csv"));
  copyFileSync(samplePath("american-football.bookA.classic"), join(folder, "football.csv"));
  writeFileSync(join(folder, "projections.csv"), "Name,Proj\nSomeone,12.5\n");
  writeFileSync(join(folder, "notes.txt"), "not looked at");
  const { timed, memory, skipped } = suiteOfFolder(folder);
  expect(timed.map(({ name }) => name)).toEqual([
    "football.csv",
    "football.csv, stack",
    "football.csv, stack, a QB included",
    "football.csv, stack, a WR included",
    "football.csv, optimizer.optimize",
    "football.csv, open slate",
    "hockey.csv",
  ]);
  expect(memory.map(({ file }) => file)).toEqual([
    join(folder, "football.csv"),
    join(folder, "football.csv"),
  ]);
  expect(skipped).toHaveLength(1);
  expect(skipped[0]).toContain("projections.csv");
});
