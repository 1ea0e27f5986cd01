import { readFileSync } from "node:fs";
import { afterAll, describe, expect, it, vi } from "vitest";
import { parseCsv } from "../../src/files/csv.ts";
import type { ContestFacts } from "../../src/report/contest.ts";
import { dfsLineups, PROCESS_TIMEOUT, Scratch } from "../support/command.ts";
import { smallSalaryFile } from "../support/salary-file.ts";

vi.setConfig({ testTimeout: PROCESS_TIMEOUT });

const scratch = new Scratch();
afterAll(() => scratch[Symbol.dispose]());

const SLATE = scratch.write("showdown.csv", smallSalaryFile("american-football.draftkings.showdown"));
const PAYOUTS = scratch.write(
  "payouts.yaml",
  "fee: 5\npayouts:\n  - { places: 1, amount: 1000 }\n  - { places: 2..10, amount: 50.5 }\n",
);

async function entered(count: number): Promise<string> {
  const { exitCode, stdout, stderr } = await dfsLineups([
    ...["optimize", "--salaries", SLATE, "--format", "csv", "-n", String(count)],
  ]);
  expect(exitCode, stderr).toBe(0);
  return scratch.write("upload.csv", stdout);
}

describe("contest", () => {
  it("shows the expected profit of entries in 80 columns, as JSON and as CSV", async () => {
    const entries = await entered(12);
    const args = [
      "contest",
      SLATE,
      "--entries",
      entries,
      "--payouts",
      PAYOUTS,
      "--field",
      "500",
      "--draws",
      "300",
    ];
    const [table, json, csv] = await Promise.all([
      dfsLineups(args),
      dfsLineups([...args, "--format", "json", "--threads", "2"]),
      dfsLineups([...args, "--format", "csv", "--threads", "0"]),
    ]);
    expect(table.exitCode, table.stderr).toBe(0);
    expect(table.stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
    expect(table.stdout.replaceAll(/\s+/g, " ")).toContain(
      "12 entries of 5.00 against 500 opponents in DraftKings american-football showdown: 1,454.50 for 10 places; 300 draws",
    );
    expect(table.stdout).toContain("and 2 more; --format json has them all.");
    expect(table.stderr).toContain("no ownership is given");
    const facts: ContestFacts = JSON.parse(json.stdout);
    expect(facts).toMatchObject({ draws: 300, fee: 5, places: 10, prizes: 1454.5, all: { cost: 60 } });
    const [, ...rows] = parseCsv(csv.stdout, "stdout");
    expect(rows.map(({ cells }) => Number(cells[1]))).toEqual(
      facts.entries.map(({ mean }) => Math.round(mean * 1e6) / 1e6),
    );
    expect(facts.all.mean).toBeCloseTo(
      facts.entries.reduce((sum, { mean }) => sum + mean, 0),
      6,
    );
    expect(facts.entries[0]!.players.map(({ slot }) => slot).sort()).toEqual(
      ["CPT", "FLEX", "FLEX", "FLEX", "FLEX", "FLEX"].sort(),
    );
  });

  it("takes the ownership of small or large fields by --field, else by the entries that the payouts name", async () => {
    const sized = (entries: number) =>
      scratch.write(`sized-${entries}.csv`, `Place,Payout,Field Size,Entry Fee\n1,1000,${entries},10\n`);
    const names = parseCsv(readFileSync(SLATE), SLATE)
      .slice(1)
      .map(({ cells }) => cells[2]!);
    const owned = scratch.write(
      "owned.csv",
      ["Name,Proj,Small Field,Large Field", ...new Set(names.map((name) => `${name},9,5,6`))].join("\n"),
    );
    const noted = async (...args: string[]) =>
      (await dfsLineups(["contest", SLATE, "-p", owned, "--entries", "nowhere.csv", ...args])).stderr;
    const [named, large, chosen] = await Promise.all([
      noted("--payouts", sized(100)),
      noted("--payouts", sized(40_000)),
      noted("--payouts", sized(40_000), "--field", "100"),
    ]);
    expect(named).toContain('ownership is "Small Field" (contests of at most 2,000 entries, our limit)');
    expect(large).toContain('ownership is "Large Field" (contests of more than 2,000 entries, our limit)');
    expect(chosen).toContain('ownership is "Small Field"');
  });

  it("chooses entries under a portfolio's rules, and writes the upload file", async () => {
    const chosen = scratch.path("chosen.csv");
    const args = [
      "contest",
      SLATE,
      "--payouts",
      "top-heavy",
      "--fee",
      "5",
      "--field",
      "300",
      "--draws",
      "256",
    ];
    const [{ exitCode, stdout, stderr }, idle] = await Promise.all([
      dfsLineups([
        ...[...args, "--choose", "6", "--goal", "best", "--candidates", "400", "--max-exposure", "80%"],
        ...[
          "--min-salary",
          "45000",
          "--chosen",
          chosen,
          "--format",
          "json",
          "--report",
          scratch.path("contest.html"),
        ],
      ]),
      dfsLineups([...args, "--goal", "best"]),
    ]);
    expect(exitCode, stderr).toBe(0);
    const facts: ContestFacts = JSON.parse(stdout);
    const [, ...rows] = parseCsv(readFileSync(chosen), chosen);
    expect(rows.map(({ cells }) => [...cells].sort())).toEqual(
      facts.entries.map(({ players }) => players.map(({ id }) => id).sort()),
    );
    const names = facts.entries.flatMap(({ players }) => players.map(({ name }) => name));
    for (const name of names) expect(names.filter((one) => one === name).length).toBeLessThanOrEqual(4);
    const page = readFileSync(scratch.path("contest.html"), "utf8");
    for (const name of names) expect(page).toContain(name);
    expect(page.match(/<svg /g)).toHaveLength(3);
    expect(stderr).toMatch(/chose 6 of \d+ lineups in 256 draws/);
    expect(idle).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("--entries is missing") });
  });

  it("reads opponents from standings, and names faults in its files", async () => {
    const entries = await entered(3);
    const args = ["contest", SLATE, "--entries", entries, "--draws", "64", "--format", "json"];
    const { stdout } = await dfsLineups([...args, "--payouts", "50/50", "--fee", "2", "--field", "20"]);
    const { entries: own }: ContestFacts = JSON.parse(stdout);
    const lineup = own[0]!.players.map(({ slot, name }) => `${slot} ${name}`).join(" ");
    const standings = scratch.write(
      "standings.csv",
      `Rank,EntryId,EntryName,Points,Lineup\n1,1,a,9,${lineup}\n2,2,b,8,CPT Nobody\n`,
    );
    const [against, noFee, gap, unknown] = await Promise.all([
      dfsLineups([...args, "--payouts", "50/50", "--fee", "2", "--field-file", standings]),
      dfsLineups([...args, "--payouts", "50/50"]),
      dfsLineups([
        ...[
          ...args,
          "--payouts",
          scratch.write("gap.json", '{"$schema":"payouts.json","fee":1,"payouts":[{"places":2,"amount":1}]}'),
        ],
      ]),
      dfsLineups([...args, "--payouts", scratch.path("payouts")]),
    ]);
    expect(against.stderr).toContain("1 of 2 lineups have a player who is not in the slate");
    const facts: ContestFacts = JSON.parse(against.stdout);
    expect(facts.field).toMatchObject({ size: 1, source: "lineups", misfit: null });
    expect(facts.entries.map(({ duplicates }) => duplicates.drawn)).toEqual([1, 0, 0]);
    expect(noFee).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("--fee is missing") });
    expect(gap).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/gap\.json: .*continue with\s+place 1/s),
    });
    expect(unknown).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/there is no such file\..*name a shape: 50\/50/s),
    });
  });
});
