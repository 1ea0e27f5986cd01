import { expect, test } from "vitest";
import { fileError, lines, read } from "./support.ts";

const FANDUEL =
  "Id,Position,Nickname,FPPG,Salary,Game,Team,Opponent,Injury Indicator,Probable Pitcher,Batting Order";
const DRAFTKINGS = "Position,Name,ID,Roster Position,Salary,Game Info,TeamAbbrev,Starting";
const ORDER = ["C", "1B", "2B", "3B", "SS", "OF", "OF", "OF", "1B"];

/** A FanDuel slate: RAV names its pitcher and posts `placed` hitters and one with `rest`; TIN names nothing. */
const fanduel = (placed: number, rest: string) =>
  lines(
    FANDUEL,
    "1,P,Ace,30,9000,RAV@TIN,RAV,TIN,,Yes,0",
    "2,P,Reliever,30,9000,RAV@TIN,RAV,TIN,,,0",
    "3,P,Unnamed,30,9000,RAV@TIN,TIN,RAV,,,",
    ...ORDER.map((position, at) =>
      [
        `${10 + at},${position},Hitter ${at + 1},9,3000,RAV@TIN,RAV,TIN,,`,
        at < placed ? at + 1 : rest,
      ].join(),
    ),
    `30,OF,Bench,9,3000,RAV@TIN,RAV,TIN,,,${rest}`,
    "31,OF,Tinker,9,3000,RAV@TIN,TIN,RAV,,,",
  );
const namesOut = (text: string, options = {}) =>
  read(text, { sport: "baseball", ...options }).leftOut.map(({ listing: { name }, reason }) => [
    name,
    reason,
  ]);

test("only the probable pitcher stays of a team that has one", () => {
  expect(namesOut(fanduel(0, ""))).toEqual([["Reliever", "not-starting"]]);
});

test("hitters without a place leave once their team's order is posted", () => {
  const left = [
    ["Reliever", "not-starting"],
    ["Bench", "not-starting"],
  ];
  expect(namesOut(fanduel(9, "0"))).toEqual(left);
  expect(namesOut(fanduel(9, ""))).toEqual(left);
  expect(namesOut(fanduel(8, ""))).toEqual([left[0], ["Hitter 9", "not-starting"], left[1]]);
  expect(namesOut(fanduel(7, ""))).toEqual([left[0]]);
});

test("a hitter with 0 is benched, and option injured keeps all", () => {
  expect(namesOut(fanduel(1, "0")).map(([name]) => name)).toEqual([
    "Reliever",
    ...ORDER.slice(1).map((_, at) => `Hitter ${at + 2}`),
    "Bench",
  ]);
  expect(namesOut(fanduel(9, "0"), { injured: true })).toEqual([]);
});

test("DraftKings' column Starting has the order and the pitcher", () => {
  const game = "RAV@TIN 07/06/2026 07:05PM ET,RAV";
  const text = lines(
    DRAFTKINGS,
    `SP,Ace,1,P,9000,${game},SP`,
    `RP,Reliever,2,P,4000,${game},`,
    ...ORDER.map(
      (position, at) => `${position},Hitter ${at + 1},${10 + at},${position},3000,${game},${at + 1}`,
    ),
    `OF,Bench,30,OF,3000,${game},`,
    "SP,Other,40,P,8000,RAV@TIN 07/06/2026 07:05PM ET,TIN,",
  );
  expect(namesOut(text).map(([name]) => name)).toEqual(["Reliever", "Bench"]);
});

test("the two games of a doubleheader are different games, with orders of their own", () => {
  const rows = (number: number, placed: boolean) =>
    ORDER.map((position, at) =>
      [
        `${number}${at},${position},Hitter ${number}${at},9,3000,RAV@TIN (${number}),RAV,TIN,,`,
        placed ? at + 1 : "",
      ].join(),
    );
  const text = lines(
    FANDUEL,
    ...rows(1, true),
    ...rows(2, false),
    "99,P,Ace,30,9000,RAV@TIN (2),TIN,RAV,,Yes,",
  );
  const { entries, leftOut } = read(text, { sport: "baseball" });
  expect(leftOut).toEqual([]);
  expect(new Set(entries.map(({ game }) => game))).toEqual(new Set(["RAV@TIN (1)", "RAV@TIN (2)"]));
  expect(entries[0]).toMatchObject({ opponent: "TIN", team: "RAV" });
});

test("Yahoo's Starting: No leaves a goalie out", () => {
  const header =
    "ID,First Name,Last Name,Position,Team,Opponent,Game,Time,Salary,FPPG,Injury Status,Starting";
  const goalie = (id: number, last: string, starting: string) =>
    `nhl.p.${id},Cas,${last},G,RAV,TIN,RAV@TIN,7:00PM EST,30,11," ",${starting}`;
  const text = lines(
    header,
    goalie(1, "Moror", "Yes"),
    goalie(2, "Lander", "No"),
    'nhl.p.3,Ado,Kessby,LW,TIN,RAV,RAV@TIN,7:00PM EST,30,11," "," "',
    'nhl.p.4,Bor,Kessby,C,TIN,RAV,RAV@TIN,7:00PM EST,30,11," "," "',
  );
  expect(namesOut(text, { sport: "ice-hockey" })).toEqual([["Cas Lander", "not-starting"]]);
});

test("a player of a third team is left out if both teams of the game have players, else refused", () => {
  const row = (id: number, team: string) =>
    `QB,No ${id} (${id}),No ${id},${id},QB,7200,RAV@TIN 10/15/2023 01:00PM ET,${team},22`;
  const header = "Position,Name + ID,Name,ID,Roster Position,Salary,Game Info,TeamAbbrev,AvgPointsPerGame";
  const traded = read(lines(header, row(1, "RAV"), row(2, "TIN"), row(3, "MOL")));
  expect(traded.leftOut).toMatchObject([{ reason: "not-in-game", detail: expect.stringContaining("MOL") }]);
  expect(traded.entries).toHaveLength(2);
  const misspelt = fileError(() => read(lines(header, row(1, "RAV"), row(2, "RAV"), row(3, "TINK"))));
  expect(misspelt.message).toContain('No 3\'s team "TINK" does not play');
});
