import { describe, expect, it } from "vitest";
import { SolverFailedError } from "../../src/errors.ts";
import type { Answered } from "../../src/portfolio/outcome.ts";
import { parsePortfolio } from "../../src/portfolio/parse-portfolio.ts";
import { takenPortfolio } from "../../src/portfolio/solve.ts";
import { ROWS, tinyFacts, tinyPortfolio, tinyResources } from "../support/tiny-portfolio.ts";

const rows = ROWS.filter(({ team }) => team < 2);
const simulation = { draws: 4, seed: 1, strategy: "most-often", covered: 1 } as unknown as Parameters<
  typeof takenPortfolio
>[3]["simulation"];

/** What becomes of lineups that somebody claims to have found: a captain and two more, and their points. */
function taken(
  lineups: readonly (readonly [points: number, ...names: string[]])[],
  { description = {}, ...claimed }: Partial<Answered> & { readonly description?: object } = {},
) {
  const inputs = { count: 2, resources: tinyResources(rows), facts: tinyFacts(rows) };
  const planned = tinyPortfolio(description, { contest: "showdown", rows, ...inputs });
  const { picks } = planned.plan.model;
  const answered: Answered = {
    lineups: lineups.map(([points, ...names]) => ({
      picks: names
        .map((name, role) => {
          const entry = planned.people.all.findIndex((person) => person.name === `Player ${name}`);
          return picks.entry.findIndex(
            (one, pick) => one === entry && picks.role[pick] === Math.min(role, 1),
          );
        })
        .sort((a, b) => a - b),
      points: points * 1e10,
    })),
    bound: null,
    prices: null,
    ...claimed,
  };
  const optimal = lineups.map((_, at) => (at + 1) / 4);
  return takenPortfolio(
    parsePortfolio(description),
    planned,
    { ...inputs, problem: planned.problem },
    {
      ...{ answered, optimal, simulation, startsOf: undefined },
    },
  );
}

const BEST = [67.25, "BQ1", "KQ1", "BW1"] as const;
const NEXT = [64.375, "KQ1", "BQ1", "BW2"] as const;

describe("lineups that a solver claims", () => {
  it("are priced anew, seat by seat, and keep their order", () => {
    const { lineups, solver, result } = taken([NEXT, BEST]);
    expect(lineups.map(({ points, optimal }) => [points / 1e10, optimal])).toEqual([
      [64.375, 0.25],
      [67.25, 0.5],
    ]);
    expect([solver, result.method, result.sum]).toEqual(["paths", "simulation", 131.625]);
  });

  it.each<[string, Parameters<typeof taken>, RegExp]>([
    [
      "for other points than theirs",
      [[BEST, [64.25, "KQ1", "BQ1", "BW2"]]],
      /^A solver claimed 642500000000 units of points for a lineup of 643750000000\.$/,
    ],
    [
      "that break the contest's rules",
      [[BEST, [69.5, "BQ1", "BW1", "BW2"]]],
      /^A solver returned an illegal lineup: /,
    ],
    [
      "that break the description",
      [[BEST, NEXT], { description: { salary: "..11500", exclude: ["Player BW2"] } }],
      /breaks its description \(\/portfolio\/salary\): Lineup 2 costs 12035, .*\.11500\. There is more of it: 1\.$/,
    ],
    [
      "that break it once",
      [[BEST, NEXT], { description: { exclude: ["Player BW2"] } }],
      /breaks its description \(\/portfolio\/exclude\/0\): Lineup 2 has someone excluded\.$/,
    ],
    ["twice", [[BEST, BEST]], /breaks its description .*: Lineup 2 is another one again\.$/],
    [
      "beyond what it claims to be the most",
      [[BEST, NEXT], { bound: 131e10 }],
      /^A solver claimed that no portfolio has more than 1310000000000; one has 1316250000000\.$/,
    ],
    ["too few of", [[BEST]], /^A solver returned 1 of 2 lineups as a whole portfolio\.$/],
  ])("are refused %s", (_, [lineups, claimed], words) => {
    const claim = () => taken(lineups, claimed);
    expect(claim).toThrow(SolverFailedError);
    expect(claim).toThrow(words);
  });

  it("may be fewer, and short of a bound, where it says so", () => {
    const shortfall = { reason: "time is up", isProved: false };
    const { result } = taken([BEST], {
      shortfall,
      bound: 60e10,
      description: { exposure: [{ of: "BUF", least: 1 }] },
    });
    expect(result).toMatchObject({ sum: 67.25, shortfall });
  });
});
