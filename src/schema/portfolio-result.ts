import * as z from "zod";

const lineups = z.int().min(0);

/** What became of one share, or of one member of an `each`. */
const portfolioShareSchema = z.looseObject({
  pointer: z.string().describe("JSON pointer into the request, such as `/portfolio/exposure/3`."),
  what: z.string().describe("What it is of, such as a player or a rule's name."),
  asked: z.string().describe("What was asked for, such as `at least 20%`."),
  uuid: z.string().optional().describe("Of the one player that it is of."),
  lineups: lineups.describe("In how many lineups it holds."),
  least: lineups,
  most: lineups,
  boundBy: z.enum(["least", "most"]).nullable().describe("The limit that is reached; null where none is."),
  price: z
    .number()
    .nullable()
    .describe(
      "Points that the sum's bound would gain by one more lineup allowed, or one less asked for; null where unknown.",
    ),
});

/** What one rule of a description costs. */
const ruleCostSchema = z.looseObject({
  pointer: z.string().describe("JSON pointer into the request, such as `/portfolio/rules/0`."),
  what: z.string().describe("Its place in the description, and its name."),
  meanWithout: z
    .number()
    .nullable()
    .describe("Mean points of a lineup of the portfolio without it; null where none was found in time."),
});

/** How a portfolio came about, in the `meta` of its document. Points are rounded to 4 decimals. */
export const portfolioResultSchema = z.looseObject({
  method: z.enum(["joint", "sequential"]),
  lineups: lineups.describe("How many lineups were asked for."),
  unique: z
    .int()
    .min(0)
    .describe("By how many players any two lineups differ at least; 0 where nothing was asked for."),
  sum: z.number().describe("Of the lineups' points."),
  bound: z
    .number()
    .nullable()
    .describe("No portfolio that keeps all of this has a greater sum; null where nothing is proved."),
  gap: z.number().nullable().describe("`(bound - sum) / bound`; null where nothing is proved."),
  shares: z
    .array(portfolioShareSchema)
    .describe(
      "Every exposure and rule with a share; of an `each`, the members that are in a lineup or have a least.",
    ),
  costs: z
    .array(ruleCostSchema)
    .optional()
    .describe(
      "Per rule of the description what the portfolio would be without it, where that was asked for.",
    ),
  warnings: z.array(z.string()).describe("What was found odd in the description."),
  shortfall: z
    .looseObject({
      reason: z
        .string()
        .describe("Why there are fewer lineups than asked for, or why some least share is not met."),
      isProved: z.boolean().describe("Whether it is proved that no portfolio keeps all that was asked for."),
    })
    .optional()
    .describe("Where not all could be had, and what could be was asked for."),
});

/** What became of one share of a portfolio. */
export type PortfolioShareResult = z.infer<typeof portfolioShareSchema>;
/** What one rule of a description costs. */
export type RuleCost = z.infer<typeof ruleCostSchema>;
/** How a portfolio came about. */
export type PortfolioResult = z.infer<typeof portfolioResultSchema>;
