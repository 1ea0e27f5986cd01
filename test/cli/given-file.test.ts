import { afterAll, describe, expect, it, vi } from "vitest";
import { dfsLineups, PROCESS_TIMEOUT, Scratch } from "../support/command.ts";

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
