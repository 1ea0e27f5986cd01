import { describe, expect, it } from "vitest";
import { InvalidRequestError } from "../../src/errors.ts";
import { passes } from "../../src/model/passes.ts";
import { parsePortfolio } from "../../src/portfolio/parse-portfolio.ts";
import { placeWords } from "../../src/portfolio/places.ts";
import { planPortfolio } from "../../src/portfolio/plan.ts";
import { refused } from "../support/planned.ts";
import {
  type CellRow,
  ROWS,
  type TinyOptions,
  tinyFacts,
  tinyPortfolio,
  tinyResources,
} from "../support/tiny-portfolio.ts";
import { tinyProblem, uuidOf } from "../support/tiny-problem.ts";

describe("locks and exclusions of a description", () => {
  it("are those of the request as well, with a slot where one is named", () => {
    const { problem, plan, people } = tinyPortfolio(
      { lock: ["Player BW1@FLEX", "Player KQ1"], exclude: ["DAL", { team: "NYG", position: "QB" }] },
      { body: { include: { players: [{ player: uuidOf("Player BW1") }] } } },
    );
    expect(problem.locks.map(({ slot, pointer }) => [slot, pointer])).toEqual([
      [2, "/include/players/0"],
      [null, "/portfolio/lock/1"],
    ]);
    const forbidden = plan.model.rules.flatMap((rule) =>
      rule.kind === "forbid"
        ? rule.entries.map((entry) => `${rule.origin.pointer} ${people.all[entry]!.name}`)
        : [],
    );
    expect(forbidden).toEqual(["/portfolio/exclude/0 City2 Nick2", "/portfolio/exclude/1 Player NQ1"]);
  });

  it("may keep someone out of one slot alone", () => {
    const { plan } = tinyPortfolio({ exclude: ["Player BW1@FLEX"] });
    const unseated = plan.model.rules.filter(({ kind }) => kind === "unseat");
    expect(unseated).toMatchObject([{ entries: [1], slot: 2, origin: { pointer: "/portfolio/exclude/0" } }]);
    expect(plan.choices).toBeNull();
    const { model } = tinyPortfolio({ exclude: ["Player BQ1@QB"] }).plan;
    expect(model.rules.filter(({ kind }) => kind === "unseat")).toMatchObject([{ entries: [0], slot: 0 }]);
    expect(plan.model.rules.filter(({ kind }) => kind === "forbid")).toEqual([]);
    expect(unseated[0]!.origin.constraint).toBe("portfolio");
  });

  it("are of seats; what else speaks of one makes its slot a role, and lineups stay what the contest calls them", () => {
    const { plan } = tinyPortfolio({ exposure: [{ of: "Player BW1@FLEX", most: 3 }] });
    expect(new Set(plan.model.slots.map(({ role }) => role)).size).toBe(2);
    expect(plan.choices!.length).toBe(plan.model.picks.entry.length);
    expect(new Set(plan.choices!).size).toBe(ROWS.length);
  });

  it("are told apart by the contest's own roles, however many it has", () => {
    const rows = ROWS.filter(({ team }) => team < 2);
    const problem = tinyProblem("showdown", rows);
    const [captain, flexible] = problem.contest.slots;
    const slots = [
      captain!,
      { ...flexible!, count: 1 },
      { ...flexible!, name: "VICE", count: 1, pointsMultiplier: 1.25 },
      { ...flexible!, name: "UTIL", count: 1 },
    ];
    const planned = (of: string) =>
      planPortfolio(parsePortfolio({ exposure: [{ of, most: 3 }] }), {
        problem: { ...problem, contest: { ...problem.contest, slots } },
        ...{ resources: tinyResources(rows), facts: tinyFacts(rows), count: 4 },
      }).plan;
    expect(planned("Player BW1@VICE").choices).toBeNull();
    const { model, choices } = planned("Player BW1@UTIL");
    const { picks } = model;
    expect(picks.entry.length).toBe(4 * rows.length);
    const roleOf = (pick: number) =>
      ["CPT", "FLEX", "VICE", "FLEX"][picks.slots[pick]!.toString(2).length - 1];
    const named = Array.from(picks.entry, (entry, pick) => `${entry} ${roleOf(pick)}`);
    expect(new Set(named).size).toBe(3 * rows.length);
    // As many numbers as there are choices, and one for each.
    expect(new Set(choices!).size).toBe(3 * rows.length);
    expect(new Set(named.map((name, pick) => `${name} ${choices![pick]}`)).size).toBe(3 * rows.length);
  });

  it("of the request may be of whom the description has no points for", () => {
    const rows = ROWS.map(
      (row): CellRow => ({ ...row, cells: row.name === "Player BW1" ? {} : { Ceiling: "9" } }),
    );
    const { problem } = tinyPortfolio(
      { points: { from: "Ceiling" } },
      { rows, body: { include: { players: [{ player: uuidOf("Player BW1") }] } } },
    );
    expect(problem.locks).toHaveLength(1);
  });

  it("keep the slot that one of two locks of someone names, and take exclusions from others", () => {
    for (const lock of [
      ["Player BW1@FLEX", "Player BW1"],
      ["Player BW1", "Player BW1@FLEX"],
    ])
      expect(tinyPortfolio({ lock, exclude: ["Player BW1@WR"] }).problem.locks).toMatchObject([{ slot: 2 }]);
    expect(refused({ lock: ["Player BW1@FLEX"], exclude: ["Player BW1@FLEX"] })).toMatch(
      /^exclude\[0\]: Player BW1 .* is locked as well/,
    );
  });

  it("cannot contradict each other", () => {
    expect(refused({ lock: ["Player BW1"], exclude: ["Player BW1"] })).toBe(
      "exclude[0]: Player BW1 (WR, BUF, id-Player BW1) is locked as well. Keep one of them.",
    );
    expect(refused({ lock: ["Player BW1@QB"] })).toMatch(/^lock\[0\]: QB does not take Player BW1/);
    expect(refused({ lock: ["Player BW1@WR", "Player BW1@FLEX"] })).toMatch(/locked in another slot already/);
  });
});

describe("what else a description says", () => {
  it("is a range of salaries, within the cap", () => {
    const { plan } = tinyPortfolio({ salary: "15000..16000" });
    const rule = plan.model.rules.find(({ kind }) => kind === "clauses");
    expect(rule).toMatchObject({ when: null, alternatives: [{ sums: [{ least: 15_000, most: 16_000 }] }] });
    expect(refused({ salary: "20001.." })).toBe("salary: 20001 is more than the cap of 20000. Lower it.");
    expect(refused({ salary: "cheap" })).toMatch(/must be a range/);
    expect(refused({ points: { boost: { "A~/B": "lots" } } })).toMatch(
      /^points\.boost\.A~\/B: must be a change/,
    );
  });

  it("is how different lineups are, also from those entered already", () => {
    const lineup = [
      { uuid: uuidOf("Player BQ1"), slot: "QB" },
      { uuid: uuidOf("nobody of the pool"), slot: "WR" },
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
    // Of a slot that the contest has not, it is whichever is first of him.
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

  it("is refused by the first 20 things that are wrong", () => {
    const nobody = Array.from({ length: 50 }, (_, at) => `Nobody ${at}`);
    expect(refused({ exclude: nobody }).split("\n")).toHaveLength(20);
  });

  it("is refused where it names nobody, or says nothing, inside of a rule's lists", () => {
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
      expect.stringMatching(/^rules\[0\]\.count\.of: nobody in the pool/),
      "rules[1].counts[1][0]: says no number. Give it least, most or exactly.",
      expect.stringMatching(/^rules\[2\]\.counts\[0\]\.of: nobody in the pool/),
      expect.stringMatching(/^rules\[3\]\.sum\.of: nobody in the pool/),
      "rules[4].counts: goes with some, whose groups it counts.",
      "rules[5].counts: stands alone, without count, sum and product. Put them into its lists, or make two rules.",
      "rules[6].count.exactly: cannot stand beside least or most. Keep one.",
      "rules[7].count.least: 2 is more than the most, 1. Lower it.",
    ]);
  });

  it("is refused by field and line, all at once", () => {
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
      { lines },
    ).split("\n");
    expect(text).toEqual([
      "rules[0] (line 4): says nothing. Give it a count, counts, sum or product.",
      "rules[1].count.side (line 9): a game has no opponent. Count in teams, or remove it.",
      "rules[2].count.side: goes with some or every, whose groups have sides. Remove it.",
      "rules[3].every: cannot stand beside some. Make two rules.",
      'rules[4].sum.column: there is no column "Odds". Columns are salary, points, Ownership, Line, Order.',
      "rules[5].sum: City0 Nick0, City1 Nick1, City2 Nick2, City3 Nick3 have no number in column Ownership. Fill it, or say what that counts with missing.",
      "rules[6].count: says no number. Give it least, most or exactly.",
      "rules[7].some.cyclic: goes with within, whose runs it closes. Give both.",
      'rules[8].some.column: there is no column "Odds". Columns are Ownership, Line, Order.',
      "rules[9].some.within: is beyond 9, after which 1 comes again.",
      'rules[11].every.column: there is no column "Odds". Columns are Ownership, Line, Order.',
      "rules[12].when.side: goes with some or every, whose groups have sides. Remove it.",
    ]);
    expect(placeWords(["rules", 0], new Map([["", 1]]))).toBe("rules[0]");
    expect(refused({ lineup: 3, rules: [{ count: { least: 1.5 } }] })).toBe(
      "rules[0].count.least: Invalid input: expected int, received number (got 1.5).\nlineup is not a field of a portfolio's description. Remove it.",
    );
    expect(refused(JSON.parse('{ "unique": 1e999, "constructor": 2 }'))).toBe(
      "unique: Invalid input: expected number, received Infinity (got Infinity).\nconstructor is not a field of a portfolio's description. Remove it.",
    );
    expect(refused(JSON.parse('{ "points": { "boost": { "__proto__": 2 } } }'))).toBe(
      "points.boost.__proto__ is not a field of a portfolio's description. Remove it.",
    );
  });

  it("may be that different groups keep lists of their own", () => {
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
  ["unknown-column", { points: { from: "Odds" } }, "/portfolio/points/from"],
  ["invalid-boost", { points: { boost: { "Player BW1@FLEX": 1 } } }, "/portfolio/points/boost"],
  ["invalid-points", { points: { boost: { "Player BW1": 9_999 } } }, "/portfolio/points"],
])("%s is the code of what is wrong, with its place", (code, description, pointer, options) => {
  try {
    tinyPortfolio(description, options);
  } catch (error) {
    if (!(error instanceof InvalidRequestError)) throw error;
    expect(error.issues).toMatchObject([{ code, source: { pointer } }]);
    return;
  }
  expect.fail("nothing was refused");
});

it("a rule warns where it means nobody, and not where it means some", () => {
  const warnings = (of: object) =>
    tinyPortfolio({
      rules: [{ count: { of, most: 2 } }, { sum: { column: "salary", of, most: 90_000 } }],
    }).warnings;
  expect(warnings({ team: "BUF" })).toEqual([]);
  expect(warnings({ team: "BUF", salary: "90000.." })).toEqual([
    "rules[0].count.of: means nobody of the pool.",
    "rules[1].sum.of: means nobody of the pool.",
  ]);
});

it("a sum counts what each seat pays and costs, and a product multiplies", () => {
  const rows = ROWS.filter(({ team }) => team < 2);
  const weightsOf = (clause: object) => {
    const { plan, people } = tinyPortfolio(
      { rules: [{ ...clause, most: 3 }] },
      { contest: "showdown", rows },
    );
    const { entry, role } = plan.model.picks;
    const [sum] = plan.shares[0]!.tests[0]!.alternatives[0]!.sums;
    return Array.from(sum!.weights).flatMap((weight, pick) =>
      people.all[entry[pick]!]!.name === "Player BQ1" ? [[role[pick], weight]] : [],
    );
  };
  expect(weightsOf({ sum: { column: "points", most: 60 } })).toEqual([
    [0, 300_000],
    [1, 200_000],
  ]);
  expect(weightsOf({ sum: { column: "salary", most: 9_000 } })).toEqual([
    [0, 4_500],
    [1, 3_000],
  ]);
});

it("a product is of numbers from 0 on", () => {
  const rows = ROWS.map(
    (row, at): CellRow => ({ ...row, cells: { Edge: at === 3 ? "-1" : at === 1 ? "0" : "2" } }),
  );
  const rule = (of: string) => ({ rules: [{ product: { column: "Edge", of, most: 4 } }] });
  expect(refused(rule("Player BR1"), { rows })).toMatch(
    /^rules\[0\]\.product: column Edge has numbers below 0/,
  );
  for (const name of ["Player BQ1", "Player BW1"]) expect(refused(rule(name), { rows })).toBe("");
});
