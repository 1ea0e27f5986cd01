import { once } from "node:events";
import { readFileSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { dfsLineups, Scratch, startOwn } from "../support/command.ts";
import { smallSalaryFile } from "../support/salary-file.ts";

const scratch = new Scratch();
afterAll(() => scratch[Symbol.dispose]());

/** Far more lineups than the slowest solver finds during the test. */
const ENDLESS = ["--solver", "javascript-lp-solver", "--count", "10000"];

/** A portfolio that takes minutes, even one lineup at a time. */
const ENDLESS_PORTFOLIO = ["--threads", "0", "--count", "10000", "--unique", "5", "--gap", "0"];

/** A portfolio that is complete immediately, but takes minutes to prove optimal. */
const WHOLE_PORTFOLIO = ["--count", "40", "--unique", "2", "--max-exposure", "50%", "--gap", "0"];

/** Processor time, in hundredths of a second, after reading the files: by then a command solves. */
const SOLVING = 30;

/** A process's processor time, in hundredths of a second. */
function ticksOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
  return Number(fields[11]) + Number(fields[12]);
}

/** Starts an endless solve, sends the signal once it runs, and returns its exit code and output. */
async function interrupted(
  signal: NodeJS.Signals,
  argsOf: (salaries: string) => readonly string[],
  after = SOLVING,
) {
  const salaries = scratch.write("salaries.csv", smallSalaryFile("basketball.fanduel.classic"));
  const { child, output, ended } = startOwn(argsOf(salaries));
  // The note about the file is printed when the files are read; solving begins right after.
  await once(child.stderr, "data");
  const begun = ticksOf(child.pid!);
  await expect.poll(() => child.exitCode !== null || ticksOf(child.pid!) > begun + after).toBe(true);
  expect(child.exitCode, output.stderr).toBeNull();
  child.kill(signal);
  return { exitCode: await ended, ...output };
}

describe.skipIf(process.platform !== "linux")("a signal during a solve", () => {
  it.each([
    ["SIGINT", 130, (salaries: string) => ["optimize", "--salaries", salaries, ...ENDLESS]],
    ["SIGTERM", 143, (salaries: string) => ["optimize", "--salaries", salaries, ...ENDLESS]],
    ["SIGINT", 130, (salaries: string) => ["simulate", salaries, "--draws", "10000000"]],
  ] as const)("%s ends it early with exit code %d and without output", async (signal, code, argsOf) => {
    const { exitCode, stdout, stderr } = await interrupted(signal, argsOf);
    expect(exitCode).toBe(code);
    expect(stdout).toBe("");
    expect(stderr.trimEnd().split("\n").at(-1)).toBe("dfs-lineups: interrupted; nothing was written.");
  });
});

describe.skipIf(process.platform !== "linux")("a signal while a portfolio is built", () => {
  it("writes no incomplete portfolio, and names the option that would write it", async () => {
    // One thread for everything: it must handle signals between the steps of a portfolio.
    const { exitCode, stdout, stderr } = await interrupted("SIGTERM", (salaries) => [
      "optimize",
      ...["--salaries", salaries],
      ...ENDLESS_PORTFOLIO,
    ]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 143, stdout: "" });
    expect(stderr.replaceAll(/\s+/g, " ")).toMatch(
      / dfs-lineups: interrupted; nothing was written\. \d+ of the 10000 lineups were found\. Use --on-interrupt keep to get them anyway\. $/,
    );
  });

  it("writes a complete one with its bound, and ends with 3", async () => {
    const { exitCode, stdout, stderr } = await interrupted(
      "SIGINT",
      (salaries) => ["optimize", "--salaries", salaries, ...WHOLE_PORTFOLIO, "--format", "csv"],
      5 * SOLVING,
    );
    const words = stderr.replaceAll(/\s+/g, " ");
    expect(exitCode, words).toBe(3);
    expect(stdout.trimEnd().split("\n")).toHaveLength(41);
    expect(words).toContain("The search was interrupted with 40 of 40 lineups found.");
    expect(words).toContain("no portfolio has more than");
  });
});

describe("an exceeded time limit", () => {
  it("ends the solve with 70, writes nothing and names the remedy", async () => {
    const salaries = scratch.write("salaries.csv", smallSalaryFile("basketball.draftkings.classic"));
    const args = ["optimize", "--salaries", salaries, ...ENDLESS, "--time-limit", "1"];
    const { exitCode, stdout, stderr } = await dfsLineups(args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 70, stdout: "" });
    expect(stderr).toMatch(/\ndfs-lineups: .*time limit.*\n$/);
  });
});
