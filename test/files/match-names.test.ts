import { describe, expect, test } from "vitest";
import { nameReadings, readAliasesCsv } from "../../src/files/listing-index.ts";
import { matchProjections } from "../../src/files/match-projections.ts";
import { readProjectionsCsv } from "../../src/files/projections.ts";
import { DRAFTKINGS, FANDUEL_FOOTBALL, fileError, lines, read } from "./support.ts";

const player = (id: number, position: string, name: string, team: string, salary = 5000) =>
  `${position},${name} (${id}),${name},${id},${position}/UTIL,${salary},RAV@TIN 11/16/2024 07:00PM ET,${team},1`;

const SLATE = read(
  lines(
    DRAFTKINGS,
    player(1, "PG", "Bör Läschke", "RAV"),
    player(2, "SG", "Mitchell Kessby", "TIN"),
    player(3, "SF", "Scottie Moror", "RAV"),
    player(4, "PF", "Ado Van Esk Jr.", "TIN"),
    player(5, "C", "Fen Ingman", "RAV", 7000),
    player(6, "PG", "Fen Ingman", "TIN", 4000),
    player(7, "SF", "Robert Quill", "RAV", 3000),
    player(8, "SG", "William Quill", "TIN", 3100),
    player(9, "C", "A.J. Åsdal", "RAV"),
  ),
);

const CELL = { file: "mine.csv" };
/** Book ids of the entries that receive points. */
function matched(rows: readonly string[], options = {}) {
  const { points } = matchProjections(SLATE, readProjectionsCsv(lines(...rows), CELL).rows, options);
  return SLATE.entries.filter(({ uuid }) => points.has(uuid)).map(({ bookId }) => bookId);
}

describe("a name matches across different spellings", () => {
  test.each([
    ["accents left away", "Bor Laschke", "1"],
    ["accents spelled out", "Boer Laeschke", "1"],
    ["other accents spelled out", "AJ Aasdal", "9"],
    ["a short form", "Mitch Kessby", "2"],
    ["another short form", "Scotty Moror", "3"],
    ["the long form of a short one", "Scott Moror", "3"],
    ["last name first", "Kessby, Mitchell", "2"],
    ["last name first, and a short form", "Kessby, Mitch", "2"],
    ["last name first, and a suffix behind the first", "Van Esk, Ado Jr.", "4"],
    ["last name first, and a suffix behind the last", "Van Esk Jr., Ado", "4"],
    ["a suffix behind a comma", "Ado Van Esk, Jr", "4"],
    ["an initial", "M. Kessby", "2"],
    ["an initial, last name first", "Kessby, M.", "2"],
    ["a team behind", "Mitchell Kessby TIN", "2"],
    ["a team after a name that several players share", "Fen Ingman TIN", "6"],
    ["a position and a team behind", "Fen Ingman C RAV", "5"],
    ["a team in parentheses", "Fen Ingman (TIN)", "6"],
    ["team and position in parentheses", "Fen Ingman (RAV - C)", "5"],
    ["a position behind a comma", "Fen Ingman, PG", "6"],
    ["name and id", "Fen Ingman (5)", "5"],
    ["id and name", "6:Fen Ingman", "6"],
    ["name and id, locked", "Fen Ingman (6) (LOCKED)", "6"],
    ["the id of another player's name", "Somebody Else (6)", "6"],
  ])("%s", (_, name, id) => {
    expect(matched(["Name,Proj", `"${name}",7`])).toEqual([id]);
  });

  test.each([
    ["an initial that two share gives neither points", "F. Ingman"],
    ["a last name alone", "Kessby"],
    ["another first name", "Ado Kessby"],
    ["a lower-case word is no team", "Mitchell Kessby tin"],
    ["a long form of another short one", "Billy Kessby"],
  ])("but %s", (_, name) => {
    expect(matched(["Name,Proj", `${name},7`])).toEqual([]);
  });

  test("a looser match never overrules a stricter one", () => {
    expect(matched(["Name,Proj", "Bob Quill,7", "Bill Quill,8"])).toEqual(["7", "8"]);
    const twins = read(
      lines(DRAFTKINGS, player(1, "PG", "Mitch Esk", "RAV"), player(2, "C", "Mitchell Esk", "RAV")),
    );
    const { points } = matchProjections(twins, readProjectionsCsv("Name,Proj\nMitchell Esk,7\n", CELL).rows);
    expect([...points.keys()]).toEqual([twins.entries[1]!.uuid]);
  });

  test("two columns form a name, and a team column decides", () => {
    expect(matched(["First Name,Last Name,Team,Proj", "Fen,Ingman,TIN,7"])).toEqual(["6"]);
  });

  test("a defense is matched by city if the salary file has it", () => {
    const slate = read(FANDUEL_FOOTBALL);
    for (const name of ["Ravenport", "Ravenport DST", "RAV DST", "Rooks (RAV - D)"]) {
      const { rows } = readProjectionsCsv(lines("Name,Proj", `${name},7`), CELL);
      expect([...matchProjections(slate, rows).points.keys()], name).toEqual([slate.entries[3]!.uuid]);
    }
  });
});

describe("a cell with a player's name", () => {
  const context = {
    isTeam: (word: string) => ["RAV", "TIN"].includes(word.toUpperCase()),
    isPosition: (word: string) => ["C", "PG"].includes(word.toUpperCase()),
  };
  const plain = { id: null, team: null, position: null };

  test.each<[string, readonly object[]]>([
    ["  Ado Kessby ", [{ name: "Ado Kessby" }]],
    [
      "Ado Kessby (12-3) (LOCKED)",
      [{ name: "Ado Kessby (12-3) (LOCKED)" }, { name: "Ado Kessby", id: "12-3" }],
    ],
    ["Ado ( 12-3 )", [{ name: "Ado ( 12-3 )" }, { name: "Ado", id: "12-3" }]],
    ["12: Ado", [{ name: "12: Ado" }, { name: "Ado", id: "12" }]],
    ["Ado (Rav - C)", [{ name: "Ado (Rav - C)" }, { name: "Ado", position: "C" }]],
    ["Ado (RAV, c)", [{ name: "Ado (RAV, c)" }, { name: "Ado", team: "RAV" }]],
    [
      "Fen Ingman, PG",
      [
        { name: "Fen Ingman, PG" },
        { name: "Fen Ingman", position: "PG" },
        { name: "Fen Ingman,", position: "PG" },
      ],
    ],
    [
      "Kessby, Ado PG",
      [{ name: "Kessby, Ado PG" }, { name: "Ado PG Kessby" }, { name: "Kessby, Ado", position: "PG" }],
    ],
    ["Kessby Jr., Ado", [{ name: "Kessby Jr., Ado" }, { name: "Ado Kessby Jr." }]],
    ["Kessby, Ado Jr.", [{ name: "Kessby, Ado Jr." }, { name: "Ado Kessby Jr." }]],
    ["Kessby, Ado, Jr.", [{ name: "Kessby, Ado, Jr." }, { name: "Ado Kessby Jr." }]],
    ["Kessby, Jr.", [{ name: "Kessby, Jr." }]],
    [
      "Ado Kessby PG RAV",
      [{ name: "Ado Kessby PG RAV" }, { name: "Ado Kessby", team: "RAV", position: "PG" }],
    ],
  ])("%j is parsed", (cell, readings) => {
    expect(nameReadings(cell, context)).toEqual(readings.map((reading) => ({ ...plain, ...reading })));
  });
});

describe("aliases", () => {
  const aliases = (text: string) => readAliasesCsv(text, { file: "names.csv" });

  test.each([
    ["a name", "from,to\nThe Kess,Mitchell Kessby\n"],
    ["a name, without a header", "THE KESS;Mitchell Kessby\n"],
    ["a name, and one that begins as a header does", "from,Fen Ingman\nThe Kess,Mitchell Kessby\n"],
    ["an id", "from,to\nThe Kess,2\n"],
  ])("resolve a player's name: %s", (_, text) => {
    expect(matched(["Name,Proj", "The Kess,7"])).toEqual([]);
    expect(matched(["Name,Proj", "The Kess,7"], { aliases: aliases(text) })).toEqual(["2"]);
  });

  test("are for rows with names; others use their ids", () => {
    expect(matched(["Id,Proj", "2,7"], { aliases: aliases("The Kess,3\n") })).toEqual(["2"]);
  });

  test("take precedence over the pool's own names", () => {
    expect(matched(["Name,Proj", "Fen Ingman,7"], { aliases: aliases("Fen Ingman,6\n") })).toEqual(["6"]);
  });

  test("with malformed or contradictory rows are an error by line", () => {
    const { issues } = fileError(() =>
      aliases("from,to\nA B,C D\nA B,C E\nlonely,\na,b,c\nX Y,Z\nX Y,Z\na,b,,d\n"),
    );
    expect(issues.map(({ line }) => line)).toEqual([3, 4, 5, 8]);
    expect(fileError(() => aliases("from,to\n")).line).toBeNull();
  });
});

describe("strict matching", () => {
  const rows = (strangers: number) => [
    "Name,Proj",
    ...SLATE.entries.map(({ bookId, name }) => `${name} (${bookId}),7`),
    ...Array.from({ length: strangers }, (_, row) => `Stranger No ${row},5`),
    "Blank Row,",
  ];

  test("accepts a file with at least nine of ten rows in the pool, and refuses others", () => {
    expect(matched(rows(1), { strict: true })).toHaveLength(9);
    expect(matched(rows(2))).toHaveLength(9);
    const error = fileError(() => matched(rows(2), { strict: true, file: "mine.csv" }));
    expect(error.file).toBe("mine.csv");
    expect(error.message).toContain("9 of 11");
  });
});
