import { readFileSync } from "node:fs";
import { deflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import type { Backtest } from "../../src/simulation/backtest/backtest.ts";
import { dfsLineups, PROCESS_TIMEOUT, Scratch } from "../support/command.ts";

const SALARIES = `${process.cwd()}/examples/slates/basketball.draftkings.classic.csv`;

interface FieldLineup {
  readonly players: readonly { readonly slot: string; readonly name: string; readonly points: number }[];
}

/** A player's points in the invented contest, in hundredths. */
function scoredBy(name: string): number {
  const sum = [...name].reduce((all, letter) => (all * 31 + letter.charCodeAt(0)) % 9973, 7);
  return 25 * (sum % 160);
}

/** The points of an entry as the book writes them, with the noise of its floats. */
function pointsOf({ players }: FieldLineup): number {
  return players.reduce((sum, { name }) => sum + scoredBy(name), 0);
}

/** An invented contest whose opponents are the best lineups by the salary file's averages. */
async function inventedContest(scratch: Scratch) {
  const { stdout } = await dfsLineups(["optimize", "--salaries", SALARIES, "-n", "40", "--format", "ndjson"]);
  const field = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as FieldLineup);
  const points = [...field.map(pointsOf), 0];
  const order = [...points.keys()].sort((a, b) => points[b]! - points[a]!);
  const names = [...new Set(field.flatMap(({ players }) => players.map(({ name }) => name)))];
  const rows = order.map((at, index) => {
    const lineup = (field[at]?.players ?? []).map(({ slot, name }) => `${slot} ${name}`).join(" ");
    const rank = points.filter((one) => one > points[at]!).length + 1;
    const name = names[index];
    const player = name === undefined ? ",,," : `${name},UTIL,12.5%,${scoredBy(name) / 100}`;
    const user = at % 10 === 0 ? `mine (${at / 10 + 1}/5)` : `user${at}`;
    return `${rank},${7_000_000 + at},${user},0,${points[at]! / 100 + 0.00001},${lineup},,${player}`;
  });
  const header = "Rank,EntryId,EntryName,TimeRemaining,Points,Lineup,,Player,Roster Position,%Drafted,FPTS";
  const rest = names.slice(rows.length).map((name) => `,,,,,,,${name},UTIL,1%,${scoredBy(name) / 100}`);
  const standings = [header, ...rows, ...rest].join("\n");
  scratch.write("standings.csv", standings);
  scratch.write("payouts.csv", "Place,Payout,Entry Fee\n1,50,5\n2-4,20,\n5-10,7.5,\n");
  return { field, points, names, standings };
}

const BASE = { salaries: SALARIES, standings: "standings.csv", payouts: "payouts.csv" };

test(
  "lineups are entered into past contests by the book's ranks and prizes",
  async () => {
    using scratch = new Scratch();
    const { field, points } = await inventedContest(scratch);
    const slates = [
      { id: "one", ...BASE },
      { id: "unpaid", ...BASE, payouts: undefined },
    ];
    const strategies = [
      { name: "best", count: 5 },
      { name: "drawn", count: 3, from: "simulation", draws: 50 },
    ];
    const run = (history: object, ...args: readonly string[]) =>
      dfsLineups(["backtest", scratch.write("history.json", { users: ["Mine"], ...history }), ...args]);
    const { exitCode, stdout, stderr } = await run({ slates, strategies }, "-o", scratch.path("report.json"));
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
    expect(stderr).toMatch(
      /one: recomputed\s+points\s+and\s+ranks\s+equal\s+the\s+book's\s+for\s+41\s+of\s+41\s+entries\./,
    );
    expect(stdout.replaceAll(/\s+/g, " ")).toContain(
      "best, drawn, the field's mean, a random real entry, your entries: 2 slates are",
    );
    const report = JSON.parse(readFileSync(scratch.path("report.json"), "utf8")) as Backtest;
    expect(report.slates[0]).toMatchObject({
      opponents: 36,
      removed: 5,
      check: { agree: 41, exceptions: [] },
    });
    expect(report.slates.map(({ cash }) => cash)).toEqual([expect.any(Number), null]);
    // The best lineups are the field's first ones, which the test ranks itself.
    const [best] = report.strategies;
    const opponents = points.filter((_, at) => at % 10 !== 0);
    const own = field.slice(0, 5).map(pointsOf);
    const everyone = [...opponents, ...own].sort((a, b) => b - a);
    const prizes = [50, 20, 20, 20, 7.5, 7.5, 7.5, 7.5, 7.5, 7.5].map((dollars) => dollars * 100);
    for (const [at, mine] of own.entries()) {
      const places = [...everyone.keys()].filter((place) => everyone[place] === mine);
      const prize = places.reduce((sum, place) => sum + (prizes[place] ?? 0), 0) / places.length;
      expect(best!.slates[0]!.entries[at]).toMatchObject({ hundredths: mine, rank: places[0]! + 1, prize });
    }
    expect(best!.slates.map(({ cost }) => cost)).toEqual([2500, null]);
    expect(report.strategies.map(({ slates: each }) => each.map(({ entries }) => entries.length))).toEqual([
      [5, 5],
      [3, 3],
      [1, 1],
      [1, 1],
      [5, 5],
    ]);
    expect(report.strategies.slice(2).map(({ name }) => name)).toEqual([
      "the field's mean",
      "a random real entry",
      "your entries",
    ]);
    // The user's entries keep their points and ranks, and win what the book's ranks pay.
    const all = [...points].sort((a, b) => b - a);
    const mine = points.filter((_, place) => place % 10 === 0).sort((a, b) => b - a);
    expect(report.strategies[4]!.slates[0]!.entries).toMatchObject(
      mine.map((hundredths) => ({ hundredths, rank: all.indexOf(hundredths) + 1 })),
    );
    // A random entry of the field, not of the user, keeps its points and rank.
    const ranked = [...opponents].sort((a, b) => b - a);
    const [random] = report.strategies[3]!.slates[0]!.entries;
    expect(ranked[random!.rank - 1]).toBe(random!.hundredths);
    for (const { name, slates: each } of report.strategies)
      for (const { predicted, cost } of each) {
        if (name === "the field's mean") continue;
        const { percentile, profit } = predicted!;
        const spans = profit === null ? [percentile] : [percentile, profit];
        expect(spans).toHaveLength(cost === null ? 1 : 2);
        for (const { half, most } of spans)
          expect([most[0], ...half, most[1]]).toEqual([most[0], ...half, most[1]].sort((a, b) => a - b));
        expect(percentile.mean).toBeGreaterThan(0.02);
        expect(percentile.mean).toBeLessThan(0.98);
      }
    expect(stdout).toMatch(/Of 8 outcomes, \d+% were in the interval/);
    const short = { slates: slates.slice(0, 1), strategies: strategies.slice(0, 1) };
    const paged = await run(short, "-o", scratch.path("report.html"), "--quiet");
    expect(paged.stderr).not.toContain("recomputed");
    const page = readFileSync(scratch.path("report.html"), "utf8");
    for (const text of ["best", "for 41 of 41 entries", "averages", "without 5 of your own"])
      expect(page).toContain(text);
  },
  PROCESS_TIMEOUT,
);

test(
  "results among the projections are refused",
  async () => {
    using scratch = new Scratch();
    const { names } = await inventedContest(scratch);
    const pool = readFileSync(SALARIES, "utf8")
      .trim()
      .split("\n")
      .slice(1)
      .map((line) => line.split(",")[2]!);
    const outcome = async (header: string, columns: object, cell: (name: string) => string) => {
      scratch.write("proj.csv", [header, ...pool.map((name) => `${name},${cell(name)}`)].join("\n"));
      const slate = { id: "one", ...BASE, projections: "proj.csv", columns };
      const lines = [slate, { name: "best", count: 1 }].map((line) => JSON.stringify(line));
      const { exitCode, stderr } = await dfsLineups([
        "backtest",
        scratch.write("history.jsonl", lines.join("\n")),
      ]);
      return { exitCode, stderr };
    };
    const projected = (name: string) => `${(name.length % 9) + 20}`;
    expect(names.length).toBeGreaterThan(8);
    const named = await outcome("Name,Actual Pts", { points: "Actual Pts" }, projected);
    expect(named.exitCode).toBe(2);
    expect(named.stderr).toContain("column Actual Pts is known only after lock");
    const planted = await outcome("Name,Proj", {}, (name) => String(scoredBy(name) / 100));
    expect(planted.exitCode).toBe(2);
    expect(planted.stderr).toContain("has the points that players scored");
    const drafted = await outcome(
      "Name,Proj,Own",
      {},
      (name) => `${projected(name)},${name === names[0] ? 12.5 : names.indexOf(name) > 40 ? 1 : 12.5}`,
    );
    expect(drafted.exitCode).toBe(2);
    expect(drafted.stderr).toContain("has the actual ownership");
    // A column that is hidden is not reported, and one that only a rule reads is.
    scratch.write(
      "proj.csv",
      ["Name,Proj,Wave,Actual", ...pool.map((name) => `${name},${projected(name)},1,3`)].join("\n"),
    );
    const rules = { rules: [{ name: "wave", count: { of: { Wave: 1 }, least: 1 } }] };
    const history = {
      slates: [{ id: "one", ...BASE, projections: "proj.csv" }],
      strategies: [{ name: "wave", count: 1, portfolio: rules }],
    };
    const { exitCode } = await dfsLineups([
      ...["backtest", scratch.write("history.json", JSON.stringify(history))],
      ...["-o", scratch.path("wave.json")],
    ]);
    expect(exitCode).toBe(0);
    const [slate] = (JSON.parse(readFileSync(scratch.path("wave.json"), "utf8")) as Backtest).slates;
    expect(slate!.columns.join(" ")).toBe('proj.csv: "Name", "Proj". Columns used by rules: "Wave".');
  },
  PROCESS_TIMEOUT,
);

test(
  "faults of a manifest, of standings and of payouts are named",
  async () => {
    using scratch = new Scratch();
    const { standings } = await inventedContest(scratch);
    const fault = async (slate: object, strategy: object = { name: "best", count: 1 }) => {
      const text = JSON.stringify({ slates: [{ id: "one", ...BASE, ...slate }], strategies: [strategy] });
      const { exitCode, stderr } = await dfsLineups(["backtest", scratch.write("history.json", text)]);
      return `${exitCode} ${stderr}`;
    };
    expect(await fault({ standing: "x" })).toMatch(/^2 .*standing/s);
    expect(await fault({ columns: { poinst: "X" } })).toMatch(
      /^2 .*\/slates\/0\/columns\/poinst\s+is\s+not\s+a\s+field\.\s+Remove\s+it,\s+or\s+write\s+one\s+of\s+id,/s,
    );
    expect(await fault({ payouts: "top-heavy" })).toMatch(
      /^2 .*has\s+payouts\s+top-heavy,\s+but\s+no\s+fee/s,
    );
    expect(await fault({}, { name: "best", count: 0 })).toMatch(/^2 .*\/strategies\/0\/count/s);
    expect(await fault({ standings: "none.csv" })).toMatch(
      /^2 .*none\.csv cannot be read|^2 .*none\.csv: cannot be read/s,
    );
    scratch.write("players.csv", "Player,Roster Position,%Drafted,FPTS\nA,C,1%,2");
    expect(await fault({ standings: "players.csv" })).toMatch(/^2 .*has no entries/s);
    scratch.write("early.csv", "EntryId,Lineup\n1,C A");
    expect(await fault({ standings: "early.csv" })).toMatch(/^2 .*has no players' points/s);
    scratch.write("prizes.csv", "Place,Payout\n1,5");
    expect(await fault({ payouts: "prizes.csv" })).toMatch(/^2 .*has no column Entry Fee/s);
    scratch.write("prizes.csv", "Place,Payout\nfirst,5");
    expect(await fault({ payouts: "prizes.csv", fee: 1 })).toMatch(/^2 .*line 2: "first" is not a place/s);
    scratch.write("damaged.zip", zipOf("standings.csv", standings).subarray(0, 900));
    expect(await fault({ standings: "damaged.zip" })).toMatch(/^2 .*is a damaged ZIP archive/s);
    scratch.write("notes.zip", zipOf("notes.txt", "none"));
    expect(await fault({ standings: "notes.zip" })).toMatch(/^2 .*has 0 CSV files/s);
    scratch.write("standings.zip", zipOf("standings.csv", standings));
    const sound = await fault({ standings: "standings.zip", payouts: "top-heavy", fee: 5 });
    expect(sound).toMatch(/^0 .*41\s+of\s+41\s+entries/s);
  },
  PROCESS_TIMEOUT,
);

/** A ZIP archive with one file. */
function zipOf(name: string, text: string): Buffer {
  const packed = deflateRawSync(text);
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(packed.length, 18);
  local.writeUInt16LE(name.length, 26);
  const central = Buffer.alloc(46);
  central.writeUInt32LE(0x02014b50, 0);
  central.writeUInt16LE(8, 10);
  central.writeUInt32LE(packed.length, 20);
  central.writeUInt32LE(Buffer.byteLength(text), 24);
  central.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(local.length + name.length + packed.length, 16);
  return Buffer.concat([local, Buffer.from(name), packed, central, Buffer.from(name), end]);
}

test("a slate's folder without a salary file is named with the remedy", async () => {
  const { exitCode, stderr } = await dfsLineups(["backtest", `${process.cwd()}/examples/history`]);
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(/history.friday: has standings, but no salary file\. Add the book's/);
});

test.each([
  ["a folder without standings", "examples/slates", "has no folder with standings. Give a folder"],
  [
    "a file of another kind",
    "examples/evening/news.csv",
    "the manifest must be an object with fields. Write YAML or JSON",
  ],
])("%s is refused with the remedy", async (_, manifest, said) => {
  const { exitCode, stderr } = await dfsLineups(["backtest", manifest]);
  expect(exitCode).toBe(2);
  expect(stderr).toContain(said);
});
