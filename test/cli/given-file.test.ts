import { afterAll, describe, expect, it, vi } from "vitest";
import { dfsLineups, PROCESS_TIMEOUT, Scratch } from "../support/command.ts";
import { smallSalaryFile } from "../support/salary-file.ts";

vi.setConfig({ testTimeout: PROCESS_TIMEOUT });

const scratch = new Scratch();
afterAll(() => scratch[Symbol.dispose]());

const SALARIES = "examples/slates/basketball.draftkings.classic.csv";
const run = async (...args: readonly string[]) => {
  const { exitCode, stdout, stderr } = await dfsLineups(args);
  return { exitCode, stdout, stderr: stderr.replaceAll(/\s+/g, " ") };
};

describe("optimize FILE", () => {
  it("is the same as --salaries FILE", async () => {
    const options = ["-n", "3", "--format", "csv", "--threads", "0"];
    const given = await run("optimize", SALARIES, ...options);
    expect(given.exitCode, given.stderr).toBe(0);
    expect(given.stdout).toBe((await run("optimize", "--salaries", SALARIES, ...options)).stdout);
    expect(given.stdout.trimEnd().split("\n")).toHaveLength(4);
  });

  it.skipIf(process.platform === "win32")("is no device without an end", async () => {
    const { exitCode, stderr } = await run("optimize", "/dev/zero");
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("a device") });
  });

  it("is given once", async () => {
    for (const option of ["--salaries", "--request"]) {
      const { exitCode, stderr } = await run("optimize", SALARIES, option, SALARIES);
      expect({ exitCode, stderr }).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(option) });
      expect(stderr).toContain(`cannot be combined with the file ${SALARIES}. Give one of them.`);
    }
  });
});

describe("contest --payouts FILE.csv", () => {
  const slate = scratch.write("salaries.csv", smallSalaryFile("basketball.draftkings.showdown", 1));
  const contest = (payouts: string, ...args: readonly string[]) =>
    run(
      ...["contest", slate, "--choose", "2", "--candidates", "10", "--draws", "100", "--field", "50"],
      ...["--other-fields", "0", "--threads", "0", "--format", "json", "--payouts", payouts, ...args],
    );

  it("is the same contest as the payouts in YAML", async () => {
    const rows = "Place,Payout,Field Size,Entry Fee\n1,100,52,4\n2-5,20.5,,\n";
    const csv = await contest(scratch.write("payouts.csv", rows));
    expect(csv.exitCode, csv.stderr).toBe(0);
    expect(csv.stderr).toContain("the contest has 52 entries");
    const yaml = "fee: 4\npayouts:\n  - { places: 1, amount: 100 }\n  - { places: 2..5, amount: 20.5 }\n";
    expect(csv.stdout).toBe((await contest(scratch.write("payouts.yaml", yaml))).stdout);
  });

  it("takes the fee from --fee where the file has none", async () => {
    const file = scratch.write("feeless.csv", '"Place_lo","Place_hi","Payout"\n"1","2","10"\n');
    const without = await contest(file);
    expect(without).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("has no column Entry Fee. Add it, or give the fee of an entry: --fee."),
    });
    const given = await contest(file, "--fee", "3");
    expect(given.exitCode, given.stderr).toBe(0);
    expect(JSON.parse(given.stdout)).toMatchObject({ all: { cost: 6 } });
  });

  it("says what is expected of a file that is no payouts", async () => {
    for (const text of ["Name,Salary\nA,1\n", "win a lot"]) {
      const { exitCode, stderr } = await contest(scratch.write("other.csv", text));
      expect({ exitCode, stderr }).toMatchObject({
        exitCode: 2,
        stderr: expect.stringMatching(
          /(nor CSV with the columns Place|Name them Place \(or Place From and Place To\)) ?and Payout/,
        ),
      });
    }
  });
});
