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

interface Case {
  readonly what: string;
  /** The description's file; four lineups by default. */
  readonly text: string;
  /** Places and lines of the conflict in the error, without the contest's rules. */
  readonly places: readonly string[];
  /** By name: exposures in percent in the file's columns. */
  readonly columns?: Readonly<Record<string, { readonly minimum?: number; readonly maximum?: number }>>;
  readonly avoided?: readonly AvoidedLineup[];
  /** The number of lineups if incomplete portfolios are kept. */
  readonly kept?: number;
}

const rule = (text: string, more = "") => `rules:\n  - ${text}\n${more}`;

/** One case per field that can cause infeasibility, alone or with another. */
const CASES: readonly Case[] = [
  {
    what: "a count",
    text: rule("count: { of: { position: DST }, least: 2 }"),
    places: ["rules[0] (line 2)"],
  },
  {
    what: "a count of more than there are seats",
    text: rule("count: { least: 12 }"),
    places: ["rules[0] (line 2): it needs more players than the 4"],
  },
  {
    what: "an exact count",
    text: rule("count: { of: { position: QB }, exactly: 0 }"),
    places: ["rules[0] (line 2)"],
  },
  {
    what: "two counts of one rule",
    text: rule("count: [{ of: { position: RB }, least: 1 }, { of: { position: WR }, least: 2 }]"),
    places: ["rules[0] (line 2)"],
  },
  {
    what: "counts of two rules, and one that takes no part",
    text: rule(
      "count: { of: { team: BUF }, most: 3 }",
      "  - count: { of: { position: RB }, least: 1 }\n  - count: { of: { position: RB }, most: 0 }\n",
    ),
    places: ["rules[1] (line 3)", "rules[2] (line 4)"],
  },
  { what: "a sum", text: rule("sum: { column: salary, most: 4000 }"), places: ["rules[0] (line 2)"] },
  {
    what: "a sum over a column whose empty cells count",
    text: rule("sum: { column: Ownership, of: { not: { position: DST } }, missing: 3, most: 4 }"),
    places: ["rules[0] (line 2)"],
  },
  {
    what: "a product",
    text: rule("product: { column: Ownership, missing: 0, least: 1 }"),
    places: ["rules[0] (line 2)"],
  },
  {
    what: "a sum under a condition",
    text: `lock: [Player BQ1]\n${rule("{ when: { of: Player BQ1 }, sum: { column: salary, most: 9000 } }")}`,
    places: ["lock[0] (line 1)", "rules[0] (line 3)"],
  },
  {
    what: "a conditional count of an excluded player",
    text: `lock: [Player BQ1]\nexclude: [Player KW1]\n${rule("{ when: { of: Player BQ1 }, count: { of: Player KW1, least: 1 } }")}`,
    places: ["lock[0] (line 1)", "exclude[0] (line 2)", "rules[0] (line 4)"],
  },
  {
    what: "some team",
    text: rule("{ name: twins, some: team, count: { of: { position: QB }, least: 2 } }"),
    places: ["rules[0] (line 2), twins"],
  },
  {
    what: "some team's sides",
    text: rule(
      "some: team\n    count: [{ of: { position: QB }, least: 1 }, { side: opponent, of: { position: WR }, least: 1 }]",
      "  - every: team\n    when: { of: { position: QB } }\n    count: { side: opponent, most: 0 }\n",
    ),
    places: ["rules[0] (line 2)", "rules[1] (line 4)"],
  },
  {
    what: "every game",
    text: rule("{ every: game, count: { least: 3 } }"),
    places: ["rules[0] (line 2)"],
  },
  {
    what: "every team under conditions that contradict each other",
    text: rule(
      "{ every: team, when: { of: { position: QB } }, count: { of: { position: [WR, RB] }, least: 1 } }",
      "  - { every: team, when: { of: { position: QB } }, count: { of: { position: WR }, most: 0 } }\n  - { every: team, when: { of: { position: QB } }, count: { of: { position: RB }, most: 0 } }\n",
    ),
    places: ["rules[0] (line 2)", "rules[1] (line 3)", "rules[2] (line 4)"],
  },
  {
    what: "more teams than there are",
    text: rule("teams: { least: 5 }"),
    places: ["rules[0] (line 2)"],
  },
  {
    what: "fewer games than the contest allows",
    text: rule("games: { most: 1 }"),
    places: ["rules[0] (line 2)"],
  },
  {
    what: "different teams of one rule",
    text: rule("{ some: team, counts: [{ least: 3 }, { least: 2 }] }"),
    places: ["rules[0] (line 2)"],
  },
  {
    what: "different teams and a count of every team",
    text: rule(
      "{ some: team, counts: [{ least: 2 }, { least: 1 }] }",
      "  - { every: team, count: { most: 1 } }\n",
    ),
    places: ["rules[0] (line 2)", "rules[1] (line 3)"],
  },
  {
    what: "a group by a column",
    text: rule("{ some: { column: Line, of: { position: [WR, RB] } }, count: { least: 3 } }"),
    places: ["rules[0] (line 2)"],
  },
  {
    what: "runs of a column's order, and every group of it",
    text: rule(
      "{ some: { column: Order, within: 3, cyclic: 7 }, count: { least: 2 } }",
      "  - { every: team, count: { of: { not: { position: DST } }, most: 1 } }\n",
    ),
    places: ["rules[0] (line 2)", "rules[1] (line 3)"],
  },
  {
    what: "a rule's share",
    text: rule("{ name: two defenses, count: { of: { position: DST }, least: 2 }, share: 25%.. }"),
    places: ["rules[0] (line 2): two defenses in at least 25% (at least 1 of 4 lineups)"],
    kept: 4,
  },
  {
    what: "a rule's most and the rule",
    text: rule(
      "count: { of: { position: RB }, least: 1 }",
      "  - { name: backs, count: { of: { position: RB }, least: 1 }, most: 50% }\n",
    ),
    places: ["rules[0] (line 2)", "rules[1] (line 3): backs in at most 50% (at most 2 of 4 lineups)"],
  },
  {
    what: "rules' leasts that need more lineups than there are",
    text: rule(
      "{ count: { of: Player BQ1, least: 1 }, least: 3 }",
      "  - { count: { of: [Player KQ1, Player DQ1], least: 1 }, least: 2 }\n",
    ),
    places: ["rules[0] (line 2)", "rules[1] (line 3)"],
  },
  {
    what: "exposures' leasts of three of four",
    text: "exposure:\n  - { of: Player BQ1, least: 50% }\n  - { of: Player BW1, least: 25% }\n  - { of: Player KQ1, least: 25% }\n  - { of: Player DQ1, share: 50%..75% }\n",
    places: [
      "exposure[0] (line 2): Player BQ1 in at least 50% (at least 2 of 4 lineups)",
      "exposure[2] (line 4)",
      "exposure[3] (line 5): Player DQ1 in 50% to 75% (2 to 3 of 4 lineups)",
    ],
    kept: 4,
  },
  {
    what: "an exposure of a slot, and a lock elsewhere",
    text: "lock: [Player BW1@FLEX]\nexposure:\n  - { of: Player BW1@WR, least: 1 }\n",
    places: ["lock[0] (line 1)", "exposure[0] (line 3)"],
  },
  {
    what: "an exposure of each position",
    text: "exposure:\n  - { each: position, most: 75% }\n  - { of: { position: WR }, most: 100% }\n",
    places: ["exposure[0] (line 2)"],
  },
  {
    what: "an exposure of each of many",
    text: "lineups: 5\nexposure:\n  - { each: player, of: { position: QB }, most: 1 }\n",
    places: ["and 1 more, each in at most 1 of 5 lineups"],
    kept: 4,
  },
  {
    what: "an exposure that rounds to no lineup",
    text: "exposure:\n  - { each: player, of: { position: DST }, most: 15% }\n",
    places: [
      "exposure[0] (line 2): City0 Nick0 (DST, BUF, id-BUF), City1 Nick1 (DST, KC, id-KC), City2 Nick2 (DST, DAL, id-DAL) and 1 more, each in at most 15% (15% of 4 lineups is less than one; write at least 25%, or ask for 7 lineups)",
    ],
  },
  {
    what: "an exposure that rounds to no lineup, built one by one",
    text: "method: sequential\nexposure:\n  - { each: player, of: { position: DST }, most: 15% }\n",
    places: ["exposure[0] (line 3): City0 Nick0 (DST, BUF, id-BUF)"],
  },
  {
    what: "an exposure of each game",
    text: "exposure:\n  - { each: game, of: { position: QB }, most: 25% }\n",
    places: [
      "exposure[0] (line 2): BUF@KC (position QB) and DAL@NYG (position QB), each in at most 25% (at most 1 of 4 lineups)",
    ],
  },
  {
    what: "an exposure by number of picks",
    text: "exposure:\n  - { name: trio, of: { team: BUF }, times: 4, least: 25% }\n",
    places: ["exposure[0] (line 2): 4 or more of trio in at least 25%"],
  },
  {
    what: "an exposure and an exclusion",
    text: "exclude: [{ team: BUF, position: QB }]\nexposure:\n  - { of: Player BQ1, least: 25% }\n",
    places: ["exclude[0] (line 1)", "exposure[0] (line 3)"],
  },
  {
    what: "an exclusion of a slot",
    text: "exclude: [{ slot: FLEX }]\n",
    places: ["exclude[0] (line 1)"],
  },
  {
    what: "two locks of one seat",
    text: "lock: [Player BQ1, Player KQ1]\n",
    places: ["lock[0] (line 1)", "lock[1] (line 1)"],
  },
  {
    what: "a salary, and players who cost more",
    text: "salary: ..13500\nexposure:\n  - { of: Player BR2, least: 25% }\n",
    places: ["exposure[0] (line 3)", "salary ..13500 (line 1)"],
  },
  {
    what: "lineups built one by one, until those that differ are full",
    text: "lineups: 7\nmethod: sequential\nunique: 2\nexposure:\n  - { each: team, of: { position: QB }, most: 1 }\n",
    places: [
      "exposure[0] (line 5): BUF (position QB), DAL (position QB), KC (position QB) and 1 more, each in",
    ],
    kept: 4,
  },
  {
    what: "that all lineups differ",
    text: "lineups: 5\nunique: 4\n",
    places: ["unique (line 2): any two lineups differ by at least 4 players"],
    kept: 4,
  },
  {
    what: "that all lineups differ, and a lock",
    text: "unique: 4\nlock: [Player BQ1]\n",
    places: ["unique (line 1)", "lock[0] (line 2)"],
  },
  {
    what: "lineups entered already",
    text: "lineups: 1\navoid: [entered.csv]\nlock: [Player BQ1, Player KW1, Player KR1, DAL]\n",
    places: [
      "avoid (line 2): no lineup repeats one that was entered earlier",
      "Player BQ1 (QB, BUF, id-Player BQ1) included (lock[0] (line 3)",
      "(lock[1] (line 3)",
      "(lock[2] (line 3)",
      "(lock[3] (line 3)",
    ],
    avoided: [
      [
        { uuid: uuidOf("Player BQ1"), slot: "QB" },
        { uuid: uuidOf("Player KW1"), slot: "WR" },
        { uuid: uuidOf("Player KR1"), slot: "FLEX" },
        { uuid: teamUuid(2), slot: "DST" },
      ],
    ],
  },
  {
    what: "points taken from a column that no defense has a number in",
    text: "points: { from: Ownership }\n",
    places: ["points.from (line 1)"],
  },
  {
    what: "columns of the file",
    text: "lineups: 4\n",
    columns: {
      "Player BQ1": { minimum: 75 },
      "Player KQ1": { minimum: 50 },
      "Player BW1": { minimum: 25, maximum: 50 },
    },
    places: [
      "projections.csv (line 2): Player BQ1 (QB, BUF, id-Player BQ1) in at least 75%",
      "projections.csv (line 3): Player KQ1 (QB, KC, id-Player KQ1) in at least 50%",
    ],
  },
  {
    what: "shares of all lineups and of none",
    text: "exposure:\n  - { of: { team: BUF }, times: 2, least: 100% }\n  - { of: { team: BUF }, times: 2, most: 0% }\n",
    places: ["exposure[0] (line 2)", "exposure[1] (line 3)"],
    kept: 4,
  },
  {
    what: "a share of what every lineup keeps",
    text: rule("{ every: team, count: { of: { position: QB }, most: 3 }, share: 10%..60% }"),
    places: ["rules[0] (line 2)"],
    kept: 2,
  },
  {
    what: "a share of a rule about groups that do not exist",
    text: "lineups: 3\nexposure:\n  - { each: player, most: 1 }\nrules:\n  - { every: { column: Ownership, of: { position: DST } }, count: { least: 3 }, share: 2 }\n",
    places: ["rules[0] (line 5) in 2 of 3 lineups"],
  },
  {
    what: "a column's most and a rule",
    text: rule("count: { of: Player BQ1, least: 1 }"),
    columns: { "Player BQ1": { maximum: 50 } },
    places: [
      "projections.csv (line 2): Player BQ1 (QB, BUF, id-Player BQ1) in at most 50%",
      "rules[0] (line 2)",
    ],
    kept: 2,
  },
];

describe("an infeasible portfolio", () => {
  it.each(CASES)(
    "names the conflict by place and line: $what",
    async ({ text, places, columns = {}, avoided, kept }) => {
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
    const written = CASES.map(({ text }) => text).join("\n");
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
