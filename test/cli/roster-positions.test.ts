import { readFileSync } from "node:fs";
import { afterAll, describe, expect, it, vi } from "vitest";
import { parseCsv } from "../../src/files/csv.ts";
import { dfsLineups, PROCESS_TIMEOUT, Scratch } from "../support/command.ts";

vi.setConfig({ testTimeout: PROCESS_TIMEOUT });

const scratch = new Scratch();
afterAll(() => scratch[Symbol.dispose]());
const HOCKEY = readFileSync("examples/slates/ice-hockey.draftkings.classic.csv", "utf8");

/**
 * The sample slate in which every second wing's Position column, but not its Roster Position, says center.
 */
const SHIFTED = HOCKEY.split("\n")
  .map((row, index) => (index % 2 === 0 ? row.replace(/^[LR]W,/, "C,") : row))
  .join("\n");

describe("a salary file whose positions differ from its roster positions", () => {
  const salaries = scratch.write("salaries.csv", SHIFTED);

  it("gives lineups seated by the roster positions, and reports the number of differences", async () => {
    const found = await dfsLineups(["optimize", "--salaries", salaries, "-n", "150", "--format", "csv"]);
    expect(found.stderr).toMatch(/\d+ players have a roster position that differs from the position/);
    const [header, ...lineups] = parseCsv(found.stdout, "upload").map(({ cells }) => cells);
    expect(lineups).toHaveLength(150);
    const slotsOf = new Map(parseCsv(SHIFTED, "pool").map(({ cells }) => [cells[3], cells[4]!.split("/")]));
    let seats = 0;
    for (const lineup of lineups) {
      for (const [at, id] of lineup.entries()) {
        expect(slotsOf.get(id)).toContain(header![at]);
        seats += 1;
      }
    }
    expect(seats).toBe(150 * 9);
  });

  it("is also verified by them", async () => {
    const found = await dfsLineups(["optimize", "--salaries", salaries, "--format", "json"]);
    const lineups = scratch.write("lineups.json", found.stdout);
    const verdict = await dfsLineups(["verify", "--salaries", salaries, "--lineups", lineups]);
    expect(verdict.stdout).toBe("3 lineups, nothing wrong.\n");
  });
});
