import { readFileSync } from "node:fs";
import { afterAll, describe, expect, it, vi } from "vitest";
import { readEntries } from "../../src/files/entries/read-entries.ts";
import { dfsLineups, PROCESS_TIMEOUT, Scratch } from "../support/command.ts";

vi.setConfig({ testTimeout: PROCESS_TIMEOUT });

const scratch = new Scratch();
afterAll(() => scratch[Symbol.dispose]());

const EVENING = ["examples/evening/DKEntries.csv", "-p", "examples/evening/projections.csv"];

async function build(description: string, ...args: readonly string[]) {
  const file = scratch.write("contests.yaml", description);
  const { exitCode, stdout, stderr } = await dfsLineups([
    ...["build", ...EVENING, "-r", file, "--threads", "0", ...args],
  ]);
  return { exitCode, stdout, stderr: stderr.replaceAll(/\s+/g, " ") };
}

/** The lineups of an upload by contest, as lists of ids. */
function lineupsOf(content: string): ReadonlyMap<string, readonly (readonly string[])[]> {
  const found = new Map<string, string[][]>();
  for (const { contestName, seats } of readEntries(content, { file: "built" }).entries)
    found.set(contestName!, [...(found.get(contestName!) ?? []), seats.map(({ bookId }) => bookId!)]);
  return found;
}

const SPECIAL = "Hoops Special [20 Entry Max]";
const LATE = "Late Hoops, 8-Max";

/** By how many players two lineups differ. */
const difference = (one: readonly string[], other: readonly string[]) =>
  one.filter((id) => !other.includes(id)).length;

/** In how many of these lineups the most used player is. */
const mostUsed = (lineups: readonly (readonly string[])[]) =>
  Math.max(...lineups.flat().map((id) => lineups.filter((lineup) => lineup.includes(id)).length));

describe("build with contests in the description", () => {
  it("fills each contest by its own rules, with lineups that differ across contests", async () => {
    const { exitCode, stdout, stderr } = await build(
      `unique: 2
distinct: all
contests:
  - { name: cash, entries: { contest: late hoops }, lineups: 1, salary: 49500.. }
  - { name: big, entries: { limit: 20 }, exposure: [{ each: player, most: 40% }] }
`,
      ...["--report", scratch.path("report.json")],
    );
    expect(exitCode, stderr).toBe(0);
    expect(stderr).toContain("cash: entries: 8, lineups: 1.");
    expect(stderr).toContain("big: entries: 12, lineups: 12.");
    const lineups = lineupsOf(stdout);
    const [special, late] = [lineups.get(SPECIAL)!, lineups.get(LATE)!];
    expect(new Set(late.map((lineup) => lineup.join())).size).toBe(1);
    const different = [late[0]!, ...special];
    for (const [index, lineup] of different.entries())
      for (const other of different.slice(0, index))
        expect(difference(lineup, other)).toBeGreaterThanOrEqual(2);
    expect(mostUsed(special)).toBe(4);
    const {
      lineups: all,
      portfolio,
      contests,
    } = JSON.parse(readFileSync(scratch.path("report.json"), "utf8"));
    expect({ all, portfolio }).toEqual({ all: 20, portfolio: null });
    expect(contests).toMatchObject([
      { name: "cash", report: { lineups: 8, uniqueness: { least: 0 }, portfolio: null } },
      { name: "big", report: { lineups: 12, portfolio: { asked: 12 } } },
    ]);
    expect(contests[1].report.exposures[0].lineups).toBe(mostUsed(special));
    const upload = scratch.write("upload.csv", stdout);
    expect((await dfsLineups(["check", upload])).stdout).toBe("20 lineups, nothing wrong.\n");
  });

  it("is followed by a swap that keeps each contest's rules", async () => {
    const description = `distinct: all
contests:
  - { name: cash, entries: { contest: late hoops }, lineups: 1 }
  - { name: big, entries: { limit: 20 }, exposure: [{ each: player, most: 50% }] }
`;
    const { stdout } = await build(description);
    const [upload, rules] = [scratch.write("entered.csv", stdout), scratch.path("contests.yaml")];
    const output = scratch.path("swapped.csv");
    const swapped = await dfsLineups([
      ...["swap", upload, "-p", "examples/evening/news.csv", "-r", rules, "-o", output, "--format", "json"],
      ...["--now", "2025-01-15T12:00-05:00", "--threads", "0"],
    ]);
    expect(swapped.exitCode, swapped.stderr).toBe(0);
    const { contests, entries, bound } = JSON.parse(swapped.stdout);
    expect(contests.map(({ name }: { readonly name: string }) => name)).toEqual(["cash", "big"]);
    const sumOf = (key: "before" | "after") =>
      entries.reduce((sum: number, entry: Readonly<Record<string, number>>) => sum + entry[key]!, 0);
    expect(sumOf("after")).toBeGreaterThan(sumOf("before"));
    expect(sumOf("after")).toBeLessThanOrEqual(bound);
    const lineups = lineupsOf(readFileSync(output, "utf8"));
    const [special, late] = [lineups.get(SPECIAL)!, lineups.get(LATE)!];
    expect(new Set(late.map((lineup) => lineup.join())).size).toBe(1);
    const keys = [late[0]!, ...special].map((lineup) => [...lineup].sort().join());
    expect(new Set(keys).size).toBe(13);
    expect(mostUsed(special)).toBeLessThanOrEqual(6);
    // Before any game has started, the cash lineup is the best of the slate at the new points.
    const best = await dfsLineups([
      ...["optimize", EVENING[0]!, "-p", "examples/evening/news.csv", "-n", "1"],
      ...["--format", "csv", "--threads", "0"],
    ]);
    const [, row] = best.stdout.trimEnd().split("\n");
    expect([...late[0]!].sort()).toEqual(row!.split(",").sort());
  });

  it("names the section and the line of a fault", async () => {
    const faulty = "contests:\n  - name: cash\n    lock: [Nemo Nobody]\n";
    const { exitCode, stderr } = await build(faulty);
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/contests\.yaml, cash: contests\[0\]\.lock\[0\] \(line 3\).*Nemo Nobody/),
    });
  });

  it.each([
    ["contests: [{ entries: { fee: 400 } }]", [], "no section applies to 20 of 20 entries"],
    ["contests: [{ lineups: 1 }]", ["-n", "3"], "--count conflicts with the description's `contests`"],
    ["contests: [{ entries: { fees: 4 } }]", [], "contests[0].entries.fees (line 1)"],
    ["contests: []", [], "contests (line 1)"],
  ])("refuses %s %j", async (description, args, message) => {
    const { exitCode, stderr } = await build(description, ...args);
    expect(stderr).toContain(message);
    expect(exitCode).toBe(2);
  });

  it("is refused where there are no entries", async () => {
    const file = scratch.write("contests.yaml", "contests: [{ lineups: 1 }]");
    const { exitCode, stderr } = await dfsLineups(["optimize", "--salaries", ...EVENING, "-r", file]);
    expect(exitCode).toBe(2);
    expect(stderr.replaceAll(/\s+/g, " ")).toContain(
      "contests (line 1): works only with an entries file. Use `dfs-lineups build`",
    );
  });
});
