import { readFileSync } from "node:fs";
import { afterAll, describe, expect, it, vi } from "vitest";
import type { Certificate } from "../../src/lineup/certificate/certificate.ts";
import type { Verdict } from "../../src/lineup/verify/judge.ts";
import type { FantasyLineupDocument } from "../../src/shared/schema/lineups.ts";
import { dfsLineups, PROCESS_TIMEOUT, Scratch } from "../support/command.ts";
import { smallSalaryFile } from "../support/salary-file.ts";

vi.setConfig({ testTimeout: PROCESS_TIMEOUT });

const scratch = new Scratch();
afterAll(() => scratch[Symbol.dispose]());

const SALARIES = scratch.write("salaries.csv", smallSalaryFile("american-football.bookA.showdown"));
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

  it("gives the verdict as JSON", async () => {
    const shuffled = { ...lineups, data: [lineups.data[1]!, lineups.data[0]!, lineups.data[1]!] };
    const { exitCode, stdout } = await verify(shuffled, "--format", "json");
    const verdict = JSON.parse(stdout) as Verdict;
    expect(exitCode).toBe(1);
    expect(verdict.legal).toBe(false);
    const kinds = verdict.lineups.map(({ violations }) => violations.map(({ constraint }) => constraint));
    expect(kinds).toEqual([[], ["order"], ["distinct"]]);
  });

  it("reports faults of the document as a whole", async () => {
    const { exitCode, stdout } = await verify({ ...lineups, meta: { totalItems: 4 } });
    expect(exitCode).toBe(1);
    expect(stdout).toContain("The document\n  claims: ");
    expect(stdout).toContain("3 lineups, 0 of them wrong.");
  });
});

describe("verify --certificate", () => {
  it("checks the certificate of optimize --certificate by its content alone", async () => {
    const file = scratch.path("certificate.json");
    const written = await dfsLineups(["optimize", "--salaries", SALARIES, "-n", "9", "--certificate", file]);
    expect(written.exitCode).toBe(0);
    expect(written.stderr).toContain(`wrote the certificate to ${file}; verify --certificate checks it.`);
    const held = await dfsLineups(["verify", "--certificate", file]);
    expect(held).toMatchObject({ exitCode: 0, stderr: "" });
    expect(held.stdout.replaceAll(/\s+/g, " ")).toMatch(
      /^The certificate holds: 9 lineups of [\d.]+ to [\d.]+ points, each legal, and none with more points than the last was left out\./,
    );
    expect(held.stdout.replaceAll(/\s+/g, " ")).toMatch(
      / Taken unchecked from the certificate, because neither --salaries nor --request is given: the points, teams and games of \d+ players; their positions/,
    );
    for (const line of held.stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
  });

  it("reports whether it matches the given salary file", async () => {
    const file = scratch.path("certificate.json");
    const dearer = readFileSync(SALARIES, "utf8").replace(
      /,(\d{4,5}),/,
      (_, salary) => `,${Number(salary) + 100},`,
    );
    const [same, other] = await Promise.all(
      [SALARIES, scratch.write("dearer.csv", dearer)].map((salaries) =>
        dfsLineups(["verify", "--certificate", file, "--salaries", salaries]),
      ),
    );
    expect(same).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining("The certificate holds: 9 lineups"),
    });
    expect(same?.stdout).not.toContain("Taken unchecked from");
    expect(other).toMatchObject({
      exitCode: 1,
      stdout: expect.stringContaining("The certificate does not hold."),
    });
    expect(other?.stdout).toMatch(/\/problem\/\S+alary is \d+, but \d+ in\s+the given request/);
  });

  it("reports faults of an invalid certificate, and ends with 1", async () => {
    const file = scratch.path("certificate.json");
    const certificate = JSON.parse(readFileSync(file, "utf8")) as Certificate;
    const { lineups } = certificate;
    const gappy = scratch.write("gappy.json", { ...certificate, count: 8, lineups: lineups.slice(1) });
    const { exitCode, stdout } = await dfsLineups(["verify", "--certificate", gappy]);
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^A better lineup was left out: /);
    expect(stdout.trimEnd().split("\n").at(-1)).toBe("The certificate does not hold.");
  });

  it("needs either lineups or a certificate, not both", async () => {
    expect(await dfsLineups(["verify"])).toMatchObject({ exitCode: 2 });
    const portfolio = ["optimize", "--salaries", SALARIES, "--unique", "2"];
    for (const option of ["--certificate", "--second-opinion"])
      expect(await dfsLineups([...portfolio, option, "highs"]), option).toMatchObject({
        exitCode: 2,
        stderr: expect.stringContaining(`${option} applies to the best lineups, not to a portfolio.`),
      });
    const both = await dfsLineups(["verify", "--certificate", SALARIES, "--lineups", SALARIES]);
    expect(both).toMatchObject({ exitCode: 2 });
  });
});
