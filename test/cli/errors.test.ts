import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { afterAll, describe, expect, it, vi } from "vitest";
import { readSlateFile } from "../../src/platform/node/files.ts";
import {
  COMMAND,
  type CommandResult,
  dfsLineups,
  inOwnProcess,
  PROCESS_TIMEOUT,
  Scratch,
} from "../support/command.ts";
import { smallSalaryFile } from "../support/salary-file.ts";

vi.setConfig({ testTimeout: PROCESS_TIMEOUT });

const scratch = new Scratch();
afterAll(() => scratch[Symbol.dispose]());

const SALARIES = scratch.write("salaries.csv", smallSalaryFile("american-football.draftkings.classic"));
const SHOWDOWN = scratch.write("showdown.csv", smallSalaryFile("american-football.draftkings.showdown"));
const BROKEN = scratch.write("broken.json", '{\n  "book": "bookA",\n  "contest" "classic"\n}\n');
const TWICE = scratch.write("twice.json", '{"book": "bookA", "cap": 50000, "players": [],\n"cap": 60000}');
const EMPTY = scratch.write("empty.json", " \n");
const NOT_TEXT = scratch.write("latin.json", Buffer.from([0x22, 0xe9, 0x22]));
const BODY = scratch.write("body.json", {
  book: "bookA",
  contest: "classic",
  players: [{ player: "no-guid", salary: -1, position: "QB" }],
  games: [],
  surprise: true,
});
const PROJECTIONS = scratch.write("projections.json", { data: [] });
const RULES = scratch.write("rules.json", { sport: "american-football", book: "bookC" });
const STATS = scratch.write("stats.json", {
  data: [{ id: "1", type: "Performance", attributes: { uuid: "1", position: "QB", passingYards: "many" } }],
});

const NO_LINEUPS = scratch.write("none.json", { data: "many" });

const optimize = ["optimize", "--salaries", SALARIES];
const request = ["optimize", "--sport", "american-football", "--projections", PROJECTIONS, "--request"];

/** The fault, the command line, and what the message must name. */
const BAD_INPUT: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ["an unknown command", ["optimise"], ["optimise", "optimize"]],
  ["an unknown option", ["rules", "--formt", "json"], ["--formt", "--format"]],
  [
    "no contest of rules",
    ["rules", "nhl", "cricket"],
    ["rules nhl cricket", "cricket is no sport, book or contest"],
  ],
  ["an argument too many", ["rules", "check", "a", "b"], ["rules check"]],
  ["an option without its value", ["rules", "--sport"], ["--sport"]],
  ["a missing option", ["score", "--sport", "basketball"], ["--performances"]],
  [
    "a missing book",
    ["score", "--sport", "nba", "--performances", STATS],
    ["--book", "DraftKings", "FanDuel"],
  ],
  ["two books", ["rules", "--book", "bookA", "--site", "fd"], ["--book", "--site", "FanDuel"]],
  ["an unknown book", ["rules", "--site", "a/b"], ["a/b", "DraftKings", "FanDuel"]],
  ["--long with a table", [...optimize, "--long"], ["--long", "csv"]],
  ["a byte order mark with JSON", [...optimize, "--bom", "--format", "json"], ["--bom", "csv"]],
  ["an output in no folder", [...optimize, "-o", scratch.path("none/up.csv")], ["none/up.csv", "folder"]],
  [
    "a service with a salary file",
    [...optimize, "--service", "http://127.0.0.1:9"],
    ["--service", "--request"],
  ],
  ["an unknown format", [...optimize, "--format", "xml"], ["xml", "table", "json", "csv"]],
  ["an unknown solver", [...optimize, "--solver", "magic"], ["magic", "highs"]],
  ["a count of 0", [...optimize, "--count", "0"], ["--count", "0", "10000"]],
  ["threads below 0", [...optimize, "--threads", "-1"], ["--threads", "-1"]],
  ["no time at all", [...optimize, "--time-limit", "0"], ["--time-limit", "0"]],
  ["a cap in words", [...optimize, "--cap", "50k"], ["--cap", "50k"]],
  [
    "an unknown resource to include",
    [...optimize, "--include", "selections,owners"],
    ["owners", "selections"],
  ],
  ["a column of nothing known", [...optimize, "--column", "price=Cost"], ["price=Cost", "points"]],
  ["a column of no file", [...optimize, "--column", "points=Proj"], ["--column", "--projections"]],
  ["--include with a table", [...optimize, "--include", "selections"], ["--include", "json"]],
  ["neither request nor salaries", ["optimize"], ["--request", "--salaries"]],
  ["request and salaries", [...request, BODY, "--salaries", SALARIES], ["--request", "--salaries"]],
  [
    "a request without projections",
    ["optimize", "--request", BODY, "--sport", "basketball"],
    ["--projections"],
  ],
  ["a request without its sport", ["optimize", "--request", BODY, "--projections", PROJECTIONS], ["--sport"]],
  ["a salary option with a request", [...request, BODY, "--cap", "50000"], ["--cap", "--salaries"]],
  [
    "standard input twice",
    ["optimize", "--salaries", "-", "--projections", "-"],
    ["--salaries", "--projections"],
  ],
  ["a file that is not there", [...request, scratch.path("absent.json")], ["absent.json"]],
  ["a folder for a file", [...request, scratch.folder], [scratch.folder]],
  ["broken JSON", [...request, BROKEN], ["broken.json, line 3", "column 13"]],
  ["a field given twice", [...request, TWICE], ["twice.json, line 2", '"cap" is given twice']],
  ["an empty file", [...request, EMPTY], ["empty.json"]],
  ["bytes that are no text", [...request, NOT_TEXT], ["latin.json", "UTF-8"]],
  [
    "a body that breaks its schema",
    [...request, BODY],
    ["body.json", "/players/0/player", "/players/0/salary", "/surprise"],
  ],
  [
    "lineups that are invalid",
    ["verify", "--salaries", SALARIES, "--lineups", NO_LINEUPS],
    ["none.json", "/data", "many"],
  ],
  [
    "lineups and salaries both piped",
    ["verify", "--salaries", "-", "--lineups", "-"],
    ["--lineups", "--salaries"],
  ],
  ["nothing to verify", ["verify", "--salaries", SALARIES], ["--lineups"]],
  ["an unknown sport", [...optimize, "--sport", "cricket"], ["cricket"]],
  [
    "an unknown contest",
    [...optimize, "--contest", "tiers"],
    ["tiers", "DraftKings american-football classic"],
  ],
  ["a contest that the file is not of", [...optimize, "--contest", "showdown"], ["salaries.csv", "showdown"]],
  ["a file that is not a salary file", ["optimize", "--salaries", BODY], ["body.json"]],
  ["a lock on an unknown player", [...optimize, "--lock", "Nobody Atall"], ["--lock", "Nobody Atall"]],
  ["a stack in a contest without stacks", ["optimize", "--salaries", "-", "--stack"], ["--stack"]],
  ["a broken rule table", ["rules", "--rules", RULES], ["rules.json", "contest", "is missing"]],
  ["an unknown sport", ["rules", "--sport", "cricket"], ["cricket", "ice-hockey"]],
  ["an example for an unknown sport", ["init", "--sport", "curling"], ["--sport", "curling", "ice-hockey"]],
  [
    "scoring of an unknown sport",
    ["score", "--sport", "cricket", "--book", "bookA", "--performances", STATS],
    ["cricket"],
  ],
  [
    "a stat that is no number",
    ["score", "--sport", "american-football", "--book", "bookA", "--performances", STATS],
    ["stats.json", "/data/0/attributes/passingYards", "many"],
  ],
];

/** Standard error has only lines with the same prefix and no stack trace; standard output is empty. */
function expectReadable({ stdout, stderr }: CommandResult): void {
  expect(stdout).toBe("");
  for (const line of stderr.trimEnd().split("\n")) expect(line).toMatch(/^dfs-lineups: \S/);
  expect(stderr).not.toMatch(/^\s+at /m);
  expect(stderr).not.toContain("[object");
  expect(stderr).not.toContain("undefined");
}

describe("bad input", () => {
  it.concurrent.each(BAD_INPUT)("%s: exits with 2 and names the fault", async (_, args, named) => {
    const basketball = smallSalaryFile("basketball.draftkings.classic", 2);
    const result = await dfsLineups(args, args.includes("-") ? { input: basketball } : {});
    expectReadable(result);
    for (const part of named) expect(result.stderr).toContain(part);
    expect(result.exitCode).toBe(2);
  });
});

describe("an infeasible request", () => {
  it("exits with 1, prints no lineup and names the conflicting rules", async () => {
    const result = await inOwnProcess([...optimize, "--cap", "1000"]);
    expectReadable(result);
    expect(result.exitCode).toBe(1);
    expect(result.stderr).toContain("1000");
  });

  it("names players with their ids", async () => {
    const [first, second] = readSlateFile(readFileSync(SHOWDOWN, "utf8"), { file: SHOWDOWN }).entries;
    const locks = [first!, second!].flatMap(({ bookId }) => ["--lock", `${bookId}@CPT`]);
    const result = await dfsLineups(["optimize", "--salaries", SHOWDOWN, ...locks]);
    expectReadable(result);
    expect(result.exitCode).toBe(1);
    for (const { name, bookId } of [first!, second!]) {
      expect(result.stderr).toContain(name);
      expect(result.stderr).toContain(bookId);
    }
  });
});

describe("an internal error", () => {
  const breakJson = {
    NODE_OPTIONS: "--import=data:text/javascript,JSON.stringify=()=>{throw(new(TypeError)('boom'))}",
  };

  it("exits with 70, says that it is a bug and how to see the stack trace", async () => {
    const result = await inOwnProcess(["rules", "--format", "json"], { environment: breakJson });
    expectReadable(result);
    expect(result.exitCode).toBe(70);
    expect(result.stderr).toContain("boom");
    expect(result.stderr).toContain("DFS_LINEUPS_TRACE");
  });

  it("shows the stack trace if asked to", async () => {
    const environment = { ...breakJson, DFS_LINEUPS_TRACE: "1" };
    const { exitCode, stderr } = await inOwnProcess(["rules", "--format", "json"], { environment });
    expect(exitCode).toBe(70);
    expect(stderr).toMatch(/^\s+at /m);
  });
});

describe("output that cannot be written", () => {
  it("is reported as an error", async () => {
    const { status, stderr } = spawnSync("sh", [
      "-c",
      `"$0" "$1" rules > /dev/full`,
      process.execPath,
      COMMAND,
    ]);
    expect(status).toBe(2);
    expect(String(stderr)).toMatch(/^dfs-lineups: standard output: /);
  });

  it("is no error if the reader closed the pipe", async () => {
    const script = `"$0" "$1" rules --format json | head -n 1`;
    const { stdout, stderr } = spawnSync("bash", ["-o", "pipefail", "-c", script, process.execPath, COMMAND]);
    expect(String(stdout)).toBe("[\n");
    expect(String(stderr)).toBe("");
  });
});
