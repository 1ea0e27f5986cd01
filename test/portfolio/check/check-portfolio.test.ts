import { expect, test } from "vitest";
import type { Lineup } from "../../../src/contests/problem/problem.ts";
import { checkPortfolio, type Judged } from "../../../src/portfolio/check/check-portfolio.ts";
import { parsePortfolio } from "../../../src/portfolio/parse-portfolio.ts";
import { ROWS, tinyFacts, tinyPortfolio, tinyResources } from "../../support/tiny-portfolio.ts";
import { uuidOf } from "../../support/tiny-problem.ts";

/** Cells with numbers beyond doubles, and with positions in a cycle. */
const CELLS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "Player BQ1": { Half: "1", Great: "100000000.1", Fine: "4000.001", Turn: "4" },
  "Player KQ1": { Great: "200000000.2", Fine: "4000.001" },
  "Player BW1": { Half: "1.5", Great: "300000000.3", Fine: "4000.001", Turn: "1" },
  "Player BW2": { Half: "2", Turn: "2" },
  "Player KW1": { Turn: "1" },
  "Player KR1": { Turn: "3" },
};
const rows = ROWS.filter(({ team }) => team < 2).map((row) => ({
  ...row,
  cells: { ...row.cells, Half: "", Great: "0", Fine: "0", Turn: "0", ...CELLS[row.name] },
}));
const { problem, people } = tinyPortfolio({}, { contest: "showdown", rows });

/** A captain and two more, by the text after `Player`. */
const lineup = (...names: string[]): Lineup =>
  names.map((name, at) => ({
    entry: people.all.findIndex((person) => person.name === `Player ${name}`),
    slot: Math.min(at, 1),
  }));

/** They cost 11,290, 12,035 and 14,530, and have 67.25, 64.375 and 54 points. */
const LINEUPS = [lineup("BQ1", "KQ1", "BW1"), lineup("KQ1", "BQ1", "BW2"), lineup("BW1", "KW1", "KR1")];

/** The violations of lineups: the place in the description, and the lineup if it is a single one. */
function broken(description: object, given: Partial<Judged> = {}, lineups = LINEUPS): string[] {
  const judged = { problem, people, count: lineups.length, avoided: [], ...given };
  return checkPortfolio(lineups, { ...judged, description: parsePortfolio(description) }).map(
    ({ pointer, lineup: at }) => `${pointer.replace("/portfolio", "")}${at === null ? "" : ` ${at + 1}`}`,
  );
}

const rule = (one: object) => ({ rules: [one] });
const exposed = (one: object) => ({ exposure: [one] });

test.each<[string, object, string[]]>([
  ["nothing", {}, []],
  ["a least salary", { salary: "12000.." }, ["/salary 1"]],
  ["a least salary, and a space", { salary: "12000.. " }, ["/salary 1"]],
  ["a most salary", { salary: "..12035" }, ["/salary 3"]],
  ["a salary", { salary: 12_035 }, ["/salary 1", "/salary 3"]],
  ["a lock", { lock: ["Player BW1"] }, ["/lock/0 2"]],
  ["a lock in a slot", { lock: ["Player BQ1@CPT"] }, ["/lock/0 2", "/lock/0 3"]],
  ["an exclusion", { exclude: ["Player KR1"] }, ["/exclude/0 3"]],
  ["an exclusion from a slot", { exclude: [{ team: "KC", slot: "CPT" }] }, ["/exclude/0 2"]],
  ["a most", rule({ count: { of: { team: "BUF" }, most: 1 } }), ["/rules/0 1", "/rules/0 2"]],
  ["who is not someone", rule({ count: { of: { team: "BUF", not: "Player BQ1" }, least: 1 } }), []],
  ["a least", rule({ count: { of: { team: "BUF" }, least: 2 } }), ["/rules/0 3"]],
  ["a number", rule({ count: { of: { position: "QB" }, exactly: 2 } }), ["/rules/0 3"]],
  [
    "a condition",
    rule({ when: { of: "Player KW1" }, count: { of: { position: "RB" }, least: 2 } }),
    ["/rules/0 3"],
  ],
  ["a sum", rule({ sum: { column: "Ownership", of: { position: "WR" }, most: 10 } }), ["/rules/0 3"]],
  ["a sum of salaries", rule({ sum: { column: "salary", least: 12_000 } }), ["/rules/0 1"]],
  ["a sum of points", rule({ sum: { column: "points", most: 60 } }), ["/rules/0 1", "/rules/0 2"]],
  ["a sum to the point", rule({ sum: { column: "Line", exactly: 4 } }), ["/rules/0 2", "/rules/0 3"]],
  [
    "a sum to less than what doubles are off",
    rule({ sum: { column: "Great", exactly: 600_000_000.6 } }),
    ["/rules/0 2", "/rules/0 3"],
  ],
  ["a sum missed by little", rule({ sum: { column: "Fine", most: 12_000.002 } }), ["/rules/0 1"]],
  ["an id as a name", rule({ count: { of: { name: " id-Player KW1 " }, most: 0 } }), ["/rules/0 3"]],
  ["a name with spaces", rule({ count: { of: { name: " Player KW1 " }, most: 0 } }), ["/rules/0 3"]],
  [
    "whole places alone",
    rule({ some: { column: "Half", within: 2 }, count: { least: 2 } }),
    ["/rules/0 1", "/rules/0 3"],
  ],
  [
    "some run of a cycle",
    rule({ some: { column: "Turn", within: 2, cyclic: 4 }, count: { least: 2 } }),
    ["/rules/0 2", "/rules/0 3"],
  ],
  ["a product", rule({ product: { column: "Line", most: 2 } }), ["/rules/0 3"]],
  [
    "some team",
    rule({ some: "team", count: { of: { position: "WR" }, least: 2 } }),
    ["/rules/0 1", "/rules/0 2", "/rules/0 3"],
  ],
  [
    "some game",
    rule({ some: "game", count: { of: { position: "WR" }, least: 2 } }),
    ["/rules/0 1", "/rules/0 2"],
  ],
  ["every team", rule({ every: "team", count: { of: { position: "QB" }, least: 1 } }), ["/rules/0 3"]],
  [
    "every team with a quarterback",
    rule({
      every: "team",
      when: { of: { position: "QB" } },
      count: { of: { position: "WR", not: "Player BW2" }, least: 1 },
    }),
    ["/rules/0 1", "/rules/0 2"],
  ],
  [
    "who plays against every quarterback",
    rule({
      every: "team",
      when: { of: { position: "QB" } },
      count: { side: "opponent", of: { position: "WR" }, most: 0 },
    }),
    ["/rules/0 1", "/rules/0 2"],
  ],
  ["some of a column", rule({ some: { column: "Line" }, count: { least: 2 } }), ["/rules/0 1"]],
  [
    "some of a column who may be captain",
    rule({ some: { column: "Line", of: { slot: "CPT" } }, count: { least: 2 } }),
    ["/rules/0 1"],
  ],
  [
    "some run of a column",
    rule({ some: { column: "Order", within: 2 }, count: { least: 2 } }),
    ["/rules/0 2", "/rules/0 3"],
  ],
  ["some longer run", rule({ some: { column: "Order", within: 3 }, count: { least: 2 } }), []],
  ["two teams", rule({ some: "team", counts: [[{ least: 2 }], [{ least: 1 }]] }), []],
  [
    "two teams of two",
    rule({ some: "team", counts: [[{ least: 2 }], [{ least: 2 }]] }),
    ["/rules/0 1", "/rules/0 2", "/rules/0 3"],
  ],
  [
    "three teams of two there are",
    rule({ some: "team", counts: [[{ least: 1 }], [{ least: 1 }], [{ least: 1 }]] }),
    ["/rules/0 1", "/rules/0 2", "/rules/0 3"],
  ],
  ["a rule's share", rule({ count: { of: "Player KW1", least: 1 }, most: 1 }), []],
  ["a rule's most share", rule({ count: { of: "Player KW1", least: 1 }, most: 0 }), ["/rules/0"]],
  ["a rule's least share", rule({ count: { of: "Player KW1", least: 1 }, least: 2 }), ["/rules/0"]],
  ["a rule's part", rule({ count: { of: "Player KW1", least: 1 }, share: "50%.." }), ["/rules/0"]],
  ["an exposure", exposed({ of: "Player BQ1", share: "2..2" }), []],
  ["an exposure's least", exposed({ of: "Player BQ1", least: "70%" }), ["/exposure/0"]],
  ["an exposure's most", exposed({ of: "Player BQ1", most: "66%" }), ["/exposure/0"]],
  ["an exposure's number", exposed({ of: "Player BQ1", share: 3 }), ["/exposure/0"]],
  ["an exposure's number, of fewer", exposed({ of: "Player BQ1", share: 1 }), ["/exposure/0"]],
  ["an exposure in a slot", exposed({ of: "Player BQ1@CPT", most: 0 }), ["/exposure/0"]],
  ["an exposure of several", exposed({ of: { team: "BUF" }, times: 2, most: 1 }), ["/exposure/0"]],
  [
    "an exposure of each player",
    exposed({ each: "player", most: 1 }),
    ["/exposure/0", "/exposure/0", "/exposure/0"],
  ],
  [
    "an exposure of each player but one",
    {
      exposure: [
        { each: "player", most: 1 },
        { of: "Player BQ1", most: 2 },
      ],
    },
    ["/exposure/0", "/exposure/0"],
  ],
  ["an exposure of each team", exposed({ each: "team", of: { slot: "CPT" }, most: 1 }), ["/exposure/0"]],
  ["an exposure of each position", exposed({ each: "position", least: 1 }), ["/exposure/0"]],
  [
    "an exposure of each position that some have",
    exposed({ each: "position", of: { position: "QB" }, least: 1 }),
    [],
  ],
  [
    "what is left open",
    rule({ count: { of: { team: undefined, position: "QB" }, exactly: 2 } }),
    ["/rules/0 3"],
  ],
  ["an exposure of each game", exposed({ each: "game", most: 2 }), ["/exposure/0"]],
  ["one other player", { unique: 1 }, []],
  ["two other players", { unique: 2 }, ["/unique 2"]],
])("a finished portfolio is checked for %s", (_, description, places) => {
  expect(broken(description)).toEqual(places);
});

test("a lineup may not repeat another or an entered one; another captain makes it different", () => {
  const [first = []] = LINEUPS;
  const swapped = lineup("KQ1", "BQ1", "BW1");
  expect(broken({}, {}, [first, first])).toEqual([" 2"]);
  expect(broken({}, {}, [first, swapped])).toEqual([]);
  const names = ["BQ1", "BW1", "KQ1"].map((name) => uuidOf(`Player ${name}`));
  const avoided = [names.map((uuid, at) => ({ uuid, slot: at === 0 ? "CPT" : "FLEX" }))];
  expect(broken({}, { avoided })).toEqual(["/avoid 1"]);
  expect(broken({}, { avoided }, [swapped])).toEqual([]);
  expect(broken({ unique: 1 }, { avoided }, [swapped])).toEqual(["/unique 1"]);
  expect(broken({ unique: 2, uniqueBy: "seats" }, { avoided }, [swapped])).toEqual([]);
  expect(broken({ unique: 3, uniqueBy: "seats" }, { avoided }, [swapped])).toEqual(["/unique 1"]);
});

test("a captain's id means the player as captain, whatever slot follows it", () => {
  const resources = tinyResources(rows).map((one) =>
    one.type === "Player"
      ? {
          ...one,
          attributes: { ...one.attributes, captainBookId: one.id === uuidOf("Player BQ1") ? "7" : "8" },
        }
      : one,
  );
  const captains = tinyPortfolio({}, { contest: "showdown", rows, resources });
  const most = (who: string) => broken(exposed({ of: who, most: 1 }), captains);
  const least = (who: string) => broken(exposed({ of: who, least: 2 }), captains);
  expect([most("7"), least("7")]).toEqual([[], ["/exposure/0"]]);
  expect([most("Player BQ1"), least("Player BQ1")]).toEqual([["/exposure/0"], []]);
});

test("in a contest without a captain a lineup is its set of players, in any seats", () => {
  const classic = tinyPortfolio({}, { contest: "classic" });
  const seats = (...names: string[]): Lineup =>
    names.map((name, slot) => ({
      entry: classic.people.all.findIndex((person) => person.name === name),
      slot,
    }));
  const first = seats("Player BQ1", "Player BW1", "Player KW1", "City1 Nick1");
  const again = seats("Player BQ1", "Player KW1", "Player BW1", "City1 Nick1");
  const given = { problem: classic.problem, people: classic.people };
  expect(broken({}, given, [first, again])).toEqual([" 2"]);
});

test("minimum shares are not checked for fewer lineups than requested, maximum shares are", () => {
  const judged = { count: 10, isShort: true };
  expect(broken(exposed({ of: "Player KR1", least: 5 }), judged)).toEqual([]);
  expect(broken(exposed({ of: "Player KR1", share: "50%.." }), judged)).toEqual([]);
  expect(broken(exposed({ of: "Player BQ1", most: 1 }), judged)).toEqual(["/exposure/0"]);
});

test("a file's columns apply to players that the description does not name", () => {
  const given = (minimum: number | null, maximum: number | null) => ({
    facts: { ...tinyFacts(rows), exposures: new Map([[uuidOf("Player BW1"), { minimum, maximum }]]) },
  });
  expect(broken({}, given(60, 70))).toEqual([]);
  expect(broken({}, given(80, null))).toEqual(["/columns"]);
  expect(broken({}, given(null, 50))).toEqual(["/columns"]);
  expect(broken(exposed({ of: "Player BW1", most: 3 }), given(null, 50))).toEqual([]);
});

test("a game is named by its teams in either order, even if one of them has no player in the pool", () => {
  const alone = tinyPortfolio({}, { contest: "classic", rows: ROWS.filter(({ team }) => team !== 3) });
  const [seat] = ["Player DQ1"].map((name) => ({
    entry: alone.people.all.findIndex((person) => person.name === name),
    slot: 0,
  }));
  const given = { problem: alone.problem, people: alone.people, count: 1 };
  for (const [game, places] of [
    ["DAL@NYG", ["/rules/0 1"]],
    ["NYG @ dal", ["/rules/0 1"]],
    ["BUF@KC", []],
    ["KC@DAL", []],
  ] as const)
    expect(broken(rule({ count: { of: { game }, most: 0 } }), given, [[seat!]]), game).toEqual(places);
});

test("violations give the rule's name or place, and the actual value", () => {
  const details = (description: object) =>
    checkPortfolio(LINEUPS, {
      ...{ problem, people, count: 3, avoided: [] },
      description: parsePortfolio(description),
    }).map(({ detail }) => detail);
  const two = { count: { of: { team: "KC" }, least: 2 } };
  expect(details({ rules: [{ ...two, name: "two of KC" }, two] })).toEqual([
    "Lineup 1 breaks two of KC.",
    "Lineup 1 breaks rules[1].",
    "Lineup 2 breaks two of KC.",
    "Lineup 2 breaks rules[1].",
  ]);
  expect(
    details({
      salary: "..12035",
      lock: ["Player BW1"],
      unique: 2,
      exposure: [
        { of: "Player BQ1", share: "0..1" },
        { each: "game", least: 2, most: "50%" },
      ],
      rules: [
        { ...two, name: "two of KC", least: "80%" },
        { ...two, share: 3 },
      ],
    }),
  ).toEqual([
    "Lineup 2 has no Player BW1.",
    "Lineup 3 costs 14530, which is not in ..12035.",
    "Lineup 2 has 2 players in common with another lineup; `unique` allows at most 1.",
    "The selection is in 2 of 3 lineups; required: 0..1.",
    expect.stringMatching(/ is in 3 of 3 lineups; required: at most 50%\.$/),
    "two of KC is in 1 of 3 lineups; required: at least 80%.",
    "rules[1] is in 1 of 3 lineups; required: 3.",
  ]);
});
