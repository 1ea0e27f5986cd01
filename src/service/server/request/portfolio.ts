import type { PortfolioOptions, PortfolioRequest } from "../../../optimizer/optimizer.ts";
import { invalidRequest } from "../../../shared/errors.ts";
import { portfolioSettingsSchema } from "../../../shared/schema/options.ts";
import { parseInput } from "../../../shared/schema/parse.ts";
import { type Portfolio, portfolioSchema } from "../../../shared/schema/portfolio.ts";
import type { LineupRequestInput } from "../../../shared/schema/request.ts";
import * as z from "../../../shared/schema/zod.ts";
import { countOf, DEFAULT_COUNT, fieldOf } from "./body.ts";

/**
 * Splits a body into its portfolio description, the solving options and the rest. `count` is the query's, or
 * 3; undefined if the description or the body has one. @throws InvalidRequestError
 */
export function portfolioOf(
  body: unknown,
  queryCount: number | null,
): Pick<PortfolioRequest, "portfolio" | "body" | "count"> & {
  readonly options: Pick<PortfolioOptions, "gap" | "onShortfall">;
} {
  if (typeof body !== "object" || body === null || Array.isArray(body))
    return { portfolio: {}, body: body as LineupRequestInput, count: DEFAULT_COUNT, options: {} };
  const {
    portfolio: described = {},
    method,
    gap,
    onShortfall,
    ...rest
  } = body as Readonly<Record<string, unknown>> & { readonly portfolio?: Portfolio };
  const { method: asked, ...options } = parseInput(solvingSchema, { method, gap, onShortfall });
  const isMap = typeof described === "object" && described !== null && !Array.isArray(described);
  if (asked !== undefined && isMap && (described.method ?? asked) !== asked)
    throw invalidRequest(
      "invalid-field",
      "/method",
      `/method: ${asked} contradicts the portfolio's own method, ${described.method}. Remove one of the two.`,
    );
  const portfolio = asked !== undefined && isMap ? { ...described, method: asked } : described;
  const count = fieldOf(portfolio, "lineups") === undefined ? countOf(body, queryCount) : undefined;
  return { portfolio, body: rest as unknown as LineupRequestInput, count, options };
}

const { gap, onShortfall } = portfolioSettingsSchema.shape;

export const solvingFields = {
  method: z.described(
    portfolioSchema.shape.method,
    "Like the portfolio's own `method`; if both are given, they must be equal.",
  ),
  gap: z.described(
    gap,
    "A joint portfolio is accepted within this fraction of the upper bound of its sum; 0.0002 by default.",
  ),
  onShortfall: z.described(
    onShortfall,
    "What to do if not all lineups can be built, or not in time: `refuse`, the default, answers with an error; `keep` answers with the lineups that were built, and `meta.portfolio.shortfall` says why there are no more.",
  ),
};

const solvingSchema = z.object(solvingFields);
