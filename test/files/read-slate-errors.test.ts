import { describe, expect, test } from "vitest";
import { DRAFTKINGS, FANDUEL_FOOTBALL, FOOTBALL, fileError, lines, read, SHOWDOWN } from "./support.ts";

const bad = (text: string, options = {}) => fileError(() => read(text, options));

describe("a file that is not as expected", () => {
  test.each([
    ["no pool", "Name,Points\nAdo Kessby,12\n", null],
    ["a pool header alone", `${DRAFTKINGS}\n`, 1],
    ["a salary that is no amount", FOOTBALL.replace("6100", "6.1k"), 3],
    ["a negative salary", FOOTBALL.replace("6100", "-6100"), 3],
    ["no salary", FOOTBALL.replace("6100", ""), 3],
    ["averages that are no number", FOOTBALL.replace("15.5", "fifteen"), 3],
    ["a player without a name", FOOTBALL.replace(",Ado Kessby,", ",,"), 2],
    ["a player without a position", FOOTBALL.replace("QB,", ","), 2],
    ["an invalid game", FOOTBALL.replace("RAV@TIN 10/15", "RAV-TIN 10/15"), 2],
    ["a team that is not in its game", FOOTBALL.replace(",RAV,22", ",OTT,22"), 2],
    ["a quote that swallows rows", FOOTBALL.replace("QB,Ado", 'QB,"Ado').replace("Moles  (", 'Moles " ('), 2],
    ["an id twice", FOOTBALL.replace(",103,", ",102,"), 4],
    ["two defenses of one team", FOOTBALL.replace("WR,Bor", "DST,Bor").replace(",FOX,0", ",MOL,0"), 5],
  ])("%s", (_, text, line) => {
    expect(bad(text)).toMatchObject({ code: "invalid-file", kind: "input", file: "pool.csv", line });
  });

  test("all bad cells are named, whatever their faults", () => {
    const text = FOOTBALL.replace("22.41", "many")
      .replace(",6100,", ",dear,")
      .replace("MOL@FOX 11/12", "MOL-FOX 11/12")
      .replace("DST,Moles", ",Moles");
    expect(bad(text).issues.map(({ line }) => line)).toEqual([2, 3, 4, 5]);
    const teams = FOOTBALL.replace(",RAV,22", ",OTT,22").replace(",TIN,15", ",OTT,15");
    expect(bad(teams).issues.map(({ line }) => line)).toEqual([2, 3]);
  });

  test("the error names the expected headers", () => {
    const { message } = bad(FOOTBALL.replace("TeamAbbrev", "Club"));
    for (const name of ["DraftKings", "FanDuel", "TeamAbbrev", "Nickname", "line 1"])
      expect(message).toContain(name);
  });
});

describe("showdown rows that do not pair", () => {
  test("a captain without a plain row, and a plain row without a captain", () => {
    expect(bad(SHOWDOWN.replace(/^K,.*,302,.*\n/m, "")).line).toBe(3);
    expect(bad(SHOWDOWN.replace(/^K,.*,202,.*\n/m, "")).line).toBe(6);
  });

  const namesakes = (salaries: readonly number[], averages: readonly number[]) =>
    lines(
      DRAFTKINGS,
      ...["CPT", "FLEX"].flatMap((slot, half) =>
        salaries.map((salary, who) => {
          const id = half * 10 + who;
          const price = slot === "CPT" ? salary * 1.5 : salary;
          return `WR,Bor Lander (${id}),Bor Lander,${id},${slot},${price},RAV@TIN 10/15/2023 01:00PM ET,RAV,${averages[who]}`;
        }),
      ),
    );

  test("two players with the same name and team are paired by salary, then by average points", () => {
    const ids = (text: string) => read(text).entries.map((entry) => [entry.bookId, entry.captainBookId]);
    const paired = [
      ["10", "0"],
      ["11", "1"],
    ];
    expect(ids(namesakes([4000, 200], [5, 5]))).toEqual(paired);
    expect(ids(namesakes([200, 200], [5, 0.4]))).toEqual(paired);
  });

  test("and are refused if neither decides", () => {
    expect(bad(namesakes([200, 200], [0, 0])).line).toBe(4);
    expect(bad(namesakes([200, 200, 400], [0, 0, 0])).line).toBe(5);
  });
});

describe("sport, book and contest", () => {
  const goalless = lines(
    DRAFTKINGS,
    "C,Ado Kessby (1),Ado Kessby,1,C/UTIL,5000,RAV@TIN 11/16/2024 07:00PM ET,RAV,1",
  );

  test("positions that fit two sports require the option, and accept it", () => {
    const { message } = bad(goalless);
    expect(message).toContain("basketball");
    expect(message).toContain("ice-hockey");
    expect(read(goalless, { sport: "ice-hockey" }).sport).toBe("ice-hockey");
    expect(read(goalless, { sport: "basketball" }).sport).toBe("basketball");
  });

  test("positions of no known sport require it too", () => {
    const curling = goalless.replace("C,", "SKIP,");
    expect(bad(curling).message).toContain("SKIP");
    expect(read(curling, { sport: "curling" }).sport).toBe("curling");
  });

  test.each([
    [FOOTBALL, { sport: "basketball" }, "basketball", "american-football"],
    [FOOTBALL, { book: "bookB" }, "FanDuel", "DraftKings"],
    [FANDUEL_FOOTBALL, { book: "bookA" }, "DraftKings", "FanDuel"],
    [FOOTBALL, { contest: "showdown" }, "showdown", "classic"],
    [SHOWDOWN, { contest: "classic" }, "classic", "showdown"],
  ])("an option that contradicts the file is an error that names both: %#", (text, options, asked, found) => {
    const { message } = bad(text, options);
    expect(message).toContain(asked);
    expect(message).toContain(found);
  });

  test("matching options, and the user's own contests, are accepted", () => {
    const options = { sport: "american-football", book: "bookA", contest: "classic" } as const;
    expect(read(FOOTBALL, options)).toEqual(read(FOOTBALL));
    expect(read(FOOTBALL, { contest: "winter cup" }).contest).toBe("winter cup");
    expect(read(SHOWDOWN, { contest: "winter cup" }).entries).toHaveLength(3);
  });
});
