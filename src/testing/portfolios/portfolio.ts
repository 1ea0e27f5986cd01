import type { ContestTable } from "../../contests/catalog/contest-table.ts";
import type { Portfolio } from "../../shared/schema/portfolio.ts";
import fc from "../fast-check.ts";

/**
 * Random portfolio descriptions that fit any pool of the contest: the number of lineups, how much they
 * differ, exposures of all players and of positions, and counts of positions in each lineup or in a share of
 * them.
 */
export function portfolioOf(contest: ContestTable): fc.Arbitrary<Portfolio> {
  const position = fc.constantFrom(...contest.positions.map(({ name }) => name));
  return fc.integer({ min: 3, max: 6 }).chain((lineups) =>
    fc.record(
      {
        lineups: fc.constant(lineups),
        unique: fc.integer({ min: 1, max: 2 }),
        exposure: fc
          .tuple(
            fc.record({
              each: fc.constant("player" as const),
              most: fc.constantFrom(Math.ceil(lineups / 2), lineups - 1, lineups),
            }),
            fc.option(
              fc.record({ of: fc.record({ position }), most: fc.constantFrom(lineups - 1, lineups) }),
              {
                nil: undefined,
              },
            ),
          )
          .map((all) => all.filter((one) => one !== undefined)),
        rules: fc.array(
          fc.record(
            {
              count: fc.record({ of: fc.record({ position }), most: fc.integer({ min: 2, max: 6 }) }),
              share: fc.constantFrom("50%..", "..50%"),
            },
            { requiredKeys: ["count"] },
          ),
          { maxLength: 1 },
        ),
      },
      { requiredKeys: ["lineups", "exposure"] },
    ),
  );
}
