import { existsSync, readFileSync } from "node:fs";
import { afterAll, describe, expect, it, vi } from "vitest";
import { parseCsv } from "../../../src/files/csv.ts";
import { readSlateFile } from "../../../src/platform/node/files.ts";
import { dfsLineups, PROCESS_TIMEOUT, Scratch } from "../../support/command.ts";
import { smallSalaryFile } from "../../support/salary-file.ts";

vi.setConfig({ testTimeout: PROCESS_TIMEOUT });

const scratch = new Scratch();
afterAll(() => scratch[Symbol.dispose]());

const TEXT = smallSalaryFile("american-football.draftkings.showdown");
const SALARIES = scratch.write("salaries.csv", TEXT);
const slate = readSlateFile(TEXT, { file: SALARIES });
const optimize = ["optimize", "--salaries", SALARIES];

/** Locks on all seats but one: there are fewer lineups than requested. */
const cheapest = slate.entries.toSorted((a, b) => a.salary - b.salary);
const LOCKS = ["CPT", "FLEX", "flex", "Flex", "FLEX"].flatMap((slot, index) => [
  "--lock",
  `${cheapest[index]!.bookId}@${slot}`,
]);

describe("fewer lineups than requested", () => {
  it("are written, with the reason on standard error", async () => {
    const { exitCode, stdout, stderr } = await dfsLineups([
      ...optimize,
      ...LOCKS,
      "-n",
      "500",
      "--format",
      "csv",
    ]);
    const { length } = parseCsv(stdout, "upload");
    expect(exitCode).toBe(0);
    expect(length - 1).toBeGreaterThan(10);
    expect(length - 1).toBeLessThan(slate.entries.length);
    expect(stderr).toContain(`found ${length - 1} of the 500 requested lineups: no others`);
  });

  it("with --strict exit with 1 and write nothing", async () => {
    const output = scratch.path("strict.csv");
    const args = [...optimize, ...LOCKS, "-n", "500", "--strict", "-o", output];
    const { exitCode, stdout, stderr } = await dfsLineups(args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
    expect(stderr).toContain("500 requested lineups");
    expect(existsSync(output)).toBe(false);
    const enough = await dfsLineups([...optimize, ...LOCKS, "-n", "2", "--strict"]);
    expect(enough.exitCode).toBe(0);
  });
});

describe("--output", () => {
  it("writes the file and reports it, with nothing on standard output", async () => {
    const output = scratch.path("up.csv");
    const args = [...optimize, "--format", "csv", "-n", "7", "--site", "dk", "--sport", "nfl"];
    const [written, shown] = await Promise.all([dfsLineups([...args, "-o", output]), dfsLineups(args)]);
    expect({ ...written, stderr: "" }).toEqual({ exitCode: 0, stdout: "", stderr: "" });
    expect(written.stderr).toContain(`wrote ${output}.`);
    expect(readFileSync(output, "utf8")).toBe(shown.stdout);
  });

  it("keeps the existing file if no lineup is found", async () => {
    const output = scratch.write("kept.csv", "before");
    const { exitCode } = await dfsLineups([...optimize, "--cap", "100", "-o", output]);
    expect(exitCode).toBe(1);
    expect(readFileSync(output, "utf8")).toBe("before");
  });
});

describe("the note on the file's contents", () => {
  it("is printed first", async () => {
    const { stderr } = await dfsLineups([...optimize, "-n", "1"]);
    const games = new Set(slate.entries.map(({ game }) => game)).size;
    expect(stderr.split("\n")[0]).toMatch(
      new RegExp(
        `salaries\\.csv: DraftKings american-football showdown, ${games} game, \\d+ players and 2 defenses\\.$`,
      ),
    );
  });
});

describe("a conflict", () => {
  it("names the options that caused it", async () => {
    const { exitCode, stderr } = await dfsLineups([
      ...optimize,
      ...["--lock", `${cheapest[0]!.bookId}@CPT`, "--lock", `${cheapest[1]!.bookId}@cpt`],
    ]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`--lock "${cheapest[0]!.bookId}@CPT"`);
    expect(stderr).not.toContain("include.");
  });
});
