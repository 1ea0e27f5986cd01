import { readFileSync } from "node:fs";
import { afterAll, describe, expect, it, vi } from "vitest";
import { parseCsv } from "../../src/files/csv.ts";
import type { SimulationFacts } from "../../src/report/simulation.ts";
import { dfsLineups, PROCESS_TIMEOUT, Scratch } from "../support/command.ts";
import { smallSalaryFile } from "../support/salary-file.ts";

vi.setConfig({ testTimeout: PROCESS_TIMEOUT });

const scratch = new Scratch();
afterAll(() => scratch[Symbol.dispose]());

const SHOWDOWN = scratch.write("showdown.csv", smallSalaryFile("american-football.draftkings.showdown"));
const CLASSIC = scratch.write("classic.csv", smallSalaryFile("american-football.draftkings.classic"));

async function factsOf(...args: string[]): Promise<SimulationFacts> {
  const { exitCode, stdout, stderr } = await dfsLineups(["simulate", ...args, "--format", "json"]);
  expect(exitCode, stderr).toBe(0);
  return JSON.parse(stdout);
}

const total = (list: readonly { readonly share: number }[]) =>
  list.reduce((sum, { share }) => sum + share, 0);

describe("simulate", () => {
  it.each([SHOWDOWN, CLASSIC])(
    "shows the most frequent players, teams and lineups in 80 columns",
    async (file) => {
      const { exitCode, stdout, stderr } = await dfsLineups([
        "simulate",
        file,
        "--draws",
        "300",
        "--top",
        "2",
      ]);
      expect(exitCode, stderr).toBe(0);
      expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
      const words = stdout.replaceAll(/\s+/g, " ");
      expect(words).toContain("300 draws of DraftKings american-football");
      expect(words).toContain("seed 1: how often each is in one of the 2 best lineups of a draw.");
      for (const title of ["Player", "Shape: players per team", "Stack of a team", "Stack of a game"])
        expect(stdout).toMatch(new RegExp(`^${title} .*Share +Error`, "m"));
      expect(stdout).toMatch(/^Share +Error +Lineup$/m);
      expect(/CPT$/m.test(stdout)).toBe(file === SHOWDOWN);
    },
  );

  it("gives everything as JSON, independent of the number of threads, with the book's names and ids", async () => {
    const [facts, other, reseeded] = await Promise.all([
      factsOf(SHOWDOWN, "--draws", "400", "--threads", "0"),
      factsOf(SHOWDOWN, "--draws", "400", "--threads", "2"),
      factsOf(SHOWDOWN, "--draws", "400", "--seed", "2"),
    ]);
    expect(other).toEqual(facts);
    expect(reseeded.players).not.toEqual(facts.players);
    expect(facts).toMatchObject({ draws: 400, seed: 1, top: 1, contest: "showdown" });
    expect(total(facts.players)).toBeCloseTo(6, 3);
    expect(total(facts.lineups)).toBeCloseTo(1, 3);
    expect(total(facts.stacks)).toBeCloseTo(1, 3);
    const text = readFileSync(SHOWDOWN, "utf8");
    for (const { id, name, team, points, share, error } of facts.players) {
      const row = text.split("\n").find((line) => line.includes(`,${id},`));
      expect(row).toContain(name);
      expect(row).toContain(`,${team},`);
      expect(points).toBeGreaterThan(0);
      expect(error).toBeCloseTo(Math.sqrt((share * (1 - share)) / 400), 5);
    }
    expect(facts.players.map(({ share }) => share)).toEqual(
      facts.players.map(({ share }) => share).sort((a, b) => b - a),
    );
    // A captain is a separate row of the book's file.
    const [{ players }] = facts.lineups as [SimulationFacts["lineups"][number]];
    const [captain, ...others] = players;
    expect(captain!.slot).toBe("CPT");
    expect(text).toMatch(new RegExp(`\\(${captain!.id}\\),.*CPT`));
    for (const { id } of others) expect(text).not.toMatch(new RegExp(`\\(${id}\\),.*CPT`));
  });

  it("gives a CSV row per player, written atomically with -o, and a page with --report", async () => {
    const output = scratch.path("shares.csv");
    const page = scratch.path("shares.html");
    const args = ["simulate", SHOWDOWN, "--draws", "300", "--format", "csv"];
    const [shown, written] = await Promise.all([
      dfsLineups(args),
      dfsLineups([...args, "-o", output, "--report", page]),
    ]);
    expect(written.stdout).toBe("");
    expect(written.stderr).toContain(`wrote ${output}.`);
    expect(readFileSync(output, "utf8")).toBe(shown.stdout);
    const [header, ...rows] = parseCsv(shown.stdout, "shares").map(({ cells }) => cells);
    expect(header).toEqual(["id", "name", "team", "position", "points", "share", "error", "CPT"]);
    expect(rows.length).toBeGreaterThan(6);
    expect(rows.reduce((sum, cells) => sum + Number(cells[5]), 0)).toBeCloseTo(6, 3);
    expect(rows.reduce((sum, cells) => sum + Number(cells[7]), 0)).toBeCloseTo(1, 3);
    expect(written.stderr).toContain(`wrote ${page}.`);
    const report = readFileSync(page, "utf8");
    for (const [, name] of rows) expect(report).toContain(name);
    expect(report.match(/<svg /g)).toHaveLength(3);
  });

  it("with nearly constant outcomes finds optimize's lineup in every draw", async () => {
    const behaviour = {
      spread: { family: "normal", ratio: 0.000_01, least: 0, source: "us" },
      loadings: [],
    };
    const outcomes = scratch.write("outcomes.json", {
      sport: "american-football",
      sources: { us: "This test." },
      factors: [],
      positions: [],
      otherwise: behaviour,
    });
    const [facts, optimum] = await Promise.all([
      factsOf(CLASSIC, "--draws", "60", "--outcomes", outcomes),
      dfsLineups(["optimize", "--salaries", CLASSIC, "-n", "1", "--format", "csv", "--long"]),
    ]);
    const points = parseCsv(optimum.stdout, "long")
      .slice(1)
      .reduce((sum, { cells }) => sum + Number(cells[6]), 0);
    const pointsOf = new Map(facts.players.map((player) => [player.id, player.points]));
    expect(facts.lineups.length).toBeGreaterThan(0);
    for (const { players } of facts.lineups)
      expect(players.reduce((sum, { id }) => sum + pointsOf.get(id)!, 0)).toBeCloseTo(points, 1);
  });

  it("names the players it excludes, and applies locks and exclusions", async () => {
    const [first, second, third] = (await factsOf(CLASSIC, "--draws", "100")).players;
    const rows = parseCsv(readFileSync(CLASSIC, "utf8"), "salaries").slice(1);
    const projections = scratch.write(
      "projections.csv",
      ["Name,ID,Proj", ...rows.slice(5).map(({ cells }) => `${cells[2]},${cells[3]},${cells[8]}`)].join("\n"),
    );
    const args = ["-p", projections, "--lock", second!.name, "--exclude", third!.id];
    const run = await dfsLineups(["simulate", CLASSIC, "--draws", "50", "--format", "json", ...args]);
    expect(run.exitCode, run.stderr).toBe(0);
    expect(run.stderr).toMatch(/left out \d+ players because they have no projection: /);
    const { players } = JSON.parse(run.stdout) as SimulationFacts;
    expect(first).toBeDefined();
    expect(players.find(({ id }) => id === second!.id)?.share).toBe(1);
    expect(players.find(({ id }) => id === third!.id)).toBeUndefined();
  });

  it("reads spreads from the projections, names their columns, and refuses contradictions", async () => {
    const rows = parseCsv(readFileSync(CLASSIC, "utf8"), "salaries").slice(1);
    const file = (name: string, header: string, cells: (row: number) => string) =>
      scratch.write(
        name,
        [`ID,Proj,${header}`, ...rows.map((row, at) => `${row.cells[3]},${row.cells[8]},${cells(at)}`)].join(
          "\n",
        ),
      );
    const certain = file("certain.csv", "StdDev", () => "0");
    const wrong = file("wrong.csv", "Floor,Ceiling", (row) => (row === 4 ? "12,3" : "1,30"));
    const [sure, refused, unread] = await Promise.all([
      dfsLineups(["simulate", CLASSIC, "-p", certain, "--draws", "40", "--format", "json"]),
      dfsLineups(["simulate", CLASSIC, "-p", wrong, "--draws", "40"]),
      dfsLineups(["optimize", "--salaries", CLASSIC, "-p", wrong, "-n", "1"]),
    ]);
    expect(sure.stderr).toMatch(/certain.csv: the spread of points is from "StdDev" for \d+ players\.\n/);
    expect((JSON.parse(sure.stdout) as SimulationFacts).lineups).toMatchObject([{ share: 1, error: 0 }]);
    expect({ ...refused, stderr: "" }).toEqual({ exitCode: 2, stdout: "", stderr: "" });
    expect(refused.stderr).toContain(
      "wrong.csv, line 6: column Ceiling: 3 is less than the 12 of Floor, a lower percentile.",
    );
    expect(unread.exitCode, unread.stderr).toBe(0);
  });

  it("takes a file of draws or columns of draws, says how many, and names the players who lack them", async () => {
    const rows = parseCsv(readFileSync(SHOWDOWN, "utf8"), "salaries")
      .slice(1)
      .filter(({ cells }) => cells[4] === "FLEX");
    const file = (name: string, header: string, taken: typeof rows) =>
      scratch.write(
        name,
        [
          header,
          ...taken.map(({ cells }, at) => `${cells[3]},${cells[8]},${at},${20 - at},${(7 * at) % 31}`),
        ].join("\n"),
      );
    const draws = file("draws.csv", "ID,Note,1,2,3", rows);
    const columns = file("columns.csv", "ID,Proj,Sim 1,Sim 2,Sim 3", rows);
    const fewer = file("fewer.csv", "ID,Note,1,2,3", rows.slice(1));
    const json = ["--format", "json"];
    const [own, projected, lacking, many, twice] = await Promise.all([
      dfsLineups(["simulate", SHOWDOWN, "--draws-file", draws, ...json]),
      dfsLineups(["simulate", SHOWDOWN, "-p", columns, ...json]),
      dfsLineups(["simulate", SHOWDOWN, "--draws-file", fewer]),
      dfsLineups(["simulate", SHOWDOWN, "--draws-file", draws, "--draws", "4"]),
      dfsLineups(["simulate", SHOWDOWN, "--draws-file", draws, "--correlations", draws]),
    ]);
    expect(own.stderr).toContain(`draws.csv: the draws are 3 simulated outcomes of ${rows.length} players`);
    expect(own.exitCode, own.stderr).toBe(0);
    expect(JSON.parse(own.stdout)).toMatchObject({ draws: 3 });
    expect(JSON.parse(projected.stdout)).toEqual(JSON.parse(own.stdout));
    for (const { exitCode, stdout } of [lacking, many, twice])
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(lacking.stderr.replaceAll(/\s+/g, " ")).toContain(
      `no draws of 1 of the ${rows.length} players who can be picked: ${rows[0]!.cells[2]} (`,
    );
    expect(many.stderr).toContain("draws: 4 asked, but there are 3 simulated outcomes. Ask for at most 3.");
    expect(twice.stderr).toContain("--correlations cannot be combined with simulated outcomes");
  });

  it("reads a correlation matrix by names, and refuses an invalid one with the pair", async () => {
    const [a, b, c] = (await factsOf(CLASSIC, "--draws", "50")).players.map(({ name }) => name);
    const file = (name: string, third: string) =>
      scratch.write(name, `,${a},${b},${c}\n${a},1,,\n${b},0.9,1,\n${c},-0.9,${third},1\n`);
    const args = (matrix: string) => ["simulate", CLASSIC, "--draws", "50", "--correlations", matrix];
    const [sound, none] = await Promise.all([
      dfsLineups(args(file("sound.csv", "-0.8"))),
      dfsLineups(args(file("none.csv", "0.9"))),
    ]);
    expect(sound.exitCode, sound.stderr).toBe(0);
    expect(none.exitCode).toBe(2);
    const words = none.stderr.replaceAll(/\s+/g, " ");
    expect(words).toContain("which contradicts their correlations with the others.");
    expect(words).toContain(`The correlation of ${c} `);
  });

  it("refuses an invalid outcomes table, and two for the same sport", async () => {
    const bad = scratch.write("bad.json", { sport: "american-football" });
    const own = "scoring/basketball/outcomes.json";
    const [none, twice] = await Promise.all([
      dfsLineups(["simulate", CLASSIC, "--outcomes", bad]),
      dfsLineups(["simulate", CLASSIC, "--outcomes", own, "--outcomes", own]),
    ]);
    for (const { exitCode, stdout } of [none, twice])
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(none.stderr).toContain(`${bad}: sources: is missing.`);
    expect(twice.stderr).toContain("already describes basketball outcomes");
  });
});
