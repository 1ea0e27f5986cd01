import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { dfsLineups, PROCESS_TIMEOUT, Scratch } from "../support/command.ts";

const SALARIES = "examples/slates/basketball.draftkings.classic.csv";
const HISTORY = "examples/history/history.yaml";

test(
  "the estimate is shown as one, written, and read back as ownership",
  async () => {
    using scratch = new Scratch();
    const [points, out, again] = ["points.csv", "own.csv", "again.csv"].map((name) => scratch.path(name));
    const [header, ...rows] = readFileSync("examples/history/monday/projections.csv", "utf8")
      .trim()
      .split("\n");
    const plain = [header, ...rows].map((row) => row!.split(",").slice(0, 3).join(","));
    scratch.write("points.csv", `${plain.join("\n")}\n`);
    const given = ["optimize", "--salaries", SALARIES, "-n", "1"];
    const first = await dfsLineups([...given, "-p", points!, "--ownership-out", out!]);
    expect(first.stderr).toContain("no ownership is given: it is estimated");
    expect(first.stdout).toMatch(/Points +Estimated\n/);
    const lines = readFileSync(out!, "utf8").trim().split("\n");
    expect(lines[0]).toBe("ID,Name,Points,Ownership");
    const sum = lines
      .slice(1)
      .reduce((all, line) => all + Number(line.split(",").at(-1)!.replace("%", "")), 0);
    expect(Math.abs(sum - 800)).toBeLessThan(1);
    const second = await dfsLineups([...given, "-p", out!, "--ownership-out", again!]);
    expect(second.stderr).not.toContain("estimated");
    expect(second.stdout).toMatch(/Points +Field\n/);
    expect(readFileSync(again!, "utf8")).toBe(readFileSync(out!, "utf8"));
    const contest = [
      "contest",
      SALARIES,
      "-p",
      points!,
      "--choose",
      "2",
      "--candidates",
      "20",
      "--draws",
      "64",
    ];
    const prizes = ["--payouts", "top-heavy", "--fee", "5", "--field", "200", "--ownership-out", again!];
    const played = await dfsLineups([...contest, ...prizes]);
    expect(played.stdout).toMatch(/drawn by estimated ownership/);
    expect(readFileSync(again!, "utf8")).toBe(readFileSync(out!, "utf8"));
  },
  PROCESS_TIMEOUT,
);

test(
  "tables are fitted to a history, of which each contest is estimated by the others, and can be used",
  async () => {
    using scratch = new Scratch();
    const folder = scratch.path("tables");
    const fit = await dfsLineups(["ownership", "fit", HISTORY, "-o", folder]);
    expect(fit.exitCode).toBe(0);
    for (const day of ["monday", "wednesday", "friday"])
      expect(fit.stdout).toMatch(new RegExp(`^${day} +\\d+ +0\\.\\d+, \\d`, "m"));
    const table = `${folder}/basketball/ownership.json`;
    expect(JSON.parse(readFileSync(table, "utf8"))).toMatchObject({
      ...{ sport: "basketball", source: "fitted" },
      sources: { fitted: expect.stringContaining("in the contests monday, wednesday, friday") },
      coefficients: { optimal: { value: expect.any(Number), error: expect.any(Number) } },
    });
    expect(existsSync(`${folder}/any/ownership.json`)).toBe(true);
    const shares = async (name: string, ...more: readonly string[]) => {
      const file = scratch.path(name);
      await dfsLineups(["contest", SALARIES, ...CONTEST, "--ownership-out", file, ...more]);
      return readFileSync(file, "utf8");
    };
    expect(await shares("own.csv", "--outcomes", table)).not.toBe(await shares("usual.csv"));
  },
  PROCESS_TIMEOUT,
);

const CONTEST = [
  ...["--choose", "1", "--candidates", "4", "--draws", "16", "--field", "50", "--other-fields", "0"],
  ...["--payouts", "top-heavy", "--fee", "5"],
];

test(
  "standings of lineups alone are enough, and ownership that no field can have is named",
  async () => {
    using scratch = new Scratch();
    const [entries, ...others] = readFileSync("examples/history/monday/contest-standings.csv", "utf8").split(
      "\n",
    );
    const six = [entries, ...others].map((line) => line!.split(",").slice(0, 6).join(","));
    scratch.write("standings.csv", six.filter((line) => !line.startsWith(",")).join("\n"));
    const slate = { id: "bare", salaries: `${process.cwd()}/${SALARIES}`, standings: "standings.csv" };
    const manifest = scratch.write("history.json", JSON.stringify({ slates: [slate] }));
    const fit = await dfsLineups(["ownership", "fit", manifest]);
    expect(fit.stdout).toMatch(/^bare +\d+/m);
    const calibrated = await dfsLineups(["calibrate", manifest]);
    expect(calibrated.stderr).toContain("has no players' points in a column FPTS");
    scratch.write("standings.csv", "Rank,EntryId,Points\n1,1,2\n");
    const none = await dfsLineups(["ownership", "fit", manifest]);
    expect(none.stderr).toMatch(
      /has neither lineups nor the players' ownership in a column\s+%Drafted\. Give/,
    );

    const football = "examples/slates/american-football.draftkings.classic.csv";
    const pool = readFileSync(football, "utf8")
      .trim()
      .split("\n")
      .map((line) => line.split(","));
    const rows = pool.filter(([position]) => position === "QB").map((cells) => `${cells[3]},20,15`);
    scratch.write("own.csv", `ID,Proj,Own%\n${rows.join("\n")}\n`);
    const { stderr } = await dfsLineups(["optimize", "--salaries", football, "-p", scratch.path("own.csv")]);
    expect(stderr.replace(/\s+/g, " ")).toContain(
      `ownership of the ${rows.length} players who can only be QB adds up to ${15 * rows.length}%, but 1 seat makes 100%, so no opponents can have it. Correct it, or leave the column out to have it estimated.`,
    );
  },
  PROCESS_TIMEOUT,
);
