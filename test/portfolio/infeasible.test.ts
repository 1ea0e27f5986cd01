import { afterAll, describe, expect, it } from "vitest";
import type { PortfolioOptions, PortfolioRequest } from "../../src/optimizer/optimizer.ts";
import { createOptimizer } from "../../src/platform/node/optimizer.ts";
import type { AvoidedLineup } from "../../src/portfolio/avoided.ts";
import { readPortfolio } from "../../src/portfolio/read-portfolio.ts";
import { InfeasibleError } from "../../src/shared/errors.ts";
import type { FantasyLineupDocument } from "../../src/shared/schema/lineups.ts";
import { portfolioSchema } from "../../src/shared/schema/portfolio.ts";
import { POOLS } from "../support/portfolio-arbitraries.ts";
import { tinyClassic } from "../support/tiny-contests.ts";
import { tinyFacts, tinyResources } from "../support/tiny-portfolio.ts";
import { teamUuid, tinyProjections, tinyRequest, uuidOf } from "../support/tiny-problem.ts";

const optimizer = await createOptimizer({ rules: [tinyClassic], threads: 0 });
afterAll(() => optimizer.close());

const rows = POOLS.classic;
const BASE = {
  sport: "tiny",
  body: tinyRequest("classic", rows),
  projections: { data: tinyProjections(rows), included: tinyResources(rows) },
};

/** More of a case. */
interface More {
  /** By name: exposures in percent in the file's columns. */
  readonly columns?: Readonly<Record<string, { readonly minimum?: number; readonly maximum?: number }>>;
  readonly avoided?: readonly AvoidedLineup[];
  /** The number of lineups if incomplete portfolios are kept. */
  readonly kept?: number;
}

/**
 * The description's file, with four lineups by default, and the places and lines of the conflict in the error,
 * without the contest's rules.
 */
type Case = [what: string, text: string, places: string | readonly string[], more?: More];

const rule = (text: string, more = "") => `rules:\n  - ${text}\n${more}`;

/** One case per field that can cause infeasibility, alone or with another. */
const CASES: Case[] = [
  ["a count", rule("count: { of: { position: DST }, least: 2 }"), "rules[0] (line 2)"],
  [
    "a count of more than there are seats",
    rule("count: { least: 12 }"),
    "rules[0] (line 2): it needs more players than the 4",
  ],
  ["an exact count", rule("count: { of: { position: QB }, exactly: 0 }"), "rules[0] (line 2)"],
  [
    "two counts of one rule",
    rule("count: [{ of: { position: RB }, least: 1 }, { of: { position: WR }, least: 2 }]"),
    "rules[0] (line 2)",
  ],
  [
    "counts of two rules, and one that takes no part",
    rule(
      "count: { of: { team: BUF }, most: 3 }",
      "  - count: { of: { position: RB }, least: 1 }\n  - count: { of: { position: RB }, most: 0 }\n",
    ),
    ["rules[1] (line 3)", "rules[2] (line 4)"],
  ],
  ["a sum", rule("sum: { column: salary, most: 4000 }"), "rules[0] (line 2)"],
  [
    "a sum over a column whose empty cells count",
    rule("sum: { column: Ownership, of: { not: { position: DST } }, missing: 3, most: 4 }"),
    "rules[0] (line 2)",
  ],
  ["a product", rule("product: { column: Ownership, missing: 0, least: 1 }"), "rules[0] (line 2)"],
  [
    "a sum under a condition",
    `lock: [Player BQ1]\n${rule("{ when: { of: Player BQ1 }, sum: { column: salary, most: 9000 } }")}`,
    ["lock[0] (line 1)", "rules[0] (line 3)"],
  ],
  [
    "a conditional count of an excluded player",
    `lock: [Player BQ1]\nexclude: [Player KW1]\n${rule("{ when: { of: Player BQ1 }, count: { of: Player KW1, least: 1 } }")}`,
    ["lock[0] (line 1)", "exclude[0] (line 2)", "rules[0] (line 4)"],
  ],
  [
    "some team",
    rule("{ name: twins, some: team, count: { of: { position: QB }, least: 2 } }"),
    "rules[0] (line 2), twins",
  ],
  [
    "some team's sides",
    rule(
      "some: team\n    count: [{ of: { position: QB }, least: 1 }, { side: opponent, of: { position: WR }, least: 1 }]",
      "  - every: team\n    when: { of: { position: QB } }\n    count: { side: opponent, most: 0 }\n",
    ),
    ["rules[0] (line 2)", "rules[1] (line 4)"],
  ],
  ["every game", rule("{ every: game, count: { least: 3 } }"), "rules[0] (line 2)"],
  [
    "every team under conditions that contradict each other",
    rule(
      "{ every: team, when: { of: { position: QB } }, count: { of: { position: [WR, RB] }, least: 1 } }",
      "  - { every: team, when: { of: { position: QB } }, count: { of: { position: WR }, most: 0 } }\n  - { every: team, when: { of: { position: QB } }, count: { of: { position: RB }, most: 0 } }\n",
    ),
    ["rules[0] (line 2)", "rules[1] (line 3)", "rules[2] (line 4)"],
  ],
  ["more teams than there are", rule("teams: { least: 5 }"), "rules[0] (line 2)"],
  ["fewer games than the contest allows", rule("games: { most: 1 }"), "rules[0] (line 2)"],
  [
    "different teams of one rule",
    rule("{ some: team, counts: [{ least: 3 }, { least: 2 }] }"),
    "rules[0] (line 2)",
  ],
  [
    "different teams and a count of every team",
    rule("{ some: team, counts: [{ least: 2 }, { least: 1 }] }", "  - { every: team, count: { most: 1 } }\n"),
    ["rules[0] (line 2)", "rules[1] (line 3)"],
  ],
  [
    "a group by a column",
    rule("{ some: { column: Line, of: { position: [WR, RB] } }, count: { least: 3 } }"),
    "rules[0] (line 2)",
  ],
  [
    "runs of a column's order, and every group of it",
    rule(
      "{ some: { column: Order, within: 3, cyclic: 7 }, count: { least: 2 } }",
      "  - { every: team, count: { of: { not: { position: DST } }, most: 1 } }\n",
    ),
    ["rules[0] (line 2)", "rules[1] (line 3)"],
  ],
  [
    "a rule's share",
    rule("{ name: two defenses, count: { of: { position: DST }, least: 2 }, share: 25%.. }"),
    "rules[0] (line 2): two defenses in at least 25% (at least 1 of 4 lineups)",
    { kept: 4 },
  ],
  [
    "a rule's most and the rule",
    rule(
      "count: { of: { position: RB }, least: 1 }",
      "  - { name: backs, count: { of: { position: RB }, least: 1 }, most: 50% }\n",
    ),
    ["rules[0] (line 2)", "rules[1] (line 3): backs in at most 50% (at most 2 of 4 lineups)"],
  ],
  [
    "rules' leasts that need more lineups than there are",
    rule(
      "{ count: { of: Player BQ1, least: 1 }, least: 3 }",
      "  - { count: { of: [Player KQ1, Player DQ1], least: 1 }, least: 2 }\n",
    ),
    ["rules[0] (line 2)", "rules[1] (line 3)"],
  ],
  [
    "exposures' leasts of three of four",
    "exposure:\n  - { of: Player BQ1, least: 50% }\n  - { of: Player BW1, least: 25% }\n  - { of: Player KQ1, least: 25% }\n  - { of: Player DQ1, share: 50%..75% }\n",
    [
      "exposure[0] (line 2): Player BQ1 in at least 50% (at least 2 of 4 lineups)",
      "exposure[2] (line 4)",
      "exposure[3] (line 5): Player DQ1 in 50% to 75% (2 to 3 of 4 lineups)",
    ],
    { kept: 4 },
  ],
  [
    "an exposure of a slot, and a lock elsewhere",
    "lock: [Player BW1@FLEX]\nexposure:\n  - { of: Player BW1@WR, least: 1 }\n",
    ["lock[0] (line 1)", "exposure[0] (line 3)"],
  ],
  [
    "an exposure of each position",
    "exposure:\n  - { each: position, most: 75% }\n  - { of: { position: WR }, most: 100% }\n",
    "exposure[0] (line 2)",
  ],
  [
    "an exposure of each of many",
    "lineups: 5\nexposure:\n  - { each: player, of: { position: QB }, most: 1 }\n",
    "and 1 more, each in at most 1 of 5 lineups",
    { kept: 4 },
  ],
  [
    "an exposure that rounds to no lineup",
    "exposure:\n  - { each: player, of: { position: DST }, most: 15% }\n",
    "exposure[0] (line 2): City0 Nick0 (DST, BUF, id-BUF), City1 Nick1 (DST, KC, id-KC), City2 Nick2 (DST, DAL, id-DAL) and 1 more, each in at most 15% (15% of 4 lineups is less than one; write at least 25%, or ask for 7 lineups)",
  ],
  [
    "an exposure that rounds to no lineup, built one by one",
    "method: sequential\nexposure:\n  - { each: player, of: { position: DST }, most: 15% }\n",
    "exposure[0] (line 3): City0 Nick0 (DST, BUF, id-BUF)",
  ],
  [
    "an exposure of each game",
    "exposure:\n  - { each: game, of: { position: QB }, most: 25% }\n",
    "exposure[0] (line 2): BUF@KC (position QB) and DAL@NYG (position QB), each in at most 25% (at most 1 of 4 lineups)",
  ],
  [
    "an exposure by number of picks",
    "exposure:\n  - { name: trio, of: { team: BUF }, times: 4, least: 25% }\n",
    "exposure[0] (line 2): 4 or more of trio in at least 25%",
  ],
  [
    "an exposure and an exclusion",
    "exclude: [{ team: BUF, position: QB }]\nexposure:\n  - { of: Player BQ1, least: 25% }\n",
    ["exclude[0] (line 1)", "exposure[0] (line 3)"],
  ],
  ["an exclusion of a slot", "exclude: [{ slot: FLEX }]\n", "exclude[0] (line 1)"],
  ["two locks of one seat", "lock: [Player BQ1, Player KQ1]\n", ["lock[0] (line 1)", "lock[1] (line 1)"]],
  [
    "a salary, and players who cost more",
    "salary: ..13500\nexposure:\n  - { of: Player BR2, least: 25% }\n",
    ["exposure[0] (line 3)", "salary ..13500 (line 1)"],
  ],
  [
    "lineups built one by one, until those that differ are full",
    "lineups: 7\nmethod: sequential\nunique: 2\nexposure:\n  - { each: team, of: { position: QB }, most: 1 }\n",
    "exposure[0] (line 5): BUF (position QB), DAL (position QB), KC (position QB) and 1 more, each in",
    { kept: 4 },
  ],
  [
    "that all lineups differ",
    "lineups: 5\nunique: 4\n",
    "unique (line 2): any two lineups differ by at least 4 players",
    { kept: 4 },
  ],
  [
    "that all lineups differ in seats",
    "lineups: 9\nunique: 4\nuniqueBy: seats\n",
    "unique (line 2): any two lineups differ by at least 4 seats",
    { kept: 4 },
  ],
  [
    "that all lineups differ, and a lock",
    "unique: 4\nlock: [Player BQ1]\n",
    ["unique (line 1)", "lock[0] (line 2)"],
  ],
  [
    "lineups entered already",
    "lineups: 1\navoid: [entered.csv]\nlock: [Player BQ1, Player KW1, Player KR1, DAL]\n",
    [
      "avoid (line 2): no lineup repeats one that was entered earlier",
      "Player BQ1 (QB, BUF, id-Player BQ1) included (lock[0] (line 3)",
      "(lock[1] (line 3)",
      "(lock[2] (line 3)",
      "(lock[3] (line 3)",
    ],
    {
      avoided: [
        [
          { uuid: uuidOf("Player BQ1"), slot: "QB" },
          { uuid: uuidOf("Player KW1"), slot: "WR" },
          { uuid: uuidOf("Player KR1"), slot: "FLEX" },
          { uuid: teamUuid(2), slot: "DST" },
        ],
      ],
    },
  ],
  [
    "points taken from a column that no defense has a number in",
    "points: { from: Ownership }\n",
    "points.from (line 1)",
  ],
  [
    "columns of the file",
    "lineups: 4\n",
    [
      "projections.csv (line 2): Player BQ1 (QB, BUF, id-Player BQ1) in at least 75%",
      "projections.csv (line 3): Player KQ1 (QB, KC, id-Player KQ1) in at least 50%",
    ],
    {
      columns: {
        "Player BQ1": { minimum: 75 },
        "Player KQ1": { minimum: 50 },
        "Player BW1": { minimum: 25, maximum: 50 },
      },
    },
  ],
  [
    "shares of all lineups and of none",
    "exposure:\n  - { of: { team: BUF }, times: 2, least: 100% }\n  - { of: { team: BUF }, times: 2, most: 0% }\n",
    ["exposure[0] (line 2)", "exposure[1] (line 3)"],
    { kept: 4 },
  ],
  [
    "a share of what every lineup keeps",
    rule("{ every: team, count: { of: { position: QB }, most: 3 }, share: 10%..60% }"),
    "rules[0] (line 2)",
    { kept: 2 },
  ],
  [
    "a share of a rule about groups that do not exist",
    "lineups: 3\nexposure:\n  - { each: player, most: 1 }\nrules:\n  - { every: { column: Ownership, of: { position: DST } }, count: { least: 3 }, share: 2 }\n",
    "rules[0] (line 5) in 2 of 3 lineups",
  ],
  [
    "a column's most and a rule",
    rule("count: { of: Player BQ1, least: 1 }"),
    ["projections.csv (line 2): Player BQ1 (QB, BUF, id-Player BQ1) in at most 50%", "rules[0] (line 2)"],
    { columns: { "Player BQ1": { maximum: 50 } }, kept: 2 },
  ],
];

describe("an infeasible portfolio", () => {
  it.each<Case>(CASES)(
    "names the conflict by place and line: %s",
    async (_, text, named, { columns = {}, avoided, kept } = {}) => {
      const places = [named].flat();
      const { portfolio, lines } = await readPortfolio(text, { file: "portfolio.yaml" });
      const request = {
        ...BASE,
        facts: {
          ...tinyFacts(rows),
          exposures: new Map(
            Object.entries(columns).map(([name, { minimum = null, maximum = null }], index) => [
              uuidOf(name),
              { minimum, maximum, place: { file: "projections.csv", line: 2 + index } },
            ]),
          ),
        },
        portfolio: { lineups: 4, ...(portfolio as object) },
        portfolioLines: lines,
        ...(avoided && { avoided: new Map([["entered.csv", avoided]]) }),
      } as unknown as PortfolioRequest;
      const answer = (options: PortfolioOptions) =>
        optimizer.portfolio(request, options).catch((error: unknown) => error);

      const error = await answer({});
      expect(error).toBeInstanceOf(InfeasibleError);
      if (!(error instanceof InfeasibleError)) return;
      const own = error.conflicts.filter(({ pointer }) => pointer?.startsWith("/portfolio"));
      expect(own.map(({ detail }) => detail)).toHaveLength(places.length);
      for (const place of places) expect(error.message).toContain(place);
      for (const { words } of error.conflicts) expect(words).toMatch(/^(?!.*(?:line \d|\[\d)).+/u);
      expect(error.message).not.toMatch(/smaller set|not found/);
      if (kept === undefined) return;
      const short = (await answer({ onShortfall: "keep" })) as FantasyLineupDocument;
      expect(short.data).toHaveLength(kept);
      expect(short.meta?.portfolio?.shortfall?.reason).toBe(error.message);
    },
  );

  it("has a case for each field that can cause it", () => {
    const written = CASES.map(([, text]) => text).join("\n");
    const [rules, exposures] = [portfolioSchema.shape.rules, portfolioSchema.shape.exposure].map((list) =>
      Object.keys(list._zod.def.innerType._zod.def.element.shape),
    );
    const fields = new Set([...Object.keys(portfolioSchema.shape), ...rules!, ...exposures!]);
    expect(fields.size).toBeGreaterThan(20);
    // A description with contests is split into one description per contest before it is solved.
    for (const field of ["contests", "distinct"]) expect(fields.delete(field)).toBe(true);
    expect([...fields].filter((field) => !new RegExp(`\\b${field}:`).test(written))).toEqual([]);
  });
});
