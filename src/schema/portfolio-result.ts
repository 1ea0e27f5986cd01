import * as z from "./zod.ts";

const lineups = z.int().check(z.minimum(0));

/** What became of one share, or of one member of an `each`. */
const portfolioShareSchema = z.looseObject({
  pointer: z.string().check(z.describe("JSON pointer into the request, such as `/portfolio/exposure/3`.")),
  what: z.string().check(z.describe("What it is of, such as a player or a rule's name.")),
  asked: z.string().check(z.describe("What was asked for, such as `at least 20%`.")),
  uuid: z.optional(z.string()).check(z.describe("Of the one player that it is of.")),
  lineups: lineups.check(z.describe("In how many lineups it holds.")),
  least: lineups,
  most: lineups,
  boundBy: z
    .nullable(z.enum(["least", "most"]))
    .check(z.describe("The limit that is reached; null where none is.")),
  price: z
    .nullable(z.number())
    .check(
      z.describe(
        "Points that the sum's bound would gain by one more lineup allowed, or one less asked for; null where unknown.",
      ),
    ),
});

/** What one rule of a description costs. */
const ruleCostSchema = z.looseObject({
  pointer: z.string().check(z.describe("JSON pointer into the request, such as `/portfolio/rules/0`.")),
  what: z.string().check(z.describe("Its place in the description, and its name.")),
  meanWithout: z
    .nullable(z.number())
    .check(
      z.describe("Mean points of a lineup of the portfolio without it; null where none was found in time."),
    ),
  atLeast: z
    .optional(z.boolean())
    .check(
      z.describe(
        "True where time ran out: the mean is that of the best portfolio found, and a longer search may find a greater one.",
      ),
    ),
});

/** How a portfolio came about, in the `meta` of its document. Points are rounded to 4 decimals. */
export const portfolioResultSchema = z.looseObject({
  method: z
    .enum(["joint", "sequential", "simulation"])
    .check(z.describe("simulation: lineups taken by how often they are the best of a draw.")),
  foundBy: z
    .optional(z.enum(["joint", "sequential"]))
    .check(
      z.describe(
        "Of `method` joint: sequential where no better portfolio was found than the sequential one that the search begins with.",
      ),
    ),
  simulation: z
    .optional(
      z.looseObject({
        draws: z.int(),
        seed: z.int(),
        candidates: lineups.check(z.describe("How many different lineups were the best of a draw.")),
      }),
    )
    .check(z.describe("Of `method` simulation: the draws.")),
  lineups: lineups.check(z.describe("How many lineups were asked for.")),
  unique: z
    .int()
    .check(
      z.minimum(0),
      z.describe("By how many players any two lineups differ at least; 0 where nothing was asked for."),
    ),
  sum: z.number().check(z.describe("Of the lineups' points.")),
  bound: z
    .nullable(z.number())
    .check(
      z.describe("No portfolio that keeps all of this has a greater sum; null where nothing is proved."),
    ),
  gap: z.nullable(z.number()).check(z.describe("`(bound - sum) / bound`; null where nothing is proved.")),
  shares: z
    .array(portfolioShareSchema)
    .check(
      z.describe(
        "Every exposure and rule with a share; of an `each`, the members that are in a lineup or have a least.",
      ),
    ),
  costs: z
    .optional(z.array(ruleCostSchema))
    .check(
      z.describe(
        "Per rule of the description what the portfolio would be without it, where that was asked for.",
      ),
    ),
  warnings: z.array(z.string()).check(z.describe("What was found odd in the description.")),
  shortfall: z
    .optional(
      z.looseObject({
        reason: z
          .string()
          .check(
            z.describe("Why there are fewer lineups than asked for, or why some least share is not met."),
          ),
        isProved: z
          .boolean()
          .check(z.describe("Whether it is proved that no portfolio keeps all that was asked for.")),
      }),
    )
    .check(z.describe("Where not all could be had, and what could be was asked for.")),
});

/** What became of one share of a portfolio. */
export type PortfolioShareResult = z.infer<typeof portfolioShareSchema>;
/** What one rule of a description costs. */
export type RuleCost = z.infer<typeof ruleCostSchema>;
/** How a portfolio came about. */
export type PortfolioResult = z.infer<typeof portfolioResultSchema>;
