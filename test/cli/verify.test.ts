import { afterAll, describe, expect, it, test, vi } from "vitest";
import type { FantasyLineupDocument } from "../../src/shared/schema/lineups.ts";
import { dfsLineups, PROCESS_TIMEOUT, Scratch } from "../support/command.ts";
import { smallSalaryFile } from "../support/salary-file.ts";

vi.setConfig({ testTimeout: PROCESS_TIMEOUT });

const scratch = new Scratch();
afterAll(() => scratch[Symbol.dispose]());

const SALARIES = scratch.write("salaries.csv", smallSalaryFile("american-football.draftkings.showdown"));
const DETECTED = [
  `dfs-lineups: ${SALARIES}: DraftKings american-football showdown, 1 game, 52 players and 2 defenses.`,
  `dfs-lineups: ${SALARIES}: points are the book's own averages.`,
]
  .map((line) => `${line}\n`)
  .join("");
const found = await dfsLineups(["optimize", "--salaries", SALARIES, "--count", "3", "--format", "json"]);
const lineups = JSON.parse(found.stdout) as FantasyLineupDocument;

/** Verifies lineups against the options and the salary file. */
function verify(document: FantasyLineupDocument, ...options: string[]) {
  const args = ["verify", "--salaries", SALARIES, "--lineups", scratch.write("lineups.json", document)];
  return dfsLineups([...args, ...options]);
}

describe("verify", () => {
  it("confirms in one line that all lineups are legal", async () => {
    expect(await verify(lineups)).toEqual({
      exitCode: 0,
      stdout: "3 lineups, nothing wrong.\n",
      stderr: DETECTED,
    });
  });

  it("lists what each lineup breaks, by names, and ends with 1", async () => {
    const named = await dfsLineups(["optimize", "--salaries", SALARIES, "--count", "1"]);
    const captain = /^CPT +(.*?) {2,}/m.exec(named.stdout)![1]!;
    const { exitCode, stdout, stderr } = await verify(lineups, "--exclude", captain, "--cap", "20000");
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: DETECTED });
    const [first] = stdout.split("\n\n");
    expect(first).toContain(`Lineup 1 (${lineups.data[0]!.attributes.uuid})`);
    expect(first).toMatch(new RegExp(`^ {2}exclusions: ${captain} \\(`, "m"));
    expect(first).toMatch(/^ {2}salary-cap: .*\/data\/0/m);
    expect(stdout.trimEnd().split("\n").at(-1)).toBe("3 lineups, 3 of them wrong.");
  });
});

test("verify needs lineups", async () => {
  expect(await dfsLineups(["verify"])).toMatchObject({ exitCode: 2 });
});
