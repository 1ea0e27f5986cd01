import { describe, expect, test } from "vitest";
import { matchNotes } from "../../src/formats/match-notes.ts";
import { matchProjections } from "../../src/formats/match-projections.ts";
import { readProjectionsCsv } from "../../src/formats/projections.ts";
import type { Slate } from "../../src/formats/slate.ts";
import { DRAFTKINGS, FANDUEL_FOOTBALL, FOOTBALL, lines, read, SHOWDOWN } from "./support.ts";

/** Points by book id, and the causes of unused rows by line. */
function match(slate: Slate, ...rows: readonly string[]) {
  const { points, report } = matchProjections(
    slate,
    readProjectionsCsv(lines(...rows), { file: "mine.csv" }).rows,
  );
  return {
    points: Object.fromEntries(
      slate.entries.flatMap(({ uuid, bookId }) => (points.has(uuid) ? [[bookId, points.get(uuid)]] : [])),
    ),
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

  test("by name where the id is of another file", () => {
    expect(match(football, "ID,Name,Proj", "999,Ado Kessby,7").points).toEqual({ 101: 7 });
  });

  test.each([
    ["team", "Name,Team,Proj", "Bor Lander,TIN,7", "Bor Lander,FOX,8"],
    ["position", "Name,Pos,Proj", "Bor Lander,RB,7", "Bor Lander,WR,8"],
    ["both", "Name,Pos,Team,Proj", "Bor Lander,RB,TIN,7", "Bor Lander,WR,FOX,8"],
  ])("tells people of one name apart by %s", (_, ...rows) => {
    expect(match(football, ...rows)).toMatchObject({ points: { 102: 7, 103: 8 }, unused: [] });
  });

  test("never guesses: a bare name of two people gives neither points", () => {
    const { points, unused, report } = match(football, "Name,Proj", "Bor Lander,7");
    expect(points).toEqual({});
    expect(unused).toEqual(["2 ambiguous"]);
    expect(report.unused[0]!.candidates.map(({ bookId }) => bookId)).toEqual(["102", "103"]);
  });

  test("a person of another team, or without a team of another position, is somebody else", () => {
    expect(match(football, "Name,Team,Proj", "Ado Kessby,MOL,7").unused).toEqual(["2 unknown"]);
    expect(match(football, "Name,Pos,Proj", "Ado Kessby,TE,7").unused).toEqual(["2 unknown"]);
    expect(match(football, "Name,Pos,Team,Proj", "Ado Kessby,TE,RAV,7").points).toEqual({ 101: 7 });
  });

  test("a slot name says nothing of the position", () => {
    expect(match(football, "Name,Pos,Proj", "Ado Kessby,FLEX,7").points).toEqual({ 101: 7 });
  });

  test.each([
    ["its nickname", "Name,Proj", "Moles,6"],
    ["city and nickname", "Name,Proj", "Moleton Moles,6"],
    ["nickname and D/ST", "Name,Proj", "Moles D/ST,6"],
    ["position and team", "Name,Pos,Team,Proj", "Moleton,DEF,MOL,6"],
    ["position D and team, without a name", "ID,Name,Pos,Team,Proj", "5,,D,MOL,6"],
    ["position and nickname", "Name,Pos,Proj", "Moleton Moles,DST,6"],
  ])("a defense goes by %s", (_, ...rows) => {
    expect(match(football, ...rows)).toMatchObject({ points: { 104: 6 }, unused: [] });
  });

  test("rows of one player that agree count once, rows that disagree not at all", () => {
    expect(match(football, "Name,Proj", "Ado Kessby,7", "ADO KESSBY,7.0")).toMatchObject({
      points: { 101: 7 },
      unused: [],
    });
    expect(match(football, "Name,Proj", "Ado Kessby,7", "Moles,3", "ADO KESSBY,8")).toMatchObject({
      points: { 104: 3 },
      unused: ["2 repeated", "4 repeated"],
    });
  });

  test("an empty projection is none, 0 is one", () => {
    const { points, unused } = match(football, "Name,Proj", "Ado Kessby,", "Moles,0");
    expect(points).toEqual({ 104: 0 });
    expect(unused).toEqual(["2 blank"]);
  });

  test("rows of players left out of the pool are told from unknown ones", () => {
    const { points, unused } = match(
      read(FANDUEL_FOOTBALL),
      "Id,Nickname,FPPG",
      "9-3,Cas Moror,5",
      "9-6,Fen Moror,4",
      "1-1,Dar Moror,3",
      "1-2,Who Else,2",
    );
    expect(points).toEqual({ "9-6": 4 });
    expect(unused).toEqual(["2 left-out", "4 left-out", "5 unknown"]);
  });

  test("a captain's row, which projects multiplied points, gives nothing to the player", () => {
    const showdown = read(SHOWDOWN);
    expect(match(showdown, "DFS ID,Name,Proj", "201,Ado Kessby,30", "301,Ado Kessby,20")).toMatchObject({
      points: { 301: 20 },
      unused: ["2 captain"],
    });
    expect(match(showdown, "Name,Pos,Proj", "Ado Kessby,CPT,30", "Ado Kessby,FLEX,20")).toMatchObject({
      points: { 301: 20 },
      unused: ["2 captain"],
    });
  });

  test("team abbreviations of other hands, accents, punctuation and suffixes do not count", () => {
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

  test("hockey wings are wings", () => {
    const slate = read(
      lines(
        DRAFTKINGS,
        "LW,Bor Lander (1),Bor Lander,1,W/UTIL,5000,RAV@TIN 11/16/2024 07:00PM ET,TIN,1",
        "D,Bor Lander (2),Bor Lander,2,D/UTIL,3000,RAV@TIN 11/16/2024 07:00PM ET,RAV,1",
      ),
    );
    expect(match(slate, "Name,Pos,Proj", "Bor Lander,W,7", "Bor Lander,D,8").points).toEqual({ 1: 7, 2: 8 });
  });

  test("the report counts, and the notes name who needs care", () => {
    const { report } = match(football, "Name,Team,Proj", "Ado Kessby,RAV,7", "Who Else,TIN,2", "Moles,,");
    expect(report).toMatchObject({ rows: 3, matched: 1 });
    expect(report.withoutProjection.map(({ bookId }) => bookId)).toEqual(["102", "103", "104"]);
    const notes = matchNotes(report);
    expect(notes).toHaveLength(4);
    expect(notes[1]).toMatch(/^1 .*Who Else TIN \(line 3\)/);
    expect(notes[2]).not.toContain("Moles");
    expect(notes[3]).toMatch(/^3 /);
  });
});
