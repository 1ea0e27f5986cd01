import { describe, expect, it } from "vitest";
import { InvalidRequestError } from "../../src/errors.ts";
import { passes } from "../../src/model/passes.ts";
import { withAttributes } from "../../src/portfolio/attribute-columns.ts";
import { isMeant } from "../../src/portfolio/check/is-meant.ts";
import { findPerson, namesakes } from "../../src/portfolio/named.ts";
import type { PlannedPortfolio } from "../../src/portfolio/plan.ts";
import {
  type CellRow,
  ROWS,
  type TinyOptions,
  tinyFacts,
  tinyPortfolio,
  tinyResources,
} from "../support/tiny-portfolio.ts";
import { teamUuid, tinyProblem, tinyProjections, uuidOf } from "../support/tiny-problem.ts";

/** What is refused, a line each; empty if nothing is. */
function refused(description: unknown, options?: TinyOptions): string {
  try {
    tinyPortfolio(description, options);
    return "";
  } catch (error) {
    if (error instanceof InvalidRequestError) return error.issues.map(({ detail }) => detail).join("\n");
    throw error;
  }
}

/** Who is counted by the first count of a test, as `name` or `name@SLOT` where slots are told apart. */
function countedIn({ plan, people, problem }: PlannedPortfolio, test = plan.shares[0]!.tests[0]!): string[] {
  const { entry, slots } = plan.model.picks;
  return Array.from(test.alternatives[0]!.counts[0]!.picks, (pick) => {
    const names = problem.contest.slots
      .filter((_, slot) => (slots[pick]! >> slot) & 1)
      .map(({ name }) => name);
    return `${people.all[entry[pick]!]!.name} ${names.join("/")}`;
  });
}

const of = (selection: unknown, options?: TinyOptions) =>
  countedIn(tinyPortfolio({ exposure: [{ of: selection, most: 5 }] }, options));

describe("whom a selection means", () => {
  it("is a name as people write it, an id, or a defense by its team", () => {
    for (const written of ["player bw1", "id-Player BW1", uuidOf("Player BW1")])
      expect(of(written)).toEqual(["Player BW1 WR/FLEX"]);
    for (const written of ["BUF", "buf", "Nick0", "City0 Nick0", "id-BUF", teamUuid(0)])
      expect(of(written)).toEqual(["City0 Nick0 DST"]);
  });

  it("is any of a list, and all fields of an object", () => {
    expect(of(["Player BQ1", "Player KQ1"])).toEqual(["Player BQ1 QB", "Player KQ1 QB"]);
    expect(of({ team: ["BUF", "KC"], position: "QB" })).toEqual(["Player BQ1 QB", "Player KQ1 QB"]);
    expect(of({ opponent: "BUF", position: "QB" })).toEqual(["Player KQ1 QB"]);
    for (const game of ["DAL@NYG", "NYG@dal"])
      expect(of({ game, position: "QB" })).toEqual(["Player DQ1 QB", "Player NQ1 QB"]);
    expect(of({ name: ["Player BQ1", "Player KW1"], not: { position: "W" } })).toEqual(["Player BQ1 QB"]);
    expect(of({ team: "BUF", salary: "3700..4400" })).toEqual(["Player BW1 WR/FLEX", "Player BW2 WR/FLEX"]);
    expect(of({ team: "BUF", salary: "..3000", position: ["QB", "DST"] })).toEqual([
      "Player BQ1 QB",
      "City0 Nick0 DST",
    ]);
    expect(of({ points: "20.25.." })).toEqual(["Player KQ1 QB", "Player DQ1 QB", "Player NQ1 QB"]);
  });

  it("may be told by any column of the files", () => {
    for (const header of ["ownership", "Own-ership"])
      expect(of({ [header]: "30.." })).toEqual(["Player DR2 FLEX", "Player NR1 FLEX", "Player NR2 FLEX"]);
    expect(of({ team: "BUF", Line: 1 })).toEqual(["Player BQ1 QB", "Player BW2 WR/FLEX", "Player BR2 FLEX"]);
    expect(of({ team: "BUF", Line: ["1", 2], Order: "1..2" })).toEqual([
      "Player BW1 WR/FLEX",
      "Player BW2 WR/FLEX",
    ]);
  });

  it("is of a slot where it says so, of a captain and of flexible seats", () => {
    expect(of("Player BW1@FLEX")).toEqual(["Player BW1 FLEX"]);
    expect(of({ team: "BUF", slot: "flex", position: "WR" })).toEqual(["Player BW1 FLEX", "Player BW2 FLEX"]);
    const rows = ROWS.filter(({ team }) => team < 2);
    const showdown = { contest: "showdown", rows } as const;
    expect(of("Player BW1@CPT", showdown)).toEqual(["Player BW1 CPT"]);
    expect(of("Player BW1", showdown)).toEqual(["Player BW1 CPT", "Player BW1 FLEX"]);
    expect(of({ team: "BUF", position: "QB", not: { slot: "CPT" } }, showdown)).toEqual(["Player BQ1 FLEX"]);
  });

  it("is an error that says who may be meant, for names, teams, games, positions, slots and columns", () => {
    const twin: CellRow = { name: "Player BQ1 ", position: "RB", team: 2, salary: 3000, points: 1 };
    expect(refused({ lock: ["Player BQ1"] }, { rows: [...ROWS, twin] })).toMatch(
      /^lock\[0\]: "Player BQ1" is the name of Player BQ1 \(QB, BUF, .*\) and of Player BQ1 +\(RB, DAL, .*Give the id\.$/,
    );
    expect(refused({ exclude: ["Player BQ7"] })).toMatch(
      /nobody in the pool has the name or id "Player BQ7"\. Did you mean Player BQ1/,
    );
    expect(refused({ exclude: [{ team: "BUFF" }] })).toBe(
      'exclude[0].team: "BUFF" is no team of the pool. Its teams are BUF, DAL, KC, NYG.',
    );
    expect(refused({ exclude: [{ game: "BUF@NYG" }] })).toMatch(/Its games are BUF@KC, DAL@NYG/);
    expect(refused({ exclude: [{ position: "TE" }] })).toMatch(/Its positions are QB, WR, RB, DST/);
    expect(refused({ exclude: ["Player BQ1@CPT"] })).toMatch(
      /"CPT" is no slot of this contest\. Its slots are QB, WR, FLEX, DST/,
    );
    expect(refused({ exclude: [{ postion: "QB" }] })).toMatch(
      /no field and no column "postion"\. Fields are name, .*columns are Ownership, Line, Order/,
    );
  });

  it("is by one name whoever has it, where a name is one field of several", () => {
    const twin: CellRow = { name: "Player BQ1 ", position: "RB", team: 2, salary: 3000, points: 1 };
    expect(of({ name: "Player BQ1" }, { rows: [...ROWS, twin] })).toEqual([
      "Player BQ1 QB",
      "Player BQ1 FLEX",
    ]);
    expect(of({ team: undefined, name: "Player BQ1" })).toEqual(["Player BQ1 QB"]);
  });

  it("suggests the nearest first, five at most", () => {
    const text = refused({ exclude: ["Player NR3"] });
    expect(text).toMatch(/Did you mean Player NR[12] .* or Player NR[12] /);
    expect(text.match(/ or /g)).toHaveLength(1 + 4);
  });

  it("may be a team of which nobody in the pool plays against another", () => {
    const rows = ROWS.filter(({ team }) => team === 0);
    expect(tinyPortfolio({ exposure: [{ of: { opponent: "BUF" }, most: 1 }] }, { rows })).toMatchObject({
      shares: [],
      warnings: ["exposure[0].of: means nobody of the pool."],
    });
  });

  it("is looked up, so that a description may name thousands", () => {
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

  it("is checked once for someone in a slot, however many lineups have him", () => {
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
    for (let lineup = 0; lineup < 50; lineup += 1)
      for (const slot of ["QB", "FLEX"])
        expect(isMeant(selection, { person, slot }, { people, contest: problem.contest })).toBe(true);
    expect(looks).toBe(2);
  });

  it("may be nobody: an error where some are asked for, else a warning", () => {
    const nobody = { team: "BUF", salary: "9000.." };
    expect(refused({ exposure: [{ of: nobody, least: 1 }] })).toBe(
      "exposure[0].of: means nobody of the pool, but at least 1 is asked for.",
    );
    expect(refused({ rules: [{ count: { of: nobody, least: 1 } }] })).toMatch(
      /^rules\[0\]\.count\.of: means nobody of the pool/,
    );
    expect(tinyPortfolio({ exposure: [{ of: nobody, most: 1 }] }).warnings).toEqual([
      "exposure[0].of: means nobody of the pool.",
    ]);
    // Whom nobody knows is told of once, not as nobody as well.
    const unknown = { of: "Nobody Atall", least: 1 };
    expect(refused({ exposure: [unknown] })).toMatch(
      /^exposure\[0\]\.of: nobody in the pool has [^.]*\.[^:]*$/,
    );
    expect(refused({ rules: [{ count: unknown, sum: { ...unknown, column: "salary" } }] })).not.toMatch(
      /means nobody/,
    );
    const rows = ROWS.map((row) => (row.name === "Player BW1" ? { ...row, points: null } : row));
    expect(tinyPortfolio({ exclude: ["Player BW1"] }, { rows }).warnings).toEqual([
      "exclude[0]: Player BW1 is not in the pool (no projection).",
    ]);
    expect(refused({ lock: ["Player BW1"] }, { rows })).toBe(
      "lock[0]: Player BW1 is not in the pool (no projection).",
    );
  });
});

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
  });

  it("are of seats; what else speaks of one makes its slot a role, and lineups stay what the contest calls them", () => {
    const { plan } = tinyPortfolio({ exposure: [{ of: "Player BW1@FLEX", most: 3 }] });
    expect(new Set(plan.model.slots.map(({ role }) => role)).size).toBe(2);
    expect(plan.choices!.length).toBe(plan.model.picks.entry.length);
    expect(new Set(plan.choices!).size).toBe(ROWS.length);
  });

  it("cannot contradict each other", () => {
    expect(refused({ lock: ["Player BW1"], exclude: ["Player BW1"] })).toBe(
      "exclude[0]: Player BW1 (WR, BUF, id-Player BW1) is locked as well. Keep one of them.",
    );
    expect(refused({ lock: ["Player BW1@QB"] })).toMatch(/^lock\[0\]: QB does not take Player BW1/);
    expect(refused({ lock: ["Player BW1@WR", "Player BW1@FLEX"] })).toMatch(/locked in another slot already/);
  });
});

describe("a share of lineups", () => {
  const limits = (fields: object, count = 10) => {
    const { least, most } = tinyPortfolio({ exposure: [{ of: "Player BW1", ...fields }] }, { count }).plan
      .shares[0]!;
    return [least, most];
  };

  it("is a range, percentages of a least rounded up and of a most down", () => {
    expect(limits({ share: "20%..35%" }, 150)).toEqual([30, 52]);
    expect(limits({ share: "60%.." }, 7)).toEqual([5, 7]);
    expect(limits({ share: "15..40" }, 150)).toEqual([15, 40]);
    expect(limits({ share: "30%" })).toEqual([3, 3]);
    expect(limits({ share: 4 })).toEqual([4, 4]);
    expect(limits({ least: "10%", most: 3 }, 20)).toEqual([2, 3]);
    expect(limits({ most: "33.34%" }, 3)).toEqual([0, 1]);
    expect(limits({ least: "33.34%" }, 3)).toEqual([2, 3]);
    // 0.29 * 100 and 0.57 * 100 are not whole as doubles.
    expect(limits({ share: "29%..57%" }, 100)).toEqual([29, 57]);
  });

  it("of nothing is warned of, and what cannot be is an error", () => {
    expect(tinyPortfolio({ exposure: [{ of: "Player BW1", most: "4%" }] }).warnings).toEqual([
      "exposure[0]: at most 4% of 10 lineups is none at all.",
    ]);
    expect(tinyPortfolio({ exposure: [{ of: "Player BW1", most: "0%" }] }).warnings).toEqual([]);
    expect(refused({ exposure: [{ each: "player", most: "4%" }] })).toBe(
      "exposure[0]: at most 4% of 10 lineups is none at all: nobody could be in any. Ask for more lineups or more of them.",
    );
    expect(refused({ exposure: [{ of: "Player BW1", least: 11 }] })).toBe(
      "exposure[0]: at least 11 is more than the 10 lineups. Change one of the ends.",
    );
    expect(refused({ exposure: [{ of: "Player BW1", share: "40%..20%" }] })).toMatch(
      /at least 4 and at most 2 of 10 lineups/,
    );
    expect(refused({ exposure: [{ of: "Player BW1" }] })).toMatch(/says no share/);
    expect(refused({ exposure: [{ most: 3 }] })).toMatch(/says nothing of whom/);
    expect(
      refused({ exposure: [{ of: "Player BW1", most: "lots" }] }, { lines: new Map([["/exposure/0", 7]]) }),
    ).toMatch(/^exposure\[0\]\.most \(line 7\): must be a percentage such as "40%" \(got "lots"\)/);
  });

  it("of each stands for one of every member, of those that are meant", () => {
    const words = (exposure: object) =>
      tinyPortfolio({ exposure: [exposure] }).shares.map(({ what }) => what);
    expect(words({ each: "player", most: 4 })).toHaveLength(ROWS.length);
    expect(words({ each: "player", of: { position: "DST" }, most: 4 })).toEqual([
      "City0 Nick0 (DST, BUF, id-BUF)",
      "City1 Nick1 (DST, KC, id-KC)",
      "City2 Nick2 (DST, DAL, id-DAL)",
      "City3 Nick3 (DST, NYG, id-NYG)",
    ]);
    expect(words({ each: "team", of: { position: "QB" }, most: 4 })).toEqual(
      ["BUF", "DAL", "KC", "NYG"].map((team) => `${team} (position QB)`),
    );
    expect(words({ each: "game", most: 4 })).toEqual(["BUF@KC", "DAL@NYG"]);
    expect(words({ each: "position", times: 2, most: 4 })).toEqual(
      ["DST", "QB", "RB", "WR"].map((position) => `2 or more of ${position}`),
    );
  });

  it("of each position, team and game counts all who are of it", () => {
    const of = (each: string) => {
      const planned = tinyPortfolio({ exposure: [{ each, most: 4 }] });
      return planned.shares.map(({ what }, at) => [
        what,
        countedIn(planned, planned.plan.shares[at]!.tests[0]).length,
      ]);
    };
    expect(of("position")).toEqual([
      ["DST", 4],
      ["QB", 4],
      ["RB", 8],
      ["WR", 8],
    ]);
    expect(of("team")).toEqual(["BUF", "DAL", "KC", "NYG"].map((team) => [team, 6]));
    expect(of("game")).toEqual(["BUF@KC", "DAL@NYG"].map((game) => [game, 12]));
    expect(of("player").every(([, count]) => count === 1)).toBe(true);
  });

  it("of a player by name, and a lock, replaces what each player's says", () => {
    const { shares } = tinyPortfolio({
      lock: ["Player KQ1"],
      exposure: [
        { each: "player", most: "40%" },
        { of: "Player BW1", share: "60%.." },
        { of: "Player BW2@FLEX", most: "10%" },
        { of: { team: "DAL" }, least: 1 },
      ],
    });
    const of = (name: string) => shares.filter(({ what }) => what.startsWith(name)).map(({ asked }) => asked);
    expect(of("Player BW1")).toEqual(["at least 60%"]);
    expect(of("Player KQ1")).toEqual([]);
    expect(of("Player BW2")).toEqual(["at most 40%", "at most 10%"]);
    expect(shares).toHaveLength(ROWS.length - 2 + 3);
    // Only in some number of seats, or as captain, he is not whom each player's share is of.
    const resources = tinyResources(ROWS).map((one) => ({
      ...one,
      attributes: { ...one.attributes, captainBookId: `cpt-${one.attributes?.["bookId"]}` },
    }));
    const showdown = { contest: "showdown", rows: ROWS.filter(({ team }) => team < 2), resources } as const;
    for (const exposure of [{ of: "cpt-id-Player BW1" }, { of: "Player BW1", times: 2 }]) {
      const given = {
        exposure: [
          { each: "player", most: "40%" },
          { ...exposure, most: "10%" },
        ],
      };
      expect(tinyPortfolio(given, showdown).shares).toHaveLength(showdown.rows.length + 1);
    }
  });

  it("may come from a file's columns, whom the description names aside", () => {
    const exposures = new Map([
      [uuidOf("Player BW1"), { minimum: 20, maximum: 50 }],
      [uuidOf("Player BW2"), { minimum: null, maximum: 30 }],
      [uuidOf("Player KW1"), { minimum: 0, maximum: 100 }],
    ]);
    const { plan } = tinyPortfolio(
      {
        exposure: [
          { of: "Player BW2", most: "60%" },
          { each: "player", most: "40%" },
        ],
      },
      { facts: { ...tinyFacts(ROWS), exposures } },
    );
    const of = (name: string) =>
      plan.shares
        .filter(({ origin }) => origin.words.startsWith(name))
        .map(({ least, most }) => [least, most]);
    expect(of("Player BW1")).toEqual([[2, 5]]);
    expect(of("Player BW2")).toEqual([[0, 6]]);
    expect(of("Player KW1")).toEqual([[0, 4]]);
  });

  it("of a file's columns cannot contradict each other, and says when it comes to none", () => {
    const given = (minimum: number | null, maximum: number | null): TinyOptions => ({
      facts: { ...tinyFacts(ROWS), exposures: new Map([[uuidOf("Player BW1"), { minimum, maximum }]]) },
    });
    expect(refused({}, given(60, 40))).toBe(
      "the file's columns: the file wants Player BW1 (WR, BUF, id-Player BW1) in at least 6 and at most 4 of 10 lineups.",
    );
    const [both] = tinyPortfolio({}, given(50, 50)).plan.shares;
    expect(both).toMatchObject({
      least: 5,
      most: 5,
      origin: { words: "Player BW1 (WR, BUF, id-Player BW1) in at least 50% and at most 50%" },
    });
    const [few] = tinyPortfolio({}, given(null, 30)).plan.shares;
    expect(few).toMatchObject({
      least: 0,
      most: 3,
      origin: { words: "Player BW1 (WR, BUF, id-Player BW1) in at most 30%" },
    });
    expect(tinyPortfolio({}, given(null, 5)).warnings).toEqual([
      "the file's columns: at most 5% of 10 lineups is none at all for Player BW1 (WR, BUF, id-Player BW1).",
    ]);
    expect(tinyPortfolio({}, given(null, 0)).warnings).toEqual([]);
    expect(tinyPortfolio({}, given(null, 0)).plan.shares).toMatchObject([{ least: 0, most: 0 }]);
  });

  it("that asks for some is not for the sequential method, which names the other", () => {
    expect(refused({ method: "sequential", exposure: [{ of: "Player BW1", least: "10%" }] })).toBe(
      "exposure[0]: Player BW1 in at least 10% needs a least share, which method: sequential cannot keep. Use method: joint.",
    );
    expect(refused({ method: "sequential", exposure: [{ of: "Player BW1", most: "10%" }] })).toBe("");
  });
});

describe("points of a description", () => {
  const points = (description: object, options?: TinyOptions) => {
    const { plan, problem } = tinyPortfolio({ points: description }, options);
    return (name: string) => {
      const entry = problem.entries.findIndex(({ uuid }) => uuid === uuidOf(name));
      const pick = plan.model.picks.entry.indexOf(entry);
      expect(plan.model.picks.points[pick]! / 1e10).toBe(problem.entries[entry]!.points);
      return problem.entries[entry]!.points;
    };
  };

  it("are boosted by parts and by amounts, one after the other", () => {
    const boosted = points({
      boost: [
        { of: "Player BQ1", by: "+10%" },
        { of: { team: "BUF" }, by: -1.5 },
      ],
    });
    expect(boosted("Player BQ1")).toBeCloseTo(20.5, 10);
    expect(boosted("Player BW1")).toBe(15.5);
    expect(boosted("Player KQ1")).toBe(20.25);
    for (const by of ["-50%", " -50% "])
      expect(points({ boost: { "Player BQ1": by } })("Player BQ1")).toBe(10);
  });

  it("go up to what is taken for a mistake, and name who is meant where nobody is", () => {
    expect(points({ boost: { "Player BQ1": 980 } })("Player BQ1")).toBe(1_000);
    expect(refused({ points: { boost: { "Player BQ1": 980.5 } } })).toMatch(
      /^points: gives Player BQ1 .* 1000\.5 points/,
    );
    expect(refused({ points: { boost: { Nobody: 1 } } })).toMatch(/^points\.boost\.Nobody: /);
    expect(refused({ points: { boost: [{ of: "Nobody", by: 1 }] } })).toMatch(/^points\.boost\[0\]: /);
    const every = (cell: string) =>
      ROWS.map((row): CellRow => ({ ...row, cells: { ...row.cells, Ceiling: cell } }));
    expect(tinyPortfolio({ points: { from: "Ceiling" } }, { rows: every("3") }).warnings).toEqual([]);
    expect(refused({ points: { from: "Ceiling" } }, { rows: every("much") })).toBe(
      "points.from: nobody has a number in column Ceiling.",
    );
    expect(refused({ points: { from: "Odds" } })).toBe(
      'points.from: there is no column "Odds". Columns are Ownership, Line, Order.',
    );
  });

  it("may be another column's, and whoever has none there is left out", () => {
    const rows = ROWS.map(
      (row): CellRow => (row.cells ? { ...row, cells: { ...row.cells, Ceiling: "33.5" } } : row),
    );
    const { problem, plan, warnings } = tinyPortfolio(
      { points: { from: "ceiling", boost: { "Player BQ1": 1 } } },
      { rows },
    );
    expect(problem.entries[0]!.points).toBe(34.5);
    const forbidden = plan.model.rules.filter(({ kind }) => kind === "forbid");
    expect(forbidden).toMatchObject([{ origin: { pointer: "/portfolio/points/from" } }]);
    expect(forbidden.flatMap((rule) => (rule.kind === "forbid" ? rule.entries : []))).toHaveLength(4);
    expect(warnings).toEqual(["points.from: leaves out 4 of the pool, who have no number in ceiling."]);
    expect(refused({ points: { from: "Floor" } })).toMatch(
      /there is no column "Floor"\. Columns are Ownership, Line, Order/,
    );
  });

  it("stay within what sums of points hold, and are drawn by the sequential method alone", () => {
    expect(refused({ points: { boost: { "Player BQ1": 2000 } } })).toMatch(/beyond 1000/);
    expect(refused({ points: { random: { seed: 7, spread: "15%" } } })).toMatch(/only method: sequential/);
    expect(
      tinyPortfolio({ method: "sequential", points: { random: { seed: 7, spread: "15%" } } }).plan.random,
    ).toEqual({ seed: 7, spread: 0.15 });
    const drawn = { method: "sequential", points: { random: { seed: 7 } } };
    expect(refused(drawn)).toBe("points.random: needs a spread here, such as spread: 15%.");
    const source = { seeds: [7] } as never;
    expect(tinyPortfolio(drawn, { drawSourceOf: () => source }).plan.random).toBe(source);
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
    ]);
    expect(refused({ lineup: 3, rules: [{ count: { least: 1.5 } }] })).toBe(
      "rules[0].count.least: Invalid input: expected int, received number (got 1.5).\nlineup is not a field of a portfolio's description. Remove it.",
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

it("projections lend their other attributes as columns, a file's own aside, to whom they are of", () => {
  const problem = tinyProblem("classic", ROWS);
  const [quarterback, , , , , defense] = tinyProjections(ROWS);
  const stranger = tinyProjections([{ name: "stranger", position: "QB", team: 0 }])[0]!;
  const withCells = (one: typeof stranger, cells: object) => ({
    ...one,
    attributes: { ...one.attributes, ...cells },
  });
  const found = withAttributes(
    problem,
    [
      withCells(quarterback!, { Ceiling: 31.5, Note: "late", Hurt: false, Order: 7 }),
      withCells(defense!, { Ceiling: 9 }),
      withCells(stranger, { Ceiling: 99 }),
    ],
    new Map([[uuidOf("Player BQ1"), { Order: "2" }]]),
  );
  expect([...found]).toEqual([
    [uuidOf("Player BQ1"), { Ceiling: "31.5", Note: "late", Order: "2" }],
    [teamUuid(0), { Ceiling: "9" }],
  ]);
});

it.each<[string, object, string]>([
  ["unknown-selection", { exclude: ["Nobody"] }, "/portfolio/exclude/0"],
  ["invalid-slot", { lock: ["Player BQ1@FLEX"] }, "/portfolio/lock/0"],
  ["duplicate", { lock: ["Player BW1@WR", "Player BW1@FLEX"] }, "/portfolio/lock/1"],
  ["included-and-excluded", { lock: ["Player BW1"], exclude: ["Player BW1"] }, "/portfolio/exclude/0"],
  ["invalid-unique", { unique: 9 }, "/portfolio/unique"],
  ["invalid-range", { salary: "60000.." }, "/portfolio/salary"],
  ["invalid-rule", { rules: [{ name: "empty" }] }, "/portfolio/rules/0"],
  ["invalid-share", { exposure: [{ of: "Player BW1", least: 11 }] }, "/portfolio/exposure/0"],
  ["invalid-exposure", { exposure: [{ most: 3 }] }, "/portfolio/exposure/0"],
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
])("%s is the code of what is wrong, with its place", (code, description, pointer) => {
  try {
    tinyPortfolio(description);
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
