import { describe, expect, test } from "vitest";
import {
  DRAFTKINGS,
  FANDUEL,
  FANDUEL_FOOTBALL,
  FOOTBALL,
  fileError,
  lines,
  read,
  SHOWDOWN,
} from "./support.ts";

describe("DraftKings salaries", () => {
  test("give entries, with trailing spaces removed and Eastern time converted to UTC", () => {
    const slate = read(FOOTBALL);
    expect(slate).toMatchObject({
      book: "bookA",
      sport: "american-football",
      contest: "classic",
      leftOut: [],
    });
    expect(slate.entries.map(({ slots }) => slots)).toEqual([
      ["QB"],
      ["RB", "FLEX"],
      ["WR", "FLEX"],
      ["DST"],
    ]);
    expect(slate.entries[0]).toMatchObject({
      kind: "player",
      bookId: "101",
      captainBookId: null,
      name: "Ado Kessby",
      firstName: null,
      position: "QB",
      team: "RAV",
      opponent: "TIN",
      game: "RAV@TIN",
      startsAt: "2023-10-15T17:00:00+00:00",
      salary: 7200,
      captainSalary: null,
      averagePoints: 22.41,
      status: null,
    });
    expect(slate.entries[3]).toMatchObject({
      kind: "team",
      name: "Moles",
      opponent: "FOX",
      startsAt: "2023-11-13T01:20:00+00:00",
      averagePoints: -1,
    });
  });

  test("distinguish two players with the same name by their ids", () => {
    const namesakes = read(FOOTBALL).entries.filter(({ name }) => name === "Bor Lander");
    expect(namesakes.map(({ bookId }) => bookId)).toEqual(["102", "103"]);
    expect(new Set(namesakes.map(({ uuid }) => uuid)).size).toBe(2);
  });

  test.each([
    ["a byte order mark", (text: string) => `\uFEFF${text}`],
    ["CRLF", (text: string) => text.replaceAll("\n", "\r\n")],
    ["CR", (text: string) => text.replaceAll("\n", "\r")],
    ["quotes", (text: string) => text.replace(/[^,\n]+/g, '"$&"')],
    ["a header without its plus", (text: string) => text.replace("Name + ID", "Name  ID")],
    ["UTF-7 remains", (text: string) => text.replaceAll("@", "+AEA-")],
    ["a leading index column", (text: string) => text.replace(/^(?=.)/gm, "7,")],
    ["salaries with signs", (text: string) => text.replace(",7200,", ',"$7,200",')],
  ])("are the same slate after re-saving with %s", (_, resave) => {
    expect(resave(FOOTBALL)).not.toBe(FOOTBALL);
    // Cells by header have the file's own text.
    const plain = (text: string) => {
      const { entries, ...rest } = read(text);
      return { ...rest, entries: entries.map((entry) => ({ ...entry, columns: undefined })) };
    };
    expect(plain(resave(FOOTBALL))).toEqual(plain(FOOTBALL));
  });

  test("include the status of newer files", () => {
    const text = lines(`${DRAFTKINGS},Status`, `${FOOTBALL.split("\n")[1]},Q`, `${FOOTBALL.split("\n")[2]},`);
    expect(read(text).entries.map(({ status }) => status)).toEqual(["Q", null]);
  });

  test("exclude players marked as out in either column, and more marks on request", () => {
    const marks = ["OUT", "o", "IR", "NA", "D", "Q", "-", ""];
    const rows = marks.map(
      (mark, id) =>
        `PG,P ${id} (${id}),P ${id},${id},PG/G/UTIL,5000,RAV@TIN 01/12/2025 09:00PM ET,RAV,1,${mark}`,
    );
    for (const column of ["Status", "Injury"]) {
      const text = lines(`${DRAFTKINGS},${column}`, ...rows);
      const left = (options: object) =>
        read(text, { sport: "basketball", ...options }).leftOut.map(({ detail }) => detail);
      expect(left({})).toEqual(["OUT", "o", "IR", "NA"]);
      expect(left({ leaveOut: ["d"] })).toEqual(["OUT", "o", "IR", "NA", "D"]);
      expect(left({ injured: true })).toEqual([]);
      expect(left({ injured: true, leaveOut: ["Q"] })).toEqual(["Q"]);
    }
  });

  test("of older years have no ids and no dates", () => {
    const text = lines(
      "Position,Name,Salary,GameInfo,AvgPointsPerGame,teamAbbrev",
      "PG,Ado Kessby,9000,Rav@Tin 07:30PM ET,41.2,Rav",
      "PG/SG,Bor Lander,7000,Rav@Tin 07:30PM ET,30,Tin",
      "C,Bor Lander,5000,Rav@Tin 07:30PM ET,20,Tin",
    );
    const slate = read(text);
    expect(slate).toMatchObject({ sport: "basketball", contest: "classic" });
    expect(slate.entries[0]).toMatchObject({
      ...{ bookId: null, team: "RAV", opponent: "TIN", startsAt: null, slots: null },
      uuid: "6248be99-9513-5ab8-b07b-39cc56648e80",
    });
    expect(new Set(slate.entries.map(({ uuid }) => uuid)).size).toBe(3);

    const twins = fileError(() => read(text.replace("PG/SG,", "C,")));
    expect(twins).toMatchObject({ code: "invalid-file", line: 4 });
  });

  test("exclude players who cannot be drafted, with the reason", () => {
    const text = lines(
      DRAFTKINGS,
      "PG,a (1),a,1,PG/G/UTIL,5000,In Progress,RAV,30",
      "PG,b (2),b,2,PG/G/UTIL,5000,Final,TIN,30",
      "PG,c (3),c,3,PG/G/UTIL,5000,Postponed,MOL,30",
      "PG,d (4),d,4,PG/G/UTIL,5000,,FOX,30",
      "C,e (5),e,5,C/UTIL,5000,NO@JAX 01/12/2025 09:00PM ET,NOP,30",
    );
    const slate = read(text);
    expect(slate.leftOut.map(({ listing, reason }) => [listing.bookId, reason])).toEqual([
      ["1", "game-started"],
      ["2", "game-over"],
      ["3", "game-off"],
      ["4", "game-unknown"],
    ]);
    expect(slate.entries).toMatchObject([{ bookId: "5", team: "NOP", opponent: "JAX" }]);
    const nobody = text.split("\n").slice(0, 5).join("\n");
    expect(fileError(() => read(nobody, { sport: "basketball" })).line).toBeNull();
  });
});

describe("DraftKings showdown salaries", () => {
  test("join each player's captain row and plain row", () => {
    const slate = read(SHOWDOWN);
    expect(slate).toMatchObject({ sport: "american-football", contest: "showdown" });
    expect(slate.entries).toMatchObject([
      {
        bookId: "303",
        captainBookId: "203",
        kind: "team",
        name: "Tinkers",
        salary: 3600,
        captainSalary: 5400,
      },
      {
        ...{ bookId: "301", captainBookId: "201", kind: "player", salary: 10000, captainSalary: 15000 },
        slots: ["FLEX", "CPT"],
      },
      { bookId: "302", captainBookId: "202", kind: "player", salary: 4000, captainSalary: 6000 },
    ]);
  });

  test("of basketball have UTIL rows", () => {
    const slate = read(SHOWDOWN.replaceAll("FLEX", "UTIL").replaceAll(/^(QB|K|DST),/gm, "PG/SG,"));
    expect(slate).toMatchObject({ sport: "basketball", contest: "showdown" });
    expect(slate.entries.map(({ kind }) => kind)).toEqual(["player", "player", "player"]);
  });
});

describe("FanDuel players list", () => {
  test("takes the nickname as the name, D as the defense, and excludes O, IR and NA", () => {
    const slate = read(FANDUEL_FOOTBALL);
    expect(slate).toMatchObject({ book: "bookB", sport: "american-football", contest: "classic" });
    expect(slate.entries.map(({ bookId }) => bookId)).toEqual(["9-1", "9-2", "9-6", "9-7"]);
    expect(slate.leftOut.map(({ detail, reason }) => [detail, reason])).toEqual([
      ["O", "injured"],
      ["IR", "injured"],
      ["NA", "injured"],
    ]);
    expect(slate.entries[0]).toMatchObject({
      firstName: "Ado",
      lastName: "Kessby",
      averagePoints: 22.4166666667,
    });
    expect(slate.entries[1]).toMatchObject({ status: "Q", opponent: "RAV", startsAt: null });
    expect(slate.entries[3]).toMatchObject({ kind: "team", position: "D", name: "Ravenport Rooks" });
  });

  test("keeps them with `injured`", () => {
    const slate = read(FANDUEL_FOOTBALL, { injured: true });
    expect(slate.entries).toHaveLength(7);
    expect(slate.entries[2]).toMatchObject({ status: "O", averagePoints: null });
  });

  test("of 2018 is quoted and has no roster positions; null means no average", () => {
    const text = lines(
      '"Id","Position","First Name","Nickname","Last Name","FPPG","Played","Salary","Game","Team","Opponent","Injury Indicator","Injury Details","",""',
      '"7-1","W","Ado","Ado Kessby","Kessby","null","0","5000","RAV@TIN","RAV","TIN","DTD","Leg","",""',
      '"7-2","D","Bor","Bor Lander","Lander","11.5","9","6000","RAV@TIN","TIN","RAV","","","",""',
    );
    const slate = read(text);
    expect(slate).toMatchObject({ sport: "ice-hockey", contest: "classic" });
    expect(slate.entries).toMatchObject([
      { averagePoints: null, status: "DTD" },
      { kind: "player", averagePoints: 11.5 },
    ]);
  });

  test("of 2015 has first and last names and no whole ones, as Yahoo's export has", () => {
    const text = lines(
      '"Id","Position","First.Name","Last.Name","FPPG","Played","Salary","Game","Team","Opponent","Injury.Indicator"',
      '11612,"WR","Ado","Kessby Jr.",27.9,2,9300,"RAV@TIN","RAV","TIN",""',
    );
    expect(read(text)).toMatchObject({ sport: "american-football", entries: [{ name: "Ado Kessby Jr." }] });
    const yahoo = lines(
      "ID,First Name,Last Name,Position,Team,Opponent,Game,Time,Salary,FPPG,Injury Status,Starting",
      "nfl.p.1,Ado,Kessby,WR,RAV,TIN,RAV@TIN,1:00PM EDT,27,14.5, ,",
    );
    expect(read(yahoo)).toMatchObject({
      ...{ book: "bookC", sport: "american-football", contest: "single-game" },
      entries: [{ name: "Ado Kessby", bookId: "nfl.p.1", salary: 27, status: null, slots: null }],
    });
  });

  test("of a single game has the salaries of the most valuable player", () => {
    const text = lines(
      FANDUEL.replace("Salary,", "Salary,MVP 1.5x Salary,"),
      "9-1,QB,Ado,Ado Kessby,Kessby,22,3,8000,12000,RAV@TIN,RAV,TIN,,,,,,MVP - 1.5X Points/AnyFLEX",
    );
    expect(read(text)).toMatchObject({
      contest: "single",
      entries: [{ salary: 8000, captainSalary: 12000 }],
    });
  });
});

test("GUIDs never change, because saved lineups refer to them", () => {
  expect(read(SHOWDOWN).entries.map(({ uuid }) => uuid)).toEqual([
    "4d71675f-6865-5c00-b0bc-e74255d58f91",
    "a8562f04-056d-5c63-b26f-72563f8149f3",
    "57b38b83-9833-550f-a6d2-055bf1dadcc0",
  ]);
});

test.each([
  [
    "Rank,EntryId,EntryName,TimeRemaining,Points,Lineup,,Player,%Drafted,FPTS",
    "standings. Give it to `contest",
  ],
  ["Place_lo,Place_hi,Payout", "payouts. Give it to `contest --payouts`"],
  ["player_id,team,opp,pos,name,fpts,proj_own", "projections. Give it as --projections"],
  ["Start Date,Sport,Id,Title,Entry Fee,Winnings,Points", "a history of your own contests"],
  ["datagolf_name,dk_name,dk_id,total_points,scoring_points", "projections."],
])("a file with the headers %s is named in the error", (header, hint) => {
  const { message } = fileError(() => read(lines(header, header.replaceAll(/[^,]+/g, "1"))));
  expect(message).toContain("pool.csv: is not a salary file: it looks like");
  expect(message).toContain(hint);
});

test("a file that is not a salary file gets an error that describes the books' files", () => {
  expect(fileError(() => read("a,b\n1,2\n")).message).toContain(
    "Looked for DraftKings's Position, Name, Salary, Game Info, TeamAbbrev; or FanDuel's Id, Position, Nickname, Salary, Game, Team, FPPG; or Yahoo's ID, Position, First Name, Last Name, Salary, Game, Team, FPPG, Injury Status. Give",
  );
  expect(fileError(() => read("Position,Salary\nQB,5000\n")).message).toMatch(
    /Looked for DraftKings's Position, .*\bSalary\b.* \(line 1 lacks .*\bName\b.*; or FanDuel's .*\bPosition\b/,
  );
});

describe("a delayed game", () => {
  const rows = (...teams: readonly string[]) =>
    lines(
      DRAFTKINGS,
      "QB,Ado Kessby (101),Ado Kessby,101,QB,7200,RAV@TIN 10/15/2023 01:00PM ET,RAV,22.41",
      "DST,Tinkers  (104),Tinkers ,104,DST,2900,RAV@TIN 10/15/2023 01:00PM ET,TIN,-1",
      ...teams.map(
        (team, at) => `RB,Back ${at} (20${at}),Back ${at},20${at},RB/FLEX,6100,Delayed,${team},15`,
      ),
    );

  test("is still played: its players can be drafted, and two teams play each other", () => {
    const { entries, leftOut } = read(rows("MOL", "FOX", "MOL"));
    expect(leftOut).toEqual([]);
    expect(entries.slice(2).map(({ game, opponent, startsAt }) => [game, opponent, startsAt])).toEqual([
      ["MOL@FOX", "FOX", null],
      ["MOL@FOX", "MOL", null],
      ["MOL@FOX", "FOX", null],
    ]);
  });

  test("of unknown opponents is a game of each team", () => {
    const { entries } = read(rows("MOL", "FOX", "OWL", "ELK"));
    expect(entries.slice(2).map(({ game }) => game)).toEqual(
      ["MOL", "FOX", "OWL", "ELK"].map((team) => `${team} delayed`),
    );
  });

  test("has started where the book marks its players as locked", () => {
    const text = rows("MOL", "FOX").replace("(200)", "(200) (LOCKED)");
    const { entries, leftOut } = read(text);
    expect(leftOut).toMatchObject([{ reason: "game-started", detail: "LOCKED", listing: { bookId: "200" } }]);
    expect(entries.at(-1)).toMatchObject({ bookId: "201", game: "MOL@FOX" });
  });
});

test("players outside an entries file's own pool are left out; a pool of another slate is refused", () => {
  const own = { file: "entries.csv", ids: new Set(["101", "102", "103"]), started: new Set(["103"]) };
  const { entries, leftOut } = read(FOOTBALL, { within: own });
  expect(entries.map(({ bookId }) => bookId)).toEqual(["101", "102"]);
  expect(leftOut.map(({ listing, reason }) => [listing.bookId, reason])).toEqual([
    ["103", "game-started"],
    ["104", "not-in-file"],
  ]);
  const other = { ...own, ids: new Set(["901"]) };
  expect(fileError(() => read(FOOTBALL, { within: other })).message).toMatch(
    /^pool.csv: is of another slate than entries.csv/,
  );
});
