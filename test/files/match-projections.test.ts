import { describe, expect, test } from "vitest";
import { isOfPool, knownRows, matchNotes, matchProjections } from "../../src/files/match-projections.ts";
import { readProjectionsCsv } from "../../src/files/projections.ts";
import type { Slate } from "../../src/files/slate.ts";
import { DRAFTKINGS, FANDUEL_FOOTBALL, FOOTBALL, fileError, lines, read, SHOWDOWN } from "./support.ts";

/** Points of players and captains by book id, and the causes of unused rows by line. */
function match(slate: Slate, ...rows: readonly string[]) {
  const file = "mine.csv";
  const {
    points,
    rows: taken,
    report,
  } = matchProjections(slate, readProjectionsCsv(lines(...rows), { file }).rows, {
    file,
  });
  const byId = (of: (uuid: string) => number | null | undefined) =>
    Object.fromEntries(
      slate.entries.flatMap(({ uuid, bookId }) => (of(uuid) == null ? [] : [[bookId, of(uuid)]])),
    );
  return {
    points: byId((uuid) => points.get(uuid)),
    captains: byId((uuid) => taken.get(uuid)?.captain?.points),
    unused: report.unused.map(({ row, cause }) => `${row.line} ${cause}`),
    report,
  };
}

describe("matchProjections", () => {
  const football = read(FOOTBALL);

  test("by the book's id, whatever the name", () => {
    expect(match(football, "ID,Name,Proj", "102,Somebody,7", "103,Bor Lander,8")).toMatchObject({
      points: { 102: 7, 103: 8 },
      unused: [],
    });
  });

  test("by name if the id belongs to another file", () => {
    expect(match(football, "ID,Name,Proj", "999,Ado Kessby,7").points).toEqual({ 101: 7 });
  });

  test.each([
    ["team", "Name,Team,Proj", "Bor Lander,TIN,7", "Bor Lander,FOX,8"],
    ["position", "Name,Pos,Proj", "Bor Lander,RB,7", "Bor Lander,WR,8"],
    ["salary", "Name,Salary,Proj", "Bor Lander,6100,7", "Bor Lander,$3000,8"],
    [
      "salary, if the positions differ",
      "Name,Pos,Salary,Proj",
      "Bor Lander,TE,6100,7",
      "Bor Lander,TE,3000,8",
    ],
    ["both", "Name,Pos,Team,Proj", "Bor Lander,RB,TIN,7", "Bor Lander,WR,FOX,8"],
  ])("distinguishes players with the same name by %s", (_, ...rows) => {
    expect(match(football, ...rows)).toMatchObject({ points: { 102: 7, 103: 8 }, unused: [] });
  });

  test("never guesses: an ambiguous name gives neither player points", () => {
    const { points, unused, report } = match(football, "Name,Proj", "Bor Lander,7");
    expect(points).toEqual({});
    expect(unused).toEqual(["2 ambiguous"]);
    expect(report.unused[0]!.candidates.map(({ bookId }) => bookId)).toEqual(["102", "103"]);
  });

  test("a player with another team, or without a team and with another position, is another player", () => {
    expect(match(football, "Name,Team,Proj", "Ado Kessby,MOL,7").unused).toEqual(["2 unknown"]);
    expect(match(football, "Name,Pos,Proj", "Ado Kessby,TE,7").unused).toEqual(["2 unknown"]);
    expect(match(football, "Name,Pos,Team,Proj", "Ado Kessby,TE,RAV,7").points).toEqual({ 101: 7 });
  });

  test("a slot name does not imply a position", () => {
    expect(match(football, "Name,Pos,Proj", "Ado Kessby,FLEX,7").points).toEqual({ 101: 7 });
  });

  test.each([
    ["its nickname", "Name,Proj", "Moles,6"],
    ["city and nickname", "Name,Proj", "Moleton Moles,6"],
    ["nickname and D/ST", "Name,Proj", "Moles D/ST,6"],
    ["position and team", "Name,Pos,Team,Proj", "Moleton,DEF,MOL,6"],
    ["position D and team, without a name", "ID,Name,Pos,Team,Proj", "5,,D,MOL,6"],
    ["position and nickname", "Name,Pos,Proj", "Moleton Moles,DST,6"],
  ])("a defense is matched by %s", (_, ...rows) => {
    expect(match(football, ...rows)).toMatchObject({ points: { 104: 6 }, unused: [] });
  });

  test("equal rows of one player count once", () => {
    expect(match(football, "Name,Proj", "Ado Kessby,7", "ADO KESSBY,7.0")).toMatchObject({
      points: { 101: 7 },
      unused: [],
    });
  });

  test("of contradictory rows, the one with the listed salary counts", () => {
    const rows = ["Name,Salary,Proj", "Ado Kessby,9000,8", "Moles,2900,3", "ADO KESSBY,7200,7"];
    expect(match(football, ...rows)).toMatchObject({ points: { 101: 7, 104: 3 }, unused: ["2 repeated"] });
  });

  test.each([
    ["no salary", "Name,Proj", "Ado Kessby,7", "Moles,3", "ADO KESSBY,8"],
    ["salaries of others", "Name,Salary,Proj", "Ado Kessby,1,7", "Moles,2900,3", "ADO KESSBY,2,8"],
    ["the listed salary in both", "Name,Salary,Proj", "Ado Kessby,7200,7", "Moles,1,3", "ADO KESSBY,7200,8"],
  ])("contradictory rows with %s are an error that names the player and the rows", (_, ...rows) => {
    const { file, line, issues, message } = fileError(() => match(football, ...rows));
    expect([file, line, issues.length]).toEqual(["mine.csv", 2, 1]);
    for (const part of ["Ado Kessby", "7 (line 2)", "8 (line 4)"]) expect(message).toContain(part);
    const nameless = readProjectionsCsv(lines(...rows), { file: "mine.csv" }).rows;
    expect(fileError(() => matchProjections(football, nameless)).file).toBe("projections");
  });

  test("an empty projection is none, 0 is a projection", () => {
    const { points, unused } = match(football, "Name,Proj", "Ado Kessby,", "Moles,0");
    expect(points).toEqual({ 104: 0 });
    expect(unused).toEqual(["2 blank"]);
  });

  test("rows of excluded players are distinguished from unknown ones", () => {
    const slate = read(FANDUEL_FOOTBALL);
    const rows = [
      ...["Id,Nickname,FPPG", "9-3,Cas Moror,5", "9-6,Fen Moror,4"],
      ...["1-1,Dar Moror,3", "1-2,Who Else,2"],
    ];
    const { points, unused } = match(slate, ...rows);
    expect(points).toEqual({ "9-6": 4 });
    // A player locked in an entry counts as projected, in the pool or not.
    const [first] = slate.leftOut.filter(({ listing }) => listing.bookId === "9-3");
    const file = "mine.csv";
    const all = matchProjections(slate, readProjectionsCsv(lines(...rows), { file }).rows, { file });
    expect(all.points.get(first!.listing.uuid)).toBe(5);
    expect(unused).toEqual(["2 left-out", "4 left-out", "5 unknown"]);
  });

  test("a captain's row gives the captain's points, not the player's", () => {
    const showdown = read(SHOWDOWN);
    expect(match(showdown, "DFS ID,Name,Proj", "201,Ado Kessby,30", "301,Ado Kessby,20")).toMatchObject({
      points: { 301: 20 },
      captains: { 301: 30 },
      unused: [],
    });
    expect(match(showdown, "Name,Pos,Proj", "Ado Kessby,CPT,30", "Ado Kessby,FLEX,20")).toMatchObject({
      points: { 301: 20 },
      captains: { 301: 30 },
      unused: [],
    });
  });

  test("a captain's row alone leaves its player without points, and is reported separately", () => {
    const showdown = read(SHOWDOWN);
    const rows = ["ID,Name,Proj", "201,Ado Kessby,30", "302,Cas Ingman,8"];
    expect(match(showdown, ...rows)).toMatchObject({ points: { 302: 8 }, unused: ["2 captain-alone"] });
  });

  test("captain's rows are recognised by salary, and by multiplied points", () => {
    const showdown = read(SHOWDOWN);
    const salaries = ["Name,Salary,Proj", "Ado Kessby,15000,30", "Ado Kessby,10000,20", "Cas Ingman,4000,8"];
    expect(match(showdown, ...salaries)).toMatchObject({
      points: { 301: 20, 302: 8 },
      captains: { 301: 30 },
      unused: [],
    });
    const slots = ["Name,Pos,Roster Position,Proj", "Ado Kessby,QB,CPT,30", "Ado Kessby,QB,FLEX,20"];
    expect(match(showdown, ...slots)).toMatchObject({ points: { 301: 20 }, captains: { 301: 30 } });
    const bare = ["Name,Proj", "Ado Kessby,21.11", "Moles,1", "Ado Kessby,31.67", "Tinkers,-3", "Tinkers,-2"];
    expect(match(showdown, ...bare)).toMatchObject({
      points: { 301: 21.11, 303: -2 },
      captains: { 301: 31.67, 303: -3 },
      unused: ["3 unknown"],
    });
    const wild = () => match(showdown, "Name,Proj", "Ado Kessby,20", "Ado Kessby,31");
    expect(fileError(wild).message).toContain("Ado Kessby");
    const classic = () => match(football, "Name,Proj", "Ado Kessby,20", "Ado Kessby,30");
    expect(fileError(classic).message).toContain("Ado Kessby");
  });

  test("a showdown's own salary file projects every player", () => {
    const slate = read(SHOWDOWN);
    const { rows } = readProjectionsCsv(SHOWDOWN, { file: "pool.csv" });
    expect(matchProjections(slate, rows).report).toMatchObject({ matched: 3, withoutProjection: [] });
  });

  test("other team abbreviations, accents, punctuation and suffixes are ignored", () => {
    const slate = read(
      lines(
        DRAFTKINGS,
        "PG,José O'Lander Jr. (1),José O'Lander Jr.,1,PG/G/UTIL,5000,NO@PHX 01/12/2025 09:00PM ET,NO,1",
        "SF,A.J. Brack-Esk (2),A.J. Brack-Esk,2,SF/F/UTIL,5000,NO@PHX 01/12/2025 09:00PM ET,PHX,1",
      ),
    );
    expect(match(slate, "Name,Team,Proj", "JOSE OLANDER,NOP,7", "AJ Brack Esk III,pho,8").points).toEqual({
      1: 7,
      2: 8,
    });
  });

  test("hockey wings match any wing", () => {
    const slate = read(
      lines(
        DRAFTKINGS,
        "LW,Bor Lander (1),Bor Lander,1,W/UTIL,5000,RAV@TIN 11/16/2024 07:00PM ET,TIN,1",
        "D,Bor Lander (2),Bor Lander,2,D/UTIL,3000,RAV@TIN 11/16/2024 07:00PM ET,RAV,1",
      ),
    );
    expect(match(slate, "Name,Pos,Proj", "Bor Lander,W,7", "Bor Lander,D,8").points).toEqual({ 1: 7, 2: 8 });
  });

  test("the report has counts, and the notes name rows that need attention", () => {
    const { report } = match(football, "Name,Team,Proj", "Ado Kessby,RAV,7", "Who Else,TIN,2", "Moles,,");
    expect(report).toMatchObject({ rows: 3, matched: 1 });
    expect(report.withoutProjection.map(({ bookId }) => bookId)).toEqual(["102", "103", "104"]);
    const notes = matchNotes(report, football);
    expect(notes).toHaveLength(5);
    expect(notes[1]).toMatch(/^1 row matches no player/);
    expect(notes[2]).toBe("  line 3: Who Else TIN");
    expect(notes[3]).not.toContain("Moles");
    expect(notes[4]).toMatch(/^3 /);
  });

  test("unmatched rows list similar names, ambiguous ones the candidates, in at most 8 lines", () => {
    const near = match(football, "Name,Proj", "Ada Kesby,7", "Bor Lander,3").report;
    expect(matchNotes(near, football).slice(2, 5)).toEqual([
      "  line 2: Ada Kesby; nearest Ado Kessby (QB, RAV, 7200)",
      expect.stringMatching(/^1 row fits several/),
      "  line 3: Bor Lander; fits Bor Lander (RB, TIN, 6100) or Bor Lander (WR, FOX, 3000)",
    ]);
    for (const count of [8, 9, 40]) {
      const strangers = Array.from({ length: count }, (_, row) => `Who Else ${"x".repeat(row + 1)},7`);
      const listed = matchNotes(match(football, "Name,Proj", ...strangers).report, football).filter((note) =>
        note.startsWith("  "),
      );
      expect(listed).toHaveLength(8);
      expect(listed[7]).toContain(count === 8 ? "line 9" : `and ${count - 7} more`);
    }
  });
});

test("a file without points matches no pool", () => {
  expect(isOfPool({ projected: 0, unused: [] })).toBe(false);
});

test("rows with points are known if they match a player, even an excluded one or a captain", () => {
  const unused = (["unknown", "ambiguous", "captain"] as const).flatMap((cause) =>
    [1, null].map((points) => ({ cause, row: { points }, candidates: [] })),
  );
  expect(knownRows({ projected: 5, unused } as never)).toBe(3);
});
