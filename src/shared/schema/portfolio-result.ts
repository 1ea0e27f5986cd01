import * as z from "./zod.ts";

const lineups = z.int().check(z.minimum(0));

/** The result of one share, or of one member of an `each`. */
const portfolioShareSchema = z.looseObject({
  pointer: z.string().check(z.describe("JSON pointer into the request, such as `/portfolio/exposure/3`.")),
  what: z.string().check(z.describe("What it is about, such as a player or a rule's name.")),
  asked: z.string().check(z.describe("The requested limit, such as `at least 20%`.")),
  uuid: z.optional(z.string()).check(z.describe("GUID of the player, if it is about a single one.")),
  lineups: lineups.check(z.describe("The number of lineups in which it holds.")),
  least: lineups,
  most: lineups,
  boundBy: z
    .nullable(z.enum(["least", "most"]))
    .check(z.describe("The limit that is reached; null if none is.")),
  price: z
    .nullable(z.number())
    .check(
      z.describe(
        "Points that the sum's bound would gain if one more lineup were allowed, or one less required; null if unknown.",
      ),
    ),
});

/** The cost of one rule of a description. */
const ruleCostSchema = z.looseObject({
  pointer: z.string().check(z.describe("JSON pointer into the request, such as `/portfolio/rules/0`.")),
  what: z.string().check(z.describe("Its place in the description, and its name.")),
  meanWithout: z
    .nullable(z.number())
    .check(
      z.describe("Mean points of a lineup of the portfolio without it; null if none was found in time."),
    ),
  error: z
    .optional(z.nullable(z.number()))
    .check(
      z.describe(
        "The cost, `meanWithout` less the mean of this portfolio, is within this of the true cost, as the bounds of both prove; null if unknown.",
      ),
    ),
  atLeast: z
    .optional(z.boolean())
    .check(
      z.describe(
        "True if the time limit was reached: the mean is that of the best portfolio found, and a longer search may find a better one.",
      ),
    ),
});

/** How a portfolio was built, in the `meta` of its document. Points are rounded to 4 decimals. */
export const portfolioResultSchema = z.looseObject({
  method: z
    .enum(["joint", "sequential", "simulation"])
    .check(z.describe("simulation: lineups chosen by how often they are the best of a draw.")),
  foundBy: z
    .optional(z.enum(["joint", "sequential"]))
    .check(
      z.describe(
        "With `method` joint: sequential if nothing better was found than the sequential portfolio that the search starts from.",
      ),
    ),
  endedBy: z
    .optional(z.enum(["proof", "gap", "gains", "time", "failure", "no-solver"]))
    .check(
      z.describe(
        "With `method` joint, what ended the search: proof that no portfolio has a greater sum; a small enough gap; diminishing gains, where much work hardly improved sum or bound (not if the request sets a gap); the time limit; a failure of the solver after this portfolio was found; no-solver, if HiGHS is not available on this platform: then these are the lineups of the sequential portfolio.",
      ),
    ),
  simulation: z
    .optional(
      z.looseObject({
        draws: z.int(),
        seed: z.int(),
        candidates: lineups.check(
          z.describe("The number of different lineups that were the best of a draw."),
        ),
      }),
    )
    .check(z.describe("With `method` simulation: the number of draws.")),
  lineups: lineups.check(z.describe("The number of lineups requested.")),
  unique: z
    .int()
    .check(
      z.minimum(0),
      z.describe("The least number of players by which any two lineups must differ; 0 if not requested."),
    ),
  sum: z.number().check(z.describe("The sum of the lineups' points.")),
  bound: z
    .nullable(z.number())
    .check(
      z.describe(
        "The upper bound: no portfolio that keeps all of this has a greater sum. Null if nothing is proved.",
      ),
    ),
  gap: z.nullable(z.number()).check(z.describe("`(bound - sum) / bound`; null if nothing is proved.")),
  shares: z
    .array(portfolioShareSchema)
    .check(
      z.describe(
        "Every exposure and every rule with a share; for an `each`, the members that are in a lineup or have a minimum.",
      ),
    ),
  costs: z
    .optional(z.array(ruleCostSchema))
    .check(z.describe("Per rule of the description, the portfolio without it; only if requested.")),
  warnings: z.array(z.string()).check(z.describe("Warnings about the description.")),
  shortfall: z
    .optional(
      z.looseObject({
        reason: z
          .string()
          .check(
            z.describe("Why there are fewer lineups than requested, or why a minimum share is not met."),
          ),
        isProved: z
          .boolean()
          .check(z.describe("Whether it is proved that no portfolio keeps the whole description.")),
      }),
    )
    .check(z.describe("Present if the portfolio is incomplete, which the request allowed.")),
});

/** The result of one share of a portfolio. */
export type PortfolioShareResult = z.infer<typeof portfolioShareSchema>;
/** The cost of one rule of a description. */
export type RuleCost = z.infer<typeof ruleCostSchema>;
/** How a portfolio was built. */
export type PortfolioResult = z.infer<typeof portfolioResultSchema>;
