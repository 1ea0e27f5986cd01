import type { ContestTable } from "../../contests/constraints/readers/contest-table.ts";
import type { Optimizer } from "../../optimizer/optimizer.ts";
import { InfeasibleError } from "../../shared/errors.ts";
import type { Portfolio } from "../../shared/schema/portfolio.ts";
import type { PortfolioResult } from "../../shared/schema/portfolio-result.ts";
import fc from "../fast-check.ts";
import { hold, type Property, property } from "../property.ts";
import { type SmallRequest, smallRequest } from "../requests/small-request.ts";

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

/** Tolerance for comparing sums and bounds, which are rounded to 4 decimals. */
const ROUNDED = 1e-3;

/**
 * The property that a portfolio is no worse if each maximum exposure allows one more lineup. The looser
 * portfolio's bound is at least the tighter one's sum, because the tighter portfolio is still allowed. If the
 * looser portfolio is proved best, this also holds for its sum.
 */
export function looserShareProperty(optimizer: Optimizer, contest: ContestTable, runs: number): Property {
  return property<[SmallRequest, Portfolio]>({
    name: "loosening a share makes nothing worse",
    runs,
    drawn: [smallRequest(contest, { teams: [6] }).map(roomy), portfolioOf(contest)],
    async check(tally, _runs, request, portfolio) {
      const tight = await portfolioResult(optimizer, request, portfolio);
      if (tight === null) return tally.add("infeasible");
      const loose = await portfolioResult(optimizer, request, loosened(portfolio));
      hold(loose !== null, () => "The looser portfolio has no lineups.");
      hold(
        loose.bound === null || loose.bound >= tight.sum - ROUNDED,
        () => `The looser portfolio has the bound ${loose.bound}, but the tighter one sums to ${tight.sum}.`,
      );
      if (loose.bound !== null && loose.bound - loose.sum < ROUNDED) {
        hold(loose.sum >= tight.sum - ROUNDED, () => `The sum falls from ${tight.sum} to ${loose.sum}.`);
        tally.add("proved best");
      }
      tally.add("decidable");
    },
  });
}

/** The request with a cap that seldom binds, and without fields that leave few lineups. */
function roomy({ body, ...request }: SmallRequest): SmallRequest {
  const { include: _locks, exclude: _out, positions: _minimums, stack: _pairs, ...kept } = body;
  return { ...request, body: { ...kept, cap: Math.floor((body.cap ?? 0) * 1.2) }, excludedSlots: [] };
}

/** Raises every maximum exposure by one lineup. */
function loosened(portfolio: Portfolio): Portfolio {
  const exposure = (portfolio.exposure ?? []).map((one) =>
    typeof one.most === "number" ? { ...one, most: one.most + 1 } : one,
  );
  return { ...portfolio, exposure };
}

async function portfolioResult(
  optimizer: Optimizer,
  { sport, body, projections, excludedSlots }: SmallRequest,
  portfolio: Portfolio,
): Promise<PortfolioResult | null> {
  try {
    const document = await optimizer.portfolio({
      ...{ sport, body, excludedSlots, portfolio },
      projections: { data: [...projections] },
    });
    return document.meta?.portfolio ?? null;
  } catch (error) {
    if (error instanceof InfeasibleError) return null;
    throw error;
  }
}
