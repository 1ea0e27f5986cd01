import { describe, expect, it } from "vitest";
import { passes } from "../../src/engine/model/lineup-test.ts";
import { placeWords } from "../../src/portfolio/places.ts";
import { InvalidRequestError } from "../../src/shared/errors.ts";
import { refused } from "../support/planned.ts";
import { ROWS, type TinyOptions, tinyPortfolio } from "../support/tiny-portfolio.ts";
import { uuidOf } from "../support/tiny-problem.ts";

describe("the parts of a description", () => {
  it("include a salary range within the cap", () => {
    const { plan } = tinyPortfolio({ salary: "15000..16000" });
    const rule = plan.model.rules.find(({ kind }) => kind === "disjunction");
    expect(rule).toMatchObject({ when: null, alternatives: [{ sums: [{ least: 15_000, most: 16_000 }] }] });
    expect(refused({ salary: "20001.." })).toBe(
      "salary: the minimum, 20001, is more than the cap, 20000. Lower the minimum.",
    );
    expect(refused({ exposure: [{ most: 0.4 }] })).toBe(
      "exposure[0].most: must be a whole number or a text (got 0.4). Write 40% if you mean a percentage.",
    );
    expect(refused({ salary: "cheap" })).toMatch(/must be a range/);
    expect(refused({ points: { boost: { "A~/B": "lots" } } })).toMatch(
      /^points\.boost\.A~\/B: must be a change/,
    );
  });

  it("include the difference between lineups, also from entered ones", () => {
    const lineup = [
      { uuid: uuidOf("Player BQ1"), slot: "QB" },
      { uuid: uuidOf("a player outside the pool"), slot: "WR" },
      { uuid: uuidOf("Player KW1"), slot: "FLEX" },
    ];
    const { plan } = tinyPortfolio(
      { unique: 2, avoid: ["entered.csv"] },
      { avoided: new Map([["entered.csv", [lineup]]]) },
    );
    expect(plan.unique).toBe(2);
    expect(plan.choices).toBeNull();
    expect(plan.avoid.map((picks) => picks.length)).toEqual([2]);
    const turned = new Map([["entered.csv", [lineup.toReversed()]]]);
    expect(tinyPortfolio({ avoid: ["entered.csv"] }, { avoided: turned }).plan.avoid).toEqual(plan.avoid);
    const [captain, ...others] = ["Player BQ1", "Player KQ1", "Player BW1"].map(uuidOf);
    const entered = [{ uuid: captain!, slot: "CPT" }, ...others.map((uuid) => ({ uuid, slot: "FLEX" }))];
    const showdown = tinyPortfolio(
      { avoid: ["entered.csv"] },
      {
        contest: "showdown",
        rows: ROWS.filter(({ team }) => team < 2),
        avoided: new Map([["entered.csv", [entered]]]),
      },
    );
    const { picks } = showdown.plan.model;
    const roles = Array.from(showdown.plan.avoid[0]!, (pick) => picks.role[pick]);
    expect(roles.sort()).toEqual([0, 1, 1]);
    // For an unknown slot of the contest, the player's first one counts.
    const elsewhere = entered.map((seat) => ({ ...seat, slot: "UTIL" }));
    const strange = tinyPortfolio(
      { avoid: ["entered.csv"] },
      {
        contest: "showdown",
        rows: ROWS.filter(({ team }) => team < 2),
        avoided: new Map([["entered.csv", [elsewhere]]]),
      },
    ).plan;
    expect(Array.from(strange.avoid[0]!, (pick) => strange.model.picks.role[pick])).toEqual([0, 0, 0]);
    expect(refused({ avoid: ["entered.csv"] })).toMatch(
      /^avoid\[0\]: the lineups of entered\.csv are not given/,
    );
    expect(refused({ unique: 5 })).toMatch(/more than a lineup's 4 players/);
  });

  it("are refused with the first 20 faults", () => {
    const nobody = Array.from({ length: 50 }, (_, at) => `Nobody ${at}`);
    expect(refused({ exclude: nobody }).split("\n")).toHaveLength(20);
  });

  it("are refused if they match no player, or are empty, inside a rule's lists", () => {
    expect(
      refused({
        rules: [
          { count: { of: "Nobody", most: 1 } },
          { some: "team", counts: [[{ least: 2 }], [{}]] },
          { some: "team", counts: [{ of: "Nobody", most: 2 }, [{ least: 1 }]] },
          { sum: { column: "salary", of: "Nobody", most: 1 } },
          { counts: [[{ least: 2 }], [{ least: 1 }]] },
          { some: "team", count: { least: 1 }, counts: [[{ least: 2 }], [{ least: 1 }]] },
          { count: { least: 2, exactly: 1 } },
          { count: { least: 2, most: 1 } },
        ],
      }).split("\n"),
    ).toEqual([
      expect.stringMatching(/^rules\[0\]\.count\.of: no player in the pool/),
      "rules[1].counts[1][0]: has no number. Add `least`, `most` or `exactly`.",
      expect.stringMatching(/^rules\[2\]\.counts\[0\]\.of: no player in the pool/),
      expect.stringMatching(/^rules\[3\]\.sum\.of: no player in the pool/),
      "rules[4].counts: works only with `some`: each item of `counts` is met by a different group. Add `some`, or use `count`.",
      "rules[5].counts: cannot be combined with `count`, `sum` or `product`. Write two rules, or move the count into `counts`: an item can be a list of counts for the same group.",
      "rules[6].count.exactly: cannot be combined with `least` or `most`. Keep one.",
      "rules[7].count.least: 2 is more than `most`, 1. Lower `least` or raise `most`.",
    ]);
  });

  it("are refused by field and line, all at once", () => {
    const lines = new Map([
      ["/rules/0", 4],
      ["/rules/1", 9],
      ["/rules/1/some", 10],
    ]);
    const text = refused(
      {
        rules: [
          { name: "empty" },
          { some: "game", count: { side: "opponent", least: 1 } },
          { count: { side: "own", least: 1 } },
          { every: "team", some: "team", count: { least: 1 } },
          { sum: { column: "Odds", most: 3 } },
          { sum: { column: "Ownership", most: 3 } },
          { count: {} },
          { some: { column: "Order", cyclic: 9 }, count: { least: 2 } },
          { some: { column: "Odds" }, count: { least: 2 } },
          { some: { column: "Order", within: 10, cyclic: 9 }, count: { least: 2 } },
          { some: { column: "Order", within: 9, cyclic: 9 }, count: { least: 2 } },
          { every: { column: "Odds" }, count: { least: 2 } },
          { some: "team", when: { side: "own" }, count: { least: 2 } },
        ],
      },
      { portfolioLines: lines },
    ).split("\n");
    expect(text).toEqual([
      "rules[0] (line 4): is empty. Add `count`, `counts`, `sum`, `product`, `teams` or `games`.",
      "rules[1].count.side (line 9): a game has no opponent. Use `some: team` or `every: team`, or remove `side`.",
      "rules[2].count.side: works only in a rule with `some` or `every`. Remove it.",
      "rules[3].every: cannot be combined with `some`. Write two rules.",
      'rules[4].sum.column: there is no column "Odds". Columns are salary, points, Ownership, Line, Order.',
      "rules[5].sum: City0 Nick0, City1 Nick1, City2 Nick2, City3 Nick3 have no number in column Ownership. Fill it, or set `missing` to the value to use.",
      "rules[6].count: has no number. Add `least`, `most` or `exactly`.",
      "rules[7].some.cyclic: needs `within`. Give both, or remove it.",
      'rules[8].some.column: there is no column "Odds". Columns are Ownership, Line, Order.',
      "rules[9].some.within: 10 is more than `cyclic`, 9. Lower `within` or raise `cyclic`.",
      'rules[11].every.column: there is no column "Odds". Columns are Ownership, Line, Order.',
      "rules[12].when.side: works only in a rule with `some` or `every`. Remove it.",
    ]);
    expect(placeWords(["rules", 0], new Map([["", 1]]))).toBe("rules[0]");
    expect(refused({ lineup: 3, rules: [{ count: { least: 1.5 } }] })).toBe(
      "rules[0].count.least: must be a whole number (got 1.5).\nlineup is not a field of a portfolio's description. Remove it, or write one of lineups, method, unique, uniqueBy, avoid, salary, lock, exclude, exposure, rules, points, contests, distinct.",
    );
    expect(refused(JSON.parse('{ "unique": 1e999, "constructor": 2 }'))).toBe(
      "unique: must be a number (got Infinity).\nconstructor is not a field of a portfolio's description. Remove it, or write one of lineups, method, unique, uniqueBy, avoid, salary, lock, exclude, exposure, rules, points, contests, distinct.",
    );
    expect(refused(JSON.parse('{ "points": { "boost": { "__proto__": 2 } } }'))).toBe(
      "points.boost.__proto__ is not a field of a portfolio's description. Remove it.",
    );
  });

  it("may require different groups to have separate lists", () => {
    const { plan } = tinyPortfolio({
      rules: [{ some: "team", counts: [[{ least: 2 }], [{ least: 1 }]], most: 3 }],
    });
    expect(plan.shares[0]!.tests).toHaveLength(1);
    expect(plan.shares[0]!.tests[0]!.alternatives).toHaveLength(4 * 3);
    const twins = tinyPortfolio({
      rules: [{ some: "team", counts: [[{ least: 2 }], [{ least: 2 }]], most: 3 }],
    });
    expect(twins.plan.shares[0]!.tests[0]!.alternatives).toHaveLength(6);
    const every = tinyPortfolio({
      rules: [
        { every: "team", when: { of: { position: "DST" } }, count: { side: "opponent", most: 0 }, most: 3 },
      ],
    });
    expect(every.plan.shares[0]!.tests).toHaveLength(4);
    expect(every.plan.shares[0]!.tests.every((test) => passes(test, []))).toBe(true);
  });
});

it.each<[string, object, string, TinyOptions?]>([
  ["unknown-selection", { exclude: ["Nobody"] }, "/portfolio/exclude/0"],
  ["invalid-slot", { lock: ["Player BQ1@FLEX"] }, "/portfolio/lock/0"],
  ["duplicate", { lock: ["Player BW1@WR", "Player BW1@FLEX"] }, "/portfolio/lock/1"],
  ["included-and-excluded", { lock: ["Player BW1"], exclude: ["Player BW1"] }, "/portfolio/exclude/0"],
  ["invalid-unique", { unique: 9 }, "/portfolio/unique"],
  ["invalid-range", { salary: "60000.." }, "/portfolio/salary"],
  ["invalid-rule", { rules: [{ name: "empty" }] }, "/portfolio/rules/0"],
  ["invalid-share", { exposure: [{ of: "Player BW1", least: 11 }] }, "/portfolio/exposure/0"],
  ["invalid-exposure", { exposure: [{ most: 3 }] }, "/portfolio/exposure/0"],
  ["invalid-exposure", { exposure: [{ of: "Player BW1" }] }, "/portfolio/exposure/0"],
  ["invalid-rule", { rules: [{ count: {} }] }, "/portfolio/rules/0/count"],
  [
    "too-many-ways",
    { rules: [{ some: { column: "Order" }, counts: [1, 2, 3, 4].map((most) => [{ least: 1, most }]) }] },
    "/portfolio/rules/0",
  ],
  [
    "invalid-share",
    {},
    "/portfolio/columns",
    { facts: { exposures: new Map([[uuidOf("Player BW1"), { minimum: 60, maximum: 40 }]]) } },
  ],
  [
    "unknown-column",
    { points: { from: "Ceiling" } },
    "/portfolio/points/from",
    { rows: ROWS.map((row) => ({ ...row, cells: { Ceiling: "much" } })) },
  ],
  [
    "least-share",
    { method: "sequential", exposure: [{ of: "Player BW1", least: 1 }] },
    "/portfolio/exposure/0",
  ],
  ["unknown-file", { avoid: ["entered.csv"] }, "/portfolio/avoid/0"],
  ["invalid-random", { points: { random: { seed: 1, spread: "10%" } } }, "/portfolio/points/random"],
  ["invalid-decay", { points: { decay: "5%" } }, "/portfolio/points/decay"],
  ["unknown-column", { points: { from: "Odds" } }, "/portfolio/points/from"],
  ["invalid-boost", { points: { boost: { "Player BW1@FLEX": 1 } } }, "/portfolio/points/boost"],
  ["invalid-points", { points: { boost: { "Player BW1": 9_999 } } }, "/portfolio/points"],
])("%s is the code of the fault, with its place", (code, description, pointer, options) => {
  try {
    tinyPortfolio(description, options);
  } catch (error) {
    if (!(error instanceof InvalidRequestError)) throw error;
    expect(error.issues).toMatchObject([{ code, source: { pointer } }]);
    return;
  }
  expect.fail("nothing was refused");
});
