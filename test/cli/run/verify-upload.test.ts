import { afterAll, describe, expect, it, vi } from "vitest";
import { csvLine, parseCsv } from "../../../src/files/csv.ts";
import { dfsLineups, PROCESS_TIMEOUT, Scratch } from "../../support/command.ts";
import { smallSalaryFile, UPLOADED_FORMS } from "../../support/salary-file.ts";

vi.setConfig({ testTimeout: PROCESS_TIMEOUT });

const scratch = new Scratch();
afterAll(() => scratch[Symbol.dispose]());

/** Upload rows of a contest's best lineups, and the salary file they come from. */
async function uploadOf(contest: string) {
  const salaries = scratch.write(`${contest}.csv`, smallSalaryFile(contest));
  const made = await dfsLineups(["optimize", "--salaries", salaries, "-n", "4", "--format", "csv"]);
  return { salaries, text: made.stdout };
}

function verify(text: string, salaries: string, ...options: string[]) {
  return dfsLineups(["verify", "--lineups", "-", "--salaries", salaries, ...options], { input: text });
}

describe.each(UPLOADED_FORMS.filter((_, at) => at % 3 === 0))("upload rows of %s", (contest) => {
  it("are accepted if optimize wrote them", async () => {
    const { salaries, text } = await uploadOf(contest);
    const { exitCode, stdout, stderr } = await verify(text, salaries);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: "4 lineups, nothing wrong.\n" });
    expect(stderr).not.toContain("other id");
  });
});

describe("rows that the book would refuse", async () => {
  const { salaries, text } = await uploadOf("american-football.draftkings.classic");
  const [header, ...rows] = parseCsv(text, "upload").map(({ cells }) => [...cells]);
  const file = (...lines: readonly (readonly string[])[]) =>
    `${[header!, ...lines].map(csvLine).join("\n")}\n`;

  it("are listed by line with the rules they break, and end with 1", async () => {
    const twice = rows[0]!.with(1, rows[0]![2]!);
    const swapped = rows[1]!.with(0, rows[1]![1]!).with(1, rows[1]![0]!);
    const { exitCode, stdout } = await verify(file(twice, rows[2]!, swapped), salaries);
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^Line 2\n {2}player-once: /m);
    expect(stdout).not.toContain("Line 3");
    expect(stdout).toMatch(/^Line 4\n {2}roster-slots: .*In other seats/m);
    expect(stdout.trimEnd().split("\n").at(-1)).toBe("3 lineups, 2 of them wrong.");
  });

  it("are also checked against the given options, and listed as JSON if requested", async () => {
    const { exitCode, stdout } = await verify(text, salaries, "--cap", "20000", "--format", "json");
    const { legal, rows: judged } = JSON.parse(stdout);
    expect({ exitCode, legal }).toEqual({ exitCode: 1, legal: false });
    expect(judged.map(({ line }: { line: number }) => line)).toEqual([2, 3, 4, 5]);
    for (const { entryId, violations } of judged) {
      expect(entryId).toBeNull();
      expect(violations).toMatchObject([{ constraint: "salary-cap", limit: 20_000 }]);
    }
  });
});
