import { afterAll, describe, expect, it, vi } from "vitest";
import { SOLVER_NAMES } from "../src/engine/solver/registry.ts";
import { dfsLineups, PROCESS_TIMEOUT, Scratch } from "./support/command.ts";

vi.setConfig({ testTimeout: PROCESS_TIMEOUT });

const scratch = new Scratch();
afterAll(() => scratch[Symbol.dispose]());

const own = { source: "own" };
const slot = { pointsMultiplier: 1, salary: "salary", ...own };

/** A made-up sport: a skip and two sweepers, from at least two games. */
const CONTEST = {
  sport: "curling",
  book: "bookA",
  contest: "classic",
  sources: { own: "Made up." },
  salaryCap: { default: 15_000, ...own },
  positions: ["SKIP", "SWEEP"].map((name) => ({ name, aliases: [], entry: "player", ...own })),
  slots: [
    { name: "SKIP", count: 1, accepts: ["SKIP"], uploadColumn: "SKIP", ...slot },
    { name: "SWEEP", count: 2, accepts: ["SWEEP"], uploadColumn: "SWEEP", ...slot },
  ],
  uploadOrder: ["SKIP", "SWEEP"],
  games: { minimum: 2, maximum: null, ...own },
  minimumGames: { minimum: 2, except: [], ...own },
};

const SCORING = {
  sport: "curling",
  book: "bookA",
  sources: { own: "Made up." },
  stats: [
    { name: "stonesCurled", label: "stones curled", headers: ["Stones"], ...own },
    { name: "endsWon", label: "ends won", headers: ["Ends"], ...own },
  ],
  groups: [
    {
      name: "all",
      entry: "player",
      positions: ["SKIP", "SWEEP"],
      ...own,
      terms: [
        { kind: "per-unit", label: "stone", stats: ["stonesCurled"], points: 0.5, ...own },
        { kind: "per-unit", label: "end", stats: ["endsWon"], points: 3, ...own },
      ],
    },
  ],
};

const SALARIES = `Position,Name + ID,Name,ID,Roster Position,Salary,Game Info,TeamAbbrev,AvgPointsPerGame
SKIP,Ado Kess (1),Ado Kess,1,SKIP,6000,AAA@BBB 10/15/2023 01:00PM ET,AAA,20
SKIP,Bo Lander (2),Bo Lander,2,SKIP,5000,CCC@DDD 10/15/2023 01:00PM ET,CCC,12
SWEEP,Cas Moror (3),Cas Moror,3,SWEEP,5000,AAA@BBB 10/15/2023 01:00PM ET,AAA,15
SWEEP,Dar Nesal (4),Dar Nesal,4,SWEEP,4500,AAA@BBB 10/15/2023 01:00PM ET,BBB,14
SWEEP,El Oress (5),El Oress,5,SWEEP,4000,CCC@DDD 10/15/2023 01:00PM ET,DDD,9
`;

const rules = scratch.write("curling.json", CONTEST);
const scoring = scratch.write("curling-scoring.json", SCORING);
const salaries = scratch.write("curling.csv", SALARIES);
const optimize = (...more: string[]) =>
  dfsLineups(["optimize", "--salaries", salaries, "--rules", rules, "--sport", "curling", ...more]);

describe("a new sport needs only data files", () => {
  it("shows its contest in words", async () => {
    const { stdout } = await dfsLineups(["rules", "--rules", rules, "--sport", "curling"]);
    for (const part of ["SKIP", "SWEEP", "15,000", "at least 2 games"]) expect(stdout).toContain(part);
  });

  it("has its best lineups found by every solver, and they pass verify", async () => {
    const asked = ["--count", "9", "--format", "json"];
    const answers = await Promise.all(
      SOLVER_NAMES.map((solver) => optimize(...asked, "--solver", solver, "--threads", "0")),
    );
    for (const { exitCode, stdout, stderr } of answers) {
      expect(exitCode, stderr).toBe(0);
      const { data } = JSON.parse(stdout) as { data: { attributes: { points: number } }[] };
      // Of six lineups, one with 49 points uses a single game; the others meet the salary cap.
      expect(data.map(({ attributes }) => attributes.points)).toEqual([44, 43, 41, 36, 35]);
    }
    const verified = await dfsLineups(
      ["verify", "--salaries", salaries, "--rules", rules, "--sport", "curling", "--lineups", "-"],
      { input: answers[0]!.stdout },
    );
    expect(verified).toMatchObject({ exitCode: 0, stdout: "5 lineups, nothing wrong.\n" });
  });

  it("has upload rows under its own columns", async () => {
    const { stdout } = await optimize("--count", "1", "--format", "csv");
    expect(stdout).toBe("SKIP,SWEEP,SWEEP\n1,3,5\n");
  });

  it("has its stat lines scored", async () => {
    const uuid = "6c1d7a1e-43c1-4c3f-9d53-21d6f6a9a001";
    const player = "7d2e8b1f-54d2-4d50-8e64-32e7a7bab002";
    const performances = scratch.write("stats.json", {
      data: [
        {
          id: `/curling/v2/performances/${uuid}`,
          type: "Performance",
          attributes: { uuid, stonesCurled: 8, endsWon: 2 },
          relationships: { player: { data: { type: "Player", id: player } } },
        },
      ],
      included: [{ type: "Player", id: player, attributes: { fullName: "Ado Kess", dfsPosition: "SKIP" } }],
    });
    const { exitCode, stdout, stderr } = await dfsLineups([
      ...["score", "--sport", "curling", "--book", "bookA", "--scoring", scoring],
      ...["--performances", performances],
    ]);
    expect(exitCode, stderr).toBe(0);
    expect(stdout).toMatch(/Ado Kess .*10\.00/);
  });
});

describe("a new contest needs only one file", () => {
  it("of a known sport is found by its name and applied", async () => {
    const tight = scratch.write("tight.json", {
      ...CONTEST,
      contest: "tight",
      salaryCap: { default: 14_000, ...own },
    });
    const { exitCode, stdout, stderr } = await dfsLineups([
      ...["optimize", "--salaries", salaries, "--rules", tight, "--sport", "curling", "--contest", "tight"],
      ...["--count", "1", "--format", "json"],
    ]);
    expect(exitCode, stderr).toBe(0);
    const { data } = JSON.parse(stdout) as {
      data: { attributes: { points: number; salaryTotal: number } }[];
    };
    expect(data[0]!.attributes).toMatchObject({ points: 36, salaryTotal: 14_000 });
  });
});
