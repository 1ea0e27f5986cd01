import { describe, expect, test } from "vitest";
import { matchNotes, matchProjections } from "../../src/files/match-projections.ts";
import { teamChecks } from "../../src/files/of-this-slate.ts";
import { readProjectionsCsv } from "../../src/files/projections.ts";
import { DRAFTKINGS, fileError, lines, read } from "./support.ts";

const GAMES = { KC: "KC@MIA", MIA: "KC@MIA", SF: "SF@TB", TB: "SF@TB" } as const;
type Team = keyof typeof GAMES;

const player = (id: number, position: string, name: string, team: Team, salary: number) =>
  `${position},${name} (${id}),${name},${id},${position}/FLEX,${salary},${GAMES[team]} 09/27/2026 01:00PM ET,${team},1`;

const SLATE = read(
  lines(
    DRAFTKINGS,
    player(50000001, "QB", "Ado Kessby", "KC", 7000),
    player(50000002, "WR", "Luguentz Moror", "KC", 6000),
    player(50000003, "WR", "Carlton Lander", "MIA", 5000),
    player(50000004, "RB", "Zed Lander", "MIA", 4800),
    player(50000005, "RB", "Moritz Ingman", "SF", 4700),
    player(50000006, "WR", "Franz Ingman", "SF", 4600),
    player(50000007, "TE", "Drew Oglet", "TB", 3000),
    player(50000008, "TE", "Ben Quill", "TB", 3100),
    ...Object.keys(GAMES).map((team, at) => {
      const name = ["Chiefs", "Dolphins", "49ers", "Buccaneers"][at]!;
      return player(50000011 + at, "DST", name, team as Team, 3000 - at).replace("DST/FLEX", "DST");
    }),
  ),
);

const rowsOf = (...rows: readonly string[]) =>
  readProjectionsCsv(lines(...rows), { file: "mine.csv", book: "bookA" }).rows;

function match(rows: readonly string[], options = {}, slate = SLATE) {
  const { points, report } = matchProjections(slate, rowsOf(...rows), options);
  const ids = new Map(slate.entries.map(({ uuid, bookId }) => [uuid, bookId!.slice(-2)]));
  return {
    points: Object.fromEntries([...points].map(([uuid, value]) => [ids.get(uuid), value])),
    notes: matchNotes({ ...report, withoutProjection: [] }, slate).slice(1),
    guesses: report.guesses.map(({ row, listing }) => `${row.name} = ${listing.name}`),
    report,
  };
}

describe("names", () => {
  test.each([
    ["Lu Moror,KC,", "02"],
    ["Bub Lander,MIA,", "03"],
    ["Moe Ingman,SF,", "05"],
    ["Andrew Oglet,TB,TE", "07"],
    // No such short form: the surname is the only one of the team and position.
    ["Rocket Moror,KC,WR", "02"],
    ["Tank Lander,MIA,RB", "04"],
  ])("a nickname is a guess that is reported: %s", (row, id) => {
    const { points, guesses, notes } = match(["Player,Team,Pos,Proj", `${row},9`]);
    expect(points).toEqual({ [id]: 9 });
    expect(guesses).toHaveLength(1);
    expect(notes).toEqual(["1 name is matched by a short form, initial or surname."]);
  });

  test.each([
    ["no position", "Rocket Moror,KC,"],
    ["another position", "Rocket Moror,KC,RB"],
    ["another team", "Rocket Moror,TB,WR"],
    ["no team", "Rocket Moror,,WR"],
  ])("a surname with %s is no match", (_, row) => {
    expect(match(["Player,Team,Pos,Proj", `${row},9`]).points).toEqual({});
  });

  test("a surname yields to the player's own row, and two rows with it to each other", () => {
    const both = match(["Player,Team,Pos,Proj", "Rocket Moror,KC,WR,9", "Luguentz Moror,KC,WR,4"]);
    expect(both.points).toEqual({ "02": 4 });
    const two = match(["Player,Team,Pos,Proj", "Rocket Moror,KC,WR,9", "Zip Moror,KC,WR,4"]);
    expect(two).toMatchObject({ points: {}, guesses: [] });
    expect(match(["Player,Team,Pos,Salary,Proj", "Rocket Moror,KC,WR,5900,9"]).points).toEqual({});
  });

  test.each([
    ...["Kansas City", "KC", "Chiefs", "Kansas City Chiefs", "KC Chiefs", "Kansas City DST", "KAN"].map(
      (name) => [name, "KC", "11"],
    ),
    ...["San Francisco", "SF", "49ers", "SF 49ers", "SFO D/ST"].map((name) => [name, "SF", "13"]),
    ...["Tampa Bay", "TB", "TAMPA BAY", "Buccaneers", "Bucs"].map((name) => [name, "TB", "14"]),
  ])("a defense is found by %s of %s, with or without team and position", (name, team, id) => {
    for (const row of [`${name},,`, `${name},${team},`, `${name},${team},DST`, `${name},,D`])
      expect(match(["Player,Team,Pos,Proj", `${row},9`]).points, row).toEqual({ [id!]: 9 });
    const isListed = SLATE.entries.some((entry) => entry.name === name);
    expect(match(["Player,Team,Pos,Proj", `${name},${team},WR,9`]).points).toEqual(
      isListed ? { [id!]: 9 } : {},
    );
  });

  test("a place of two teams needs a team or position, and team cells may have names", () => {
    const slate = read(
      lines(
        DRAFTKINGS,
        "DST,Giants (21),Giants,21,DST,3000,NYG@NYJ 09/27/2026 01:00PM ET,NYG,1",
        "DST,Jets (22),Jets,22,DST,3000,NYG@NYJ 09/27/2026 01:00PM ET,NYJ,1",
        "QB,Ado Kessby (23),Ado Kessby,23,QB,3000,NYG@NYJ 09/27/2026 01:00PM ET,NYJ,1",
      ),
      { sport: "american-football", contest: "classic" },
    );
    const points = (row: string) => match(["Player,Team,Proj", row], {}, slate).points;
    expect(points("New York,,9")).toEqual({});
    expect(points("New York,NYJ,9")).toEqual({ 22: 9 });
    expect(points("NY Giants,,9")).toEqual({ 21: 9 });
    expect(points("Ado Kessby,New York Jets,9")).toEqual({ 23: 9 });
  });
});

describe("rows of teams that do not play", () => {
  const strangers = Array.from({ length: 30 }, (_, at) => `Ned Lender${at},${at % 2 ? "ATL" : "GB"},9`);
  const own = SLATE.entries.map(({ name, team }) => `${name},${team},9`);

  test("are counted in one line, and do not fail strict matching", () => {
    const { notes, report } = match(["Player,Team,Proj", ...own, ...strangers], { strict: true });
    expect(notes).toEqual(["30 rows are of teams that do not play here (ATL, GB)."]);
    expect(report.matched).toBe(own.length);
  });

  test("unless a player without a row has the name: he may have changed teams", () => {
    const { notes } = match(["Player,Team,Proj", "Ado Kessby,ATL,9", "Zed Lander,MIA,9", "Zed Lander,GB,9"]);
    expect(notes).toEqual([
      "1 row matches no player in the pool:",
      "  line 2: Ado Kessby ATL; nearest Ado Kessby (QB, KC, 7000)",
      "1 row is of a team that does not play here (GB).",
    ]);
  });

  test("alone are not this slate's", () => {
    expect(fileError(() => match(["Player,Team,Proj", ...strangers], { strict: true })).message).toContain(
      "only 0 of 30 rows",
    );
  });
});

describe("what another slate's file shows", () => {
  const named = (change: (entry: (typeof SLATE.entries)[number], at: number) => string) =>
    SLATE.entries.map((entry, at) => change(entry, at));

  test("salaries", () => {
    const rows = (from: number) =>
      named(({ name, team, salary }, at) => `${name},${team},${salary + (at < from ? 100 : 0)},9`);
    const notes = (from: number) => match(["Player,Team,Salary,Proj", ...rows(from)]).notes;
    expect(notes(0)).toEqual([]);
    expect(notes(1)).toEqual([
      "1 of 12 salaries differs from the slate's (such as Ado Kessby: 7100, in the slate 7000).",
    ]);
    expect(notes(12)[0]).toBe(
      "12 of 12 salaries differ from the slate's (such as Ado Kessby: 7100, in the slate 7000): another slate, contest or book?",
    );
  });

  test("ids of as many digits, though not a vendor's own", () => {
    const notes = (idOf: (id: string) => string) =>
      match([
        "Id,Player,Team,Proj",
        ...named(({ name, team, bookId }) => `${idOf(bookId!)},${name},${team},9`),
      ]).notes;
    expect(notes((id) => id)).toEqual([]);
    expect(notes((id) => id.replace("5", "4"))).toEqual(["12 of 12 ids are not the slate's: another slate?"]);
    expect(notes((id) => id.slice(-3))).toEqual([]);
  });

  test("dates", () => {
    const notes = (header: string, cell: string) =>
      match([`Player,Team,Proj,${header}`, ...named(({ name, team }) => `${name},${team},9,${cell}`)]).notes;
    expect(notes("Game Date", "2026-09-27")).toEqual([]);
    expect(notes("Updated", "2026-09-26 22:00")).toEqual([]);
    expect(notes("Birth Date", "1999-01-02")).toEqual([]);
    expect(notes("Last Updated", "9/20/2026 10:15 AM")).toEqual([
      '"Last Updated" says 2026-09-20, 7 days before the slate: another slate?',
    ]);
    expect(notes("Date", "2026-10-04T17:00:00Z")).toEqual([
      '"Date" says 2026-10-04, 7 days after the slate: another slate?',
    ]);
  });

  test("points that are all 0, and teams without any", () => {
    const { notes } = match(["Player,Team,Proj", ...named(({ name, team }) => `${name},${team},0`)]);
    expect(notes).toEqual(["no player has more than 0 points (12 projections). Check the column of points."]);
    const points = (teams: readonly string[]) =>
      new Map(SLATE.entries.map(({ uuid, team }) => [uuid, teams.includes(team) ? 9 : 0]));
    expect(teamChecks(SLATE, points(["KC", "MIA", "SF"]))).toEqual([
      "no player of TB has a projection above 0: is a team missing?",
    ]);
    expect(teamChecks(SLATE, points(["KC", "MIA", "SF", "TB"]))).toEqual([]);
    expect(teamChecks(SLATE, points([]))).toEqual([]);
  });

  test("salaries of a classic contest make no captains, even if one is a captain's by chance", () => {
    const row = (id: number, slot: string, name: string, salary: number, team: string) =>
      `WR,${name} (${id}),${name},${id},${slot},${salary},KC@MIA 09/27/2026 01:00PM ET,${team},1`;
    const people = ["Ado Kessby", "Bor Lander", "Cas Moror", "Dar Nesal"];
    const showdown = read(
      lines(
        DRAFTKINGS,
        ...people.flatMap((name, at) => {
          const team = at % 2 ? "KC" : "MIA";
          return [
            row(100 + at, "CPT", name, 1500 * (at + 4), team),
            row(200 + at, "FLEX", name, 1000 * (at + 4), team),
          ];
        }),
      ),
    );
    const classic = ["Ado Kessby,6000,9", "Bor Lander,5100,8", "Cas Moror,5200,7", "Dar Nesal,5300,6"];
    expect(match(["Player,Salary,Proj", ...classic], {}, showdown).points).toEqual({
      "00": 9,
      "01": 8,
      "02": 7,
      "03": 6,
    });
    const captains = people.map((name, at) => `${name},${1500 * (at + 4)},9`);
    expect(match(["Player,Salary,Proj", ...captains], {}, showdown).report.unused).toHaveLength(4);
  });
});

describe("two kinds of contests that fit a file", () => {
  const euro = (teams: readonly string[]) =>
    lines(
      DRAFTKINGS,
      ...teams.flatMap((team, at) => {
        const game = `${teams[at - (at % 2)]}@${teams[at - (at % 2) + 1]} 12/13/2018 01:00PM ET`;
        return ["G", "F"].map((position, place) => {
          const id = 2 * at + place;
          return `${position},P ${id} (${id}),P ${id},${id},${position}/UTIL,5000,${game},${team},9`;
        });
      }),
    );

  test.each([
    ["all teams decide", ["AXM", "KHI", "CSK", "ZAL"], "euroleague", undefined],
    [
      "most teams decide, as an assumption",
      ["AXM", "KHI", "CSK", "XXA"],
      "euroleague",
      ["--sport college-basketball"],
    ],
    ["few teams are another league's", ["AXM", "XXB", "XXC", "XXA"], "college-basketball", undefined],
  ])("%s", (_, teams, sport, assumed) => {
    expect(read(euro(teams))).toMatchObject({ sport, contest: "classic" });
    expect(read(euro(teams)).assumed).toEqual(assumed);
  });

  test("golf without a round is of a whole tournament, as an assumption", () => {
    const golfers = [1, 2, 3, 4, 5, 6].map((id) => `G,P ${id} (${id}),P ${id},${id},G,7000,Some Open,,60`);
    const slate = read(lines(DRAFTKINGS, ...golfers));
    expect(slate).toMatchObject({ sport: "golf", contest: "classic", assumed: ["--contest single-round"] });
  });
});
