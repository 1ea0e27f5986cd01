import { once } from "node:events";
import { copyFileSync, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { dfsLineups, PROCESS_TIMEOUT, Scratch, startOwn } from "../support/command.ts";

vi.setConfig({ testTimeout: PROCESS_TIMEOUT, hookTimeout: PROCESS_TIMEOUT });

const scratch = new Scratch();
afterAll(() => scratch[Symbol.dispose]());

const [PROJECTIONS, NEWS] = ["projections", "news"].map((name) => `examples/evening/${name}.csv`) as [
  string,
  string,
];
const upload = scratch.path("upload.csv");
const now = ["--now", "2025-01-15T19:35-05:00", "--threads", "0"];

beforeAll(async () => {
  const { exitCode } = await dfsLineups([
    ...["build", "examples/evening/DKEntries.csv", "-p", PROJECTIONS, "-o", upload, "--threads", "0"],
  ]);
  expect(exitCode).toBe(0);
});

describe("swap", () => {
  it("shows the changes per entry within 80 columns, and writes a file that check accepts", async () => {
    const output = scratch.path("swap.csv");
    const { exitCode, stdout } = await dfsLineups(["swap", upload, "-p", NEWS, "-o", output, ...now]);
    expect(exitCode).toBe(0);
    expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
    expect(stdout).toMatch(
      /^4606391392 +Hoops Special \[20 +7 +187\.\d\d +228\.\d\d {2}UTIL: Aden Lanosen ->$/m,
    );
    expect(stdout).toMatch(/\n20 of 20 entries change: \d+\.\d\d points before, \d+\.\d\d after/);
    const checked = await dfsLineups(["check", output]);
    expect(checked).toMatchObject({ exitCode: 0, stdout: "20 lineups, nothing wrong.\n" });
    const again = await dfsLineups(["swap", output, "-p", NEWS, ...now, "--format", "json"]);
    const verdicts = new Set(
      JSON.parse(again.stdout).entries.map(({ verdict }: { readonly verdict: string }) => verdict),
    );
    expect([...verdicts]).toEqual(["best"]);
  });

  it("keeps a portfolio's limits over all entries, and writes nothing with --dry-run", async () => {
    const portfolio = scratch.write(
      "tonight.yaml",
      "lineups: 150\nexposure:\n  - { of: Maren Moringby, most: 25% }\navoid: [upload.csv]\n",
    );
    const { exitCode, stdout, stderr } = await dfsLineups([
      ...["swap", upload, "-p", NEWS, "-r", portfolio, "--max-exposure", "60%"],
      ...["--dry-run", "--format", "json", ...now],
    ]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr });
    expect(stderr.replaceAll(/\s+/g, " ")).toContain("one for each of the 20 entries");
    const { entries } = JSON.parse(stdout);
    const having = entries.filter(({ changes }: { readonly changes: readonly { readonly in: string }[] }) =>
      changes.some((change) => change.in === "Maren Moringby"),
    );
    expect(having).toHaveLength(5);
    const both = await dfsLineups(["swap", upload, "-p", NEWS, "--dry-run", "-o", scratch.path("no.csv")]);
    expect(both.exitCode).toBe(2);
    expect(existsSync(scratch.path("no.csv"))).toBe(false);
  });

  it("counts the entries that keep a player who cannot play, and names a remedy", async () => {
    const portfolio = scratch.write("over.yaml", "rules: [{ sum: { column: salary, least: 50001 } }]\n");
    const { exitCode, stdout, stderr } = await dfsLineups([
      ...[
        "swap",
        upload,
        "-p",
        PROJECTIONS,
        "-r",
        portfolio,
        "--out",
        "Aden Lanosen",
        "--format",
        "json",
        ...now,
      ],
    ]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr });
    const { entries } = JSON.parse(stdout);
    const stay = entries.filter(({ gone }: { readonly gone: readonly string[] }) => gone.length > 0).length;
    expect(stay).toBeGreaterThan(0);
    expect(stderr.replaceAll(/\s+/g, " ")).toContain(
      `${stay} entries still with a player who cannot play: no lineup keeps all rules and the locked seats. To replace`,
    );
  });

  it("writes a file that check accepts, even if a short time limit stops the search early", async () => {
    const output = scratch.path("in-time.csv");
    const portfolio = scratch.write(
      "apart.yaml",
      "lineups: 20\nunique: 3\nexposure:\n  - { each: player, most: 40% }\n",
    );
    const { exitCode, stdout } = await dfsLineups([
      ...["swap", upload, "-p", NEWS, "-r", portfolio, "-o", output, "--time-limit", "1", ...now],
    ]);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/\n\d+ of 20 entries change/);
    expect(await dfsLineups(["check", output])).toMatchObject({ stdout: "20 lineups, nothing wrong.\n" });
  });

  it("names the players who must leave first, and changes only their entries if asked to", async () => {
    const output = scratch.path("out.csv");
    const all = await dfsLineups([
      "swap",
      upload,
      "-p",
      PROJECTIONS,
      "--out",
      "aden lanosen",
      "-o",
      output,
      ...now,
    ]);
    expect(all).toMatchObject({ exitCode: 0 });
    expect(all.stderr).toContain("Must leave: Aden Lanosen (out, 20 entries).");
    expect(all.stdout).toMatch(/^Player.*\n.*\nAden Lanosen +20 \(100%\) +0 \(0%\) +-20 +out\n/);
    expect(readFileSync(output, "utf8").split("Instructions")[0]).not.toContain("Aden Lanosen (");
    const asked = ["--exclude", "Otell Brackelby", "--only-affected", "--dry-run", "--format", "json"];
    const one = await dfsLineups(["swap", upload, "-p", NEWS, ...asked, ...now]);
    const { entries, players } = JSON.parse(one.stdout);
    const verdicts = entries.map(({ verdict }: { readonly verdict: string }) => verdict);
    expect(verdicts.filter((verdict: string) => verdict === "swapped")).toHaveLength(1);
    expect(verdicts.filter((verdict: string) => verdict === "unaffected")).toHaveLength(19);
    expect(players[0]).toEqual({ name: "Otell Brackelby", reason: "excluded", before: 1, after: 0 });
    const unknown = await dfsLineups(["swap", upload, "-p", NEWS, "--out", "Not Known", ...now]);
    expect(unknown).toMatchObject({ exitCode: 2, stdout: "" });
    expect(unknown.stderr).toContain("--out");
  });

  it("refuses files without entries, times without offsets, and invalid portfolios", async () => {
    const bad = scratch.write("bad.yaml", "exposure: 40%\n");
    const refusals = await Promise.all([
      dfsLineups(["swap", "examples/slates/basketball.draftkings.classic.csv", "--threads", "0"]),
      dfsLineups(["swap", upload, "--now", "2025-01-15T19:35"]),
      dfsLineups(["swap", upload, "-r", bad, ...now]),
      dfsLineups(["swap", upload, "--watch", NEWS, "-p", NEWS]),
    ]);
    expect(refusals.map(({ exitCode, stdout }) => ({ exitCode, stdout }))).toEqual(
      Array(4).fill({ exitCode: 2, stdout: "" }),
    );
    expect(refusals[0]!.stderr).toContain("has no entries to swap");
    expect(refusals[1]!.stderr).toContain("with its offset");
    expect(refusals[2]!.stderr).toContain("exposure");
    expect(refusals[3]!.stderr).toContain("Leave --projections out");
  });

  it("watches the news file, prints the changes whenever it changes, and ends on the signal", async () => {
    const news = scratch.path("watched.csv");
    copyFileSync(PROJECTIONS, news);
    const { child, output, ended } = startOwn(["swap", upload, "--watch", news, ...now]);
    const until = async (isSo: () => boolean) => {
      while (!isSo()) await once(child.stderr, "data");
    };
    const times = (text: string, part: RegExp) => [...text.matchAll(part)].length;
    try {
      await until(() => times(output.stderr, /is watched/g) === 1);
      expect(output.stdout).toContain("0 of 20 entries change");
      // Editors replace files: a new file takes the name.
      writeFileSync(`${news}.new`, readFileSync(NEWS));
      renameSync(`${news}.new`, news);
      await until(() => times(output.stderr, /is watched/g) === 2);
      expect(output.stdout).toContain("20 of 20 entries change");
      writeFileSync(news, "Nothing,Of,This\n1,2,3\n");
      await until(() => /Waiting for\s\S+\sto\schange\./.test(output.stderr));
      writeFileSync(news, readFileSync(PROJECTIONS));
      await until(() => times(output.stderr, /is watched/g) >= 3);
      expect(times(output.stdout, /0 of 20 entries change/g)).toBeGreaterThanOrEqual(3);
    } finally {
      child.kill("SIGINT");
    }
    expect(await ended).toBe(0);
  });
});
