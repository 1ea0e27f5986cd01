import { describe, expect, it } from "vitest";
import { isSelected } from "../../src/portfolio/check/keeps-rule.ts";
import { findPerson, namesakes } from "../../src/portfolio/named.ts";
import { countedOf, refused } from "../support/planned.ts";
import { type CellRow, ROWS, tinyPortfolio } from "../support/tiny-portfolio.ts";
import { teamUuid, uuidOf } from "../support/tiny-problem.ts";

describe("the players that a selection means", () => {
  it("are found by a spelled name, an id, or a defense by its team", () => {
    for (const written of ["player bw1", "id-Player BW1", uuidOf("Player BW1")])
      expect(countedOf(written)).toEqual(["Player BW1 WR/FLEX"]);
    for (const written of ["BUF", "buf", "Nick0", "City0 Nick0", "id-BUF", teamUuid(0)])
      expect(countedOf(written)).toEqual(["City0 Nick0 DST"]);
  });

  it("match any element of a list, and all fields of an object", () => {
    expect(countedOf(["Player BQ1", "Player KQ1"])).toEqual(["Player BQ1 QB", "Player KQ1 QB"]);
    expect(countedOf({ team: ["BUF", "KC"], position: "QB" })).toEqual(["Player BQ1 QB", "Player KQ1 QB"]);
    expect(countedOf({ opponent: "BUF", position: "QB" })).toEqual(["Player KQ1 QB"]);
    for (const game of ["DAL@NYG", "NYG@dal"])
      expect(countedOf({ game, position: "QB" })).toEqual(["Player DQ1 QB", "Player NQ1 QB"]);
    expect(countedOf({ name: ["Player BQ1", "Player KW1"], not: { position: "W" } })).toEqual([
      "Player BQ1 QB",
    ]);
    expect(countedOf({ team: "BUF", salary: "3700..4400" })).toEqual([
      "Player BW1 WR/FLEX",
      "Player BW2 WR/FLEX",
    ]);
    expect(countedOf({ team: "BUF", salary: "..3000", position: ["QB", "DST"] })).toEqual([
      "Player BQ1 QB",
      "City0 Nick0 DST",
    ]);
    expect(countedOf({ points: "20.25.." })).toEqual(["Player KQ1 QB", "Player DQ1 QB", "Player NQ1 QB"]);
  });

  it("can be selected by any column of the files", () => {
    for (const header of ["ownership", "Own-ership"])
      expect(countedOf({ [header]: "30.." })).toEqual([
        "Player DR2 FLEX",
        "Player NR1 FLEX",
        "Player NR2 FLEX",
      ]);
    expect(countedOf({ team: "BUF", Line: 1 })).toEqual([
      "Player BQ1 QB",
      "Player BW2 WR/FLEX",
      "Player BR2 FLEX",
    ]);
    expect(countedOf({ team: "BUF", Line: ["1", 2], Order: "1..2" })).toEqual([
      "Player BW1 WR/FLEX",
      "Player BW2 WR/FLEX",
    ]);
  });

  it("can be limited to a slot, a captain or flexible seats", () => {
    expect(countedOf("Player BW1@FLEX")).toEqual(["Player BW1 FLEX"]);
    expect(countedOf({ team: "BUF", slot: "flex", position: "WR" })).toEqual([
      "Player BW1 FLEX",
      "Player BW2 FLEX",
    ]);
    const rows = ROWS.filter(({ team }) => team < 2);
    const showdown = { contest: "showdown", rows } as const;
    expect(countedOf("Player BW1@CPT", showdown)).toEqual(["Player BW1 CPT"]);
    expect(countedOf("Player BW1", showdown)).toEqual(["Player BW1 CPT", "Player BW1 FLEX"]);
    expect(countedOf({ team: "BUF", position: "QB", not: { slot: "CPT" } }, showdown)).toEqual([
      "Player BQ1 FLEX",
    ]);
  });

  it("are listed as candidates in errors about names, teams, games, positions, slots and columns", () => {
    const twin: CellRow = { name: "Player BQ1 ", position: "RB", team: 2, salary: 3000, points: 1 };
    expect(refused({ lock: ["Player BQ1"] }, { rows: [...ROWS, twin] })).toMatch(
      /^lock\[0\]: "Player BQ1" is the name of 2 players: Player BQ1 \(QB, BUF, .*\); Player BQ1 +\(RB, DAL, .*Give the id instead\.$/,
    );
    expect(refused({ exclude: ["Player BQ7"] })).toMatch(
      /no player in the pool has the name or id "Player BQ7"\. Did you mean Player BQ1/,
    );
    expect(refused({ exclude: [{ team: "BUFF" }] })).toBe(
      'exclude[0].team: "BUFF" is not a team of the pool. Its teams are BUF, DAL, KC, NYG.',
    );
    expect(refused({ exclude: [{ game: "BUF@NYG" }] })).toMatch(/Its games are BUF@KC, DAL@NYG/);
    expect(refused({ exclude: [{ position: "TE" }] })).toMatch(/Its positions are QB, WR, RB, DST/);
    expect(refused({ exclude: ["Player BQ1@CPT"] })).toMatch(
      /"CPT" is not a slot of this contest\. Its slots are QB, WR, FLEX, DST/,
    );
    expect(refused({ exclude: [{ postion: "QB" }] })).toMatch(
      /no field and no column "postion"\. Did you mean "position"\? Fields are name, .*columns are Ownership, Line, Order/,
    );
  });

  it("are all with a given name if the name is one field of several", () => {
    const twin: CellRow = { name: "Player BQ1 ", position: "RB", team: 2, salary: 3000, points: 1 };
    expect(countedOf({ name: "Player BQ1" }, { rows: [...ROWS, twin] })).toEqual([
      "Player BQ1 QB",
      "Player BQ1 FLEX",
    ]);
    expect(countedOf({ team: undefined, name: "Player BQ1" })).toEqual(["Player BQ1 QB"]);
  });

  it("include the five closest suggestions, closest first", () => {
    const text = refused({ exclude: ["Player NR3"] });
    expect(text).toMatch(/Did you mean Player NR[12] .* or Player NR[12] /);
    expect(text.match(/ or /g)).toHaveLength(1 + 4);
  });

  it("can be a team without a game in the pool", () => {
    const rows = ROWS.filter(({ team }) => team === 0);
    expect(tinyPortfolio({ exposure: [{ of: { opponent: "BUF" }, most: 1 }] }, { rows })).toMatchObject({
      shares: [],
      warnings: ["exposure[0].of: matches no player of the pool. Correct the selection."],
    });
  });

  it("are found by lookup, so that a description may name thousands", () => {
    const { people } = tinyPortfolio({});
    let looks = 0;
    const all = people.all.map((person) => ({
      ...person,
      get name() {
        looks += 1;
        return person.name;
      },
    }));
    for (let count = 0; count < 1_000; count += 1) {
      expect(findPerson({ ...people, all }, `Player BW1${" ".repeat(count)}`)).toMatchObject({
        kind: "person",
      });
      expect(namesakes(all, `Nobody ${count}`)).toEqual([]);
    }
    expect(looks).toBeLessThan(20 * all.length);
  });

  it("are checked once for a player in a slot, however many lineups contain the player", () => {
    const { people, problem } = tinyPortfolio({});
    const [first] = people.all;
    let looks = 0;
    const person = {
      ...first!,
      get positions() {
        looks += 1;
        return first!.positions;
      },
    };
    const selection = { position: "QB", team: ["BUF"] };
    const known = { people, contest: problem.contest, known: new Map() };
    for (let lineup = 0; lineup < 50; lineup += 1)
      for (const slot of ["QB", "FLEX"]) expect(isSelected(selection, { person, slot }, known)).toBe(true);
    expect(looks).toBe(2);
    const named = { ...first!, name: "Z" };
    const scene = { people: { ...people, all: [named] }, contest: problem.contest };
    expect(["QB", "FLEX"].map((slot) => isSelected("Z@QB", { person: named, slot }, scene))).toEqual([
      true,
      false,
    ]);
  });

  it("may be none: an error if the rule requires some, otherwise a warning", () => {
    const nobody = { team: "BUF", salary: "9000.." };
    expect(refused({ exposure: [{ of: nobody, least: 1 }] })).toBe(
      "exposure[0].of: matches no player of the pool, so it cannot be in at least 1 of the lineups. Correct the selection, or remove the minimum.",
    );
    expect(refused({ rules: [{ count: { of: nobody, least: 1 } }] })).toMatch(
      /^rules\[0\]\.count\.of: matches no player of the pool/,
    );
    expect(tinyPortfolio({ exposure: [{ of: nobody, most: 1 }] }).warnings).toEqual([
      "exposure[0].of: matches no player of the pool. Correct the selection.",
    ]);
    // An unknown name is reported once, not as an empty selection as well.
    const unknown = { of: "Nobody Atall", least: 1 };
    expect(refused({ exposure: [unknown] })).toMatch(
      /^exposure\[0\]\.of: no player in the pool has [^.]*\.[^:]*$/,
    );
    expect(refused({ rules: [{ count: unknown, sum: { ...unknown, column: "salary" } }] })).not.toMatch(
      /matches no player/,
    );
    const rows = ROWS.map((row) => (row.name === "Player BW1" ? { ...row, points: null } : row));
    expect(tinyPortfolio({ exclude: ["Player BW1"] }, { rows }).warnings).toEqual([
      "exclude[0]: Player BW1 is not in the pool (no projection).",
    ]);
    expect(refused({ lock: ["Player BW1"] }, { rows })).toBe(
      "lock[0]: Player BW1 is not in the pool (no projection). Remove the lock.",
    );
  });
});
