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
});
