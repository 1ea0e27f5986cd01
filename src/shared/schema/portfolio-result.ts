import * as z from "./zod.ts";

const lineups = z.int().check(z.minimum(0));

/** With `each`, of one of its players or groups. */
const portfolioShareSchema = z.looseObject({
  pointer: z.described(z.string(), "JSON pointer into the request, such as `/portfolio/exposure/3`."),
  what: z.described(z.string(), "A player or a rule, by name."),
  asked: z.described(z.string(), "The requested limit, such as `at least 20%`."),
  uuid: z.optional(z.string(), "GUID of the player, for a share about a single player."),
  lineups: z.described(lineups, "The number of lineups that count for the share."),
  least: lineups,
  most: lineups,
  boundBy: z.described(z.nullable(z.enum(["least", "most"])), "The limit that is reached; null if none is."),
  price: z.described(
    z.nullable(z.number()),
    "Points that the sum's bound would gain if one more lineup were allowed, or one less required; null if unknown.",
  ),
});

const ruleCostSchema = z.looseObject({
  pointer: z.described(z.string(), "JSON pointer into the request, such as `/portfolio/rules/0`."),
  what: z.described(z.string(), "The rule's place in the description, and its name."),
  meanWithout: z.described(
    z.nullable(z.number()),
    "Mean points of a lineup in the portfolio without the rule; null if none was found in time.",
  ),
  error: z.optional(
    z.nullable(z.number()),
    "The largest possible error of the cost (`meanWithout` minus the mean of this portfolio), proved by the bounds of both; null if unknown.",
  ),
  atLeast: z.optional(
    z.boolean(),
    "True if the time limit ended the search: a longer one may find a higher mean.",
  ),
});

/** In the `meta` of its document. Points are rounded to 4 decimals. */
export const portfolioResultSchema = z.looseObject({
  method: z.described(
    z.enum(["joint", "sequential", "simulation"]),
    "simulation: lineups chosen by how often they are the best of a draw.",
  ),
  foundBy: z.optional(
    z.enum(["joint", "sequential"]),
    "With `method` joint: sequential if nothing better was found than the sequential portfolio at the start.",
  ),
  endedBy: z.optional(
    z.enum(["proof", "gap", "gains", "time", "failure", "no-solver"]),
    "With `method` joint, what ended the search: proof that no portfolio has a greater sum; a small enough gap; diminishing gains, where much work hardly improved sum or bound (not if the request sets a gap); the time limit; a failure of the solver after this portfolio was found; no-solver: HiGHS is not available on this platform, so these are the lineups of the sequential portfolio.",
  ),
  simulation: z.optional(
    z.looseObject({
      draws: z.int(),
      seed: z.int(),
      candidates: z.described(lineups, "The number of different lineups that were the best of a draw."),
    }),
    "With `method` simulation: the number of draws.",
  ),
  lineups: z.described(lineups, "The number of lineups requested."),
  unique: z.described(
    z.int().check(z.minimum(0)),
    "The least number of players by which any two lineups must differ; 0 if not requested.",
  ),
  uniqueBy: z.optional(z.enum(["seats"]), "Where `unique` counts seats instead of players."),
  sum: z.described(z.number(), "The sum of the lineups' points."),
  bound: z.described(
    z.nullable(z.number()),
    "The upper bound: no portfolio that keeps all of this has a greater sum. Null if nothing is proved.",
  ),
  gap: z.described(z.nullable(z.number()), "`(bound - sum) / bound`; null if nothing is proved."),
  shares: z.described(
    z.array(portfolioShareSchema),
    "Every exposure and every rule with a share; for an `each`, the members that are in a lineup or have a minimum.",
  ),
  costs: z.optional(
    z.array(ruleCostSchema),
    "Per rule of the description, the portfolio without it; only if requested.",
  ),
  warnings: z.described(z.array(z.string()), "Warnings about the description."),
  shortfall: z.optional(
    z.looseObject({
      reason: z.described(
        z.string(),
        "Why there are fewer lineups than requested, or why a minimum share is not met.",
      ),
      isProved: z.described(
        z.boolean(),
        "Whether it is proved that no portfolio keeps the whole description.",
      ),
      contradicts: z.optional(
        z.array(z.string()),
        "JSON pointers of fields of the description that contradict each other, each of them needed, if proved.",
      ),
    }),
    "Present if the portfolio is incomplete, which the request allowed.",
  ),
});

export type PortfolioShareResult = z.output<typeof portfolioShareSchema>;
export type RuleCost = z.output<typeof ruleCostSchema>;
export type PortfolioResult = z.output<typeof portfolioResultSchema>;
