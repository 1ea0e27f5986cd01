import type { PortfolioOptions } from "../../../optimizer/optimizer.ts";
import { InvalidRequestError } from "../../../shared/errors.ts";
import { portfolioSettingsSchema } from "../../../shared/schema/options.ts";
import { parseInput } from "../../../shared/schema/parse.ts";
import { type Portfolio, portfolioSchema } from "../../../shared/schema/portfolio.ts";
import * as z from "../../../shared/schema/zod.ts";

const { gap, onShortfall } = portfolioSettingsSchema.shape;

/** Fields of a body that say how its portfolio is solved, as options of the command and the library do. */
export const solvingFields = {
  method: portfolioSchema.shape.method.check(
    z.describe("As the portfolio's own `method`; where both are given they must be the same."),
  ),
  gap: gap.check(
    z.describe("A joint portfolio is good enough within this part of the best sum; 0.0002 where absent."),
  ),
  onShortfall: onShortfall.check(
    z.describe(
      "What becomes of a portfolio that cannot be had in full, or not in time: refuse, the default, answers with an error; keep answers with the lineups that could be built, and `meta.portfolio.shortfall` says why there are not more.",
    ),
  ),
};

const solvingSchema = z.object(solvingFields);

/** A body's fields that say how its portfolio is solved, checked, and all others. */
export interface SolvingFields {
  readonly options: Pick<PortfolioOptions, "gap" | "onShortfall">;
  readonly portfolio: Portfolio;
  readonly rest: object;
}

/** @throws InvalidRequestError that points at the field */
export function readSolvingFields(
  { method, gap, onShortfall, ...rest }: Readonly<Record<string, unknown>>,
  portfolio: Portfolio,
): SolvingFields {
  const { method: asked, ...options } = parseInput(solvingSchema, { method, gap, onShortfall });
  if (asked === undefined || typeof portfolio !== "object" || portfolio === null || Array.isArray(portfolio))
    return { options, portfolio, rest };
  if (portfolio.method !== undefined && portfolio.method !== asked)
    throw new InvalidRequestError([
      {
        code: "invalid-field",
        detail: `/method: ${asked} is not the portfolio's own method, which is ${portfolio.method}. Give one of them.`,
        source: { pointer: "/method" },
      },
    ]);
  return { options, portfolio: { ...portfolio, method: asked }, rest };
}
