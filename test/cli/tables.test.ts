import { readFileSync } from "node:fs";
import { afterAll, describe, expect, it, vi } from "vitest";
import type {
  ContestTable,
  ContestTableInput,
} from "../../src/contests/constraints/readers/contest-table.ts";
import { loadCatalog } from "../../src/platform/node/catalog.ts";
import { bookFileName } from "../../src/shared/books.ts";
import type { FantasyPerformanceDocument } from "../../src/shared/schema/performances.ts";
import type { TableFinding } from "../../src/testing/check-table.ts";
import { dfsLineups, PROCESS_TIMEOUT, Scratch } from "../support/command.ts";
import { smallSalaryFile } from "../support/salary-file.ts";

vi.setConfig({ testTimeout: PROCESS_TIMEOUT });

const scratch = new Scratch();
afterAll(() => scratch[Symbol.dispose]());

describe("rules", () => {
  it("shows each contest on its own row", async () => {
    const { exitCode, stdout } = await dfsLineups(["rules"]);
    expect(exitCode).toBe(0);
    const { contests, sports } = await loadCatalog();
    expect(stdout.match(/^[a-z-]+[0-9]?$/gm)).toEqual(sports);
    expect(stdout.match(/^(?:DraftKings|FanDuel|Yahoo)\b/gm)).toHaveLength(contests.length);
  });

  it("shows a contest that is named by its words, and all that some words fit", async () => {
    const { stdout } = await dfsLineups(["rules", "nfl", "DraftKings", "showdown"]);
    expect(stdout).toMatch(/^DraftKings american-football showdown\n/);
    expect(stdout).toContain('Source "');
    expect((await dfsLineups(["rules", "dk", "showdown"])).stdout).toContain("basketball\n");
  });

  it("gives the selected tables as JSON", async () => {
    const { stdout } = await dfsLineups(["rules", "--site", "fd", "--format", "json"]);
    const tables = JSON.parse(stdout) as ContestTable[];
    const { contests } = await loadCatalog();
    expect(tables).toHaveLength(contests.filter(({ book }) => book === "bookB").length);
    for (const { sport, book, contest } of tables) {
      const file = new URL(`../../rules/${sport}/${bookFileName(book)}.${contest}.json`, import.meta.url);
      const { bookOnly = {}, ...table } = JSON.parse(readFileSync(file, "utf8")) as ContestTableInput;
      const filledIn = { ...table, bookOnly: expect.objectContaining(bookOnly) };
      expect(tables).toContainEqual(expect.objectContaining(filledIn));
    }
  });

  it("checks a table and shows an example lineup for what it allows and forbids", async () => {
    const builtIn = new URL("../../rules/ice-hockey/draftkings.classic.json", import.meta.url);
    const table = JSON.parse(readFileSync(builtIn, "utf8")) as ContestTable;
    const others = new URL("../../rules/american-football/fanduel.classic.json", import.meta.url);
    const football = JSON.parse(readFileSync(others, "utf8")) as ContestTable;
    const [quarterback, ...rest] = football.slots;
    const reordered = { ...football, contest: "twin", slots: [...rest, quarterback] };
    const source = "reading";
    const teamLimits = [
      { maximum: 2, except: ["G"], source },
      { maximum: 8, except: ["G"], source },
    ];
    const wide = { ...table, contest: "wide", teamLimits, minimumGames: { minimum: 2, except: [], source } };
    const tight = { ...wide, games: { ...table.games, maximum: 2 }, minimumTeams: null, minimumGames: null };
    const spread = { ...table, contest: "spread", minimumGames: { minimum: 9, except: [], source } };
    // Two defenders and the goalie count, so UTIL must be from the fourth team, and no center fits there.
    const unreachable = { ...tight, minimumTeams: { minimum: 4, except: ["C", "W"], source } };
    // The team rule requires a defender at UTIL, the game rule a center.
    const [center, , defender, utility] = table.slots;
    const contradictory = {
      ...{ ...wide, contest: "neither", teamLimits: [], games: { ...table.games, maximum: 2 } },
      slots: [center, defender, utility].map((slot) => ({ ...slot, count: 1 })),
      positions: table.positions.filter(({ name }) => name !== "G"),
      uploadOrder: ["C", "D", "UTIL"],
      minimumTeams: { minimum: 2, except: ["C", "W"], source },
      minimumGames: { minimum: 2, except: ["W", "D"], source },
    };
    const [sound, crowded, twin, broken, idle, impossible, contradiction, apart] = await Promise.all([
      dfsLineups(["rules", "check", scratch.write("wide.json", wide)]),
      dfsLineups(["rules", "check", scratch.write("tight.json", tight), "--format", "json"]),
      dfsLineups(["rules", "check", "-"], { input: JSON.stringify(reordered) }),
      dfsLineups(["rules", "check", scratch.write("broken.json", { ...table, slots: [] })]),
      dfsLineups(["rules", "check"]),
      dfsLineups(["rules", "check", scratch.write("unreachable.json", unreachable)]),
      dfsLineups(["rules", "check", scratch.write("neither.json", contradictory)]),
      dfsLineups(["rules", "check", scratch.write("spread.json", spread)]),
    ]);
    expect(sound).toMatchObject({ exitCode: 0 });
    expect(sound.stdout).toMatch(/^ok {4}a lineup can be seated: C C of team \d/m);
    expect(sound.stdout).toMatch(/only "at most 2 players [^"]+" forbids this lineup:/);
    expect(sound.stdout).toMatch(/"at most 8 players [^"]+" has/);
    expect(sound.stdout).toContain("C in UTIL");
    expect(
      Math.max(
        ...sound.stdout
          .split("\n")
          .slice(1)
          .map((line) => line.length),
      ),
    ).toBeLessThanOrEqual(80);
    const { findings } = JSON.parse(crowded.stdout) as { findings: TableFinding[] };
    const always = findings.find(({ code }) => code === "always-binds");
    expect(always).toMatchObject({ weight: "note", detail: expect.stringContaining("at most 2 players") });
    expect(always?.witness).toHaveLength(9);
    expect(twin.stdout).toMatch(
      /the\s+same\s+as\s+those\s+of\s+FanDuel\s+american-football\s+classic:\s+RB\s+RB\s+of\s+team\s+\d/,
    );
    expect(twin.stdout).toMatch(/^standard input: FanDuel american-football twin\n/);
    expect(twin.stdout).toMatch(
      /only "players of at least 2 games" forbids\s+this\s+lineup\s+where\s+bookOnly/,
    );
    expect(twin.stdout).toMatch(/"players of at least 3 teams" has\s+no effect/);
    expect(broken).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("slots") });
    expect(impossible, "what no table should be").toMatchObject({ exitCode: 1, stderr: "" });
    expect(impossible.stdout).toMatch(/^wrong +no legal lineup has a C in UTIL/m);
    expect(contradiction, "what has no lineup at all").toMatchObject({ exitCode: 1, stderr: "" });
    expect(contradiction.stdout.replaceAll(/\s+/g, " ")).toMatch(
      /wrong no lineup can be seated, even from a pool of 2 games with [^:]+: No lineup keeps all of these: [^.]* 2 games[^.]* 2 teams[^.]*\. 1 wrong\. $/,
    );
    expect(apart, "a game for each seat").toMatchObject({ exitCode: 0, stderr: "" });
    expect(apart.stdout).toMatch(/exactly\s+at\s+the\s+limit\s+"players\s+of\s+at\s+least\s+9\s+games"/);
    expect(idle).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("rules check FILE") });
  });

  it("shows a single contest in full, also a custom one next to the built-in ones", async () => {
    const builtIn = new URL("../../rules/ice-hockey/fanduel.classic.json", import.meta.url);
    const table = JSON.parse(readFileSync(builtIn, "utf8")) as ContestTable;
    const own = { ...table, contest: "late-night", salaryCap: { ...table.salaryCap, default: 51_200 } };
    const rules = scratch.write("late-night.json", own);
    const { stdout } = await dfsLineups(["rules", "--contest", "late-night", "--rules", rules]);
    expect(stdout).toContain("FanDuel ice-hockey late-night");
    expect(stdout).toContain("$51,200");
    for (const { name, accepts } of table.slots)
      expect(stdout).toMatch(new RegExp(`^${name} +\\d+ +${accepts.join(", ")} `, "m"));
    const salaries = scratch.write("slate.csv", smallSalaryFile("ice-hockey.fanduel.classic"));
    const late = ["optimize", "--salaries", salaries, "--contest", "late-night", "--rules", rules];
    expect((await dfsLineups(late)).stdout).toContain(" of $51,200");
  });
});

describe("score", () => {
  const stats = scratch.write("stats.json", {
    data: [
      line("1", { position: "QB", passingYards: 310, passingTouchdowns: 2, passingInterceptions: 1 }),
      line("2", { position: "WR", receivingReceptions: 5, receivingYards: 50.5 }),
      line("3", { position: "LS" }),
    ],
  });
  const asked = ["score", "--sport", "american-football", "--book", "bookA", "--performances", stats];

  function line(digit: string, attributes: Record<string, unknown>) {
    const uuid = `00000000-0000-4000-8000-00000000000${digit}`;
    return { id: uuid, type: "Performance", attributes: { uuid, ...attributes } };
  }

  it("shows each line's total and terms", async () => {
    const { exitCode, stdout } = await dfsLineups([...asked, "--actual"]);
    expect(exitCode).toBe(0);
    // 310 x 0.04 + 2 x 4 - 1 + 3 for 300 yards.
    expect(stdout).toMatch(/ QB +Total +22\.40$/m);
    expect(stdout).toMatch(/ pass yard +310 +12\.40$/m);
    expect(stdout).toMatch(/ WR +Total +10\.05$/m);
    expect(stdout).toMatch(/ LS +Total +none +no scoring/m);
  });

  it("gives a FantasyPerformance document as JSON", async () => {
    const { stdout } = await dfsLineups([...asked, "--actual", "--format", "json"]);
    const { data } = JSON.parse(stdout) as FantasyPerformanceDocument;
    expect(data.map(({ attributes }) => attributes.bookAPoints)).toEqual([22.4, 10.05, null]);
  });
});
