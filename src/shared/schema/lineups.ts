import { guid } from "./fields.ts";
import { portfolioResultSchema } from "./portfolio-result.ts";
import { linksSchema, resourceIdentifierSchema, resourceSchema } from "./resource.ts";
import * as z from "./zod.ts";

const toMany = z.looseObject({ data: z.array(resourceIdentifierSchema) });

/** One lineup. Salaries are whole, points have 4 decimals; the keys of `byPositions` are slot names. */
export const fantasyLineupSchema = z.looseObject({
  id: z.string(),
  type: z.literal("FantasyLineup"),
  attributes: z.looseObject({
    uuid: guid,
    book: z.string(),
    contest: z.string(),
    salaryCap: z.nullable(z.int()).check(z.describe("Null in a contest without a cap.")),
    salaryTotal: z.int(),
    salaryRemaining: z.nullable(z.int()).check(z.describe("Null in a contest without a cap.")),
    points: z.number(),
    pointsDrawn: z
      .optional(z.number())
      .check(
        z.describe(
          "The randomly drawn total the lineup was chosen for; only in portfolios whose points are drawn for each lineup.",
        ),
      ),
    optimalShare: z
      .optional(z.number().check(z.minimum(0), z.maximum(1)))
      .check(
        z.describe(
          "The fraction of draws in which the lineup is the best; only in portfolios built from draws.",
        ),
      ),
    byPositions: z
      .record(z.string(), z.array(z.looseObject({ uuid: guid, points: z.number() })))
      .check(z.describe("The players by slot name; points include the slot's multiplier.")),
    updatedAt: z.string().check(z.describe("When the lineup was generated, UTC.")),
  }),
  relationships: z.looseObject({
    mustInclude: toMany,
    mustExclude: toMany,
    selections: toMany.check(z.describe("The players.")),
    defenseSpecialTeams: z
      .looseObject({ data: z.union([z.null(), resourceIdentifierSchema, z.array(resourceIdentifierSchema)]) })
      .check(z.describe("The team whose defense was chosen; null for none, a list if a lineup has two.")),
  }),
});

/** The answer to a lineup request, best lineup first. */
export const fantasyLineupDocumentSchema = z.looseObject({
  links: z.optional(linksSchema),
  meta: z.optional(
    z.looseObject({
      totalItems: z.int(),
      solver: z.optional(z.string()).check(z.describe("The solver that found the lineups.")),
      secondOpinion: z
        .optional(
          z.looseObject({
            solver: z.string(),
            compared: z.int().check(z.describe("How many of the best totals were equal.")),
            reason: z.optional(z.string()).check(z.describe("Why it did not compare all totals.")),
          }),
        )
        .check(z.describe("The result of a second solver for the same request.")),
      withoutProjection: z
        .optional(z.array(z.string()))
        .check(z.describe("Pool players left out because they have no projection.")),
      withoutSlot: z
        .optional(z.array(z.string()))
        .check(z.describe("Pool players left out because no slot of the contest accepts their positions.")),
      unavailable: z
        .optional(z.array(z.string()))
        .check(z.describe("Pool players left out because they are injured, suspended or not active.")),
      portfolio: z
        .optional(portfolioResultSchema)
        .check(z.describe("Portfolios only: how the portfolio was built.")),
    }),
  ),
  data: z.array(fantasyLineupSchema),
  included: z.optional(z.array(resourceSchema)),
});

/** One lineup. */
export type FantasyLineup = z.infer<typeof fantasyLineupSchema>;

/** The answer to a lineup request. */
export type FantasyLineupDocument = z.infer<typeof fantasyLineupDocumentSchema>;
