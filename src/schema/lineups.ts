import * as z from "zod";
import { BOOK_NAMES } from "../books/index.ts";
import { guid } from "./guid.ts";
import { portfolioResultSchema } from "./portfolio-result.ts";
import { linksSchema, resourceIdentifierSchema, resourceSchema } from "./resource.ts";

const toMany = z.looseObject({ data: z.array(resourceIdentifierSchema) });

/** One lineup. Salaries are whole, points rounded to 4 decimals; `byPositions` is keyed by slot name. */
export const fantasyLineupSchema = z.looseObject({
  id: z.string(),
  type: z.literal("FantasyLineup"),
  attributes: z.looseObject({
    uuid: guid,
    book: z.enum(BOOK_NAMES),
    contest: z.string(),
    salaryCap: z.int(),
    salaryTotal: z.int(),
    salaryRemaining: z.int(),
    points: z.number(),
    byPositions: z
      .record(z.string(), z.array(z.looseObject({ uuid: guid, points: z.number() })))
      .describe("Slot name to who sits there; the points count the slot's multiplier."),
    updatedAt: z.string().describe("When the lineup was generated, UTC."),
  }),
  relationships: z.looseObject({
    mustInclude: toMany,
    mustExclude: toMany,
    selections: toMany.describe("The players."),
    defenseSpecialTeams: z
      .looseObject({ data: z.union([z.null(), resourceIdentifierSchema, z.array(resourceIdentifierSchema)]) })
      .describe("The team whose defense was chosen; null for none, a list when a lineup has two."),
  }),
});

/** The answer to a lineup request, best lineup first. */
export const fantasyLineupDocumentSchema = z.looseObject({
  links: linksSchema.optional(),
  meta: z
    .looseObject({
      totalItems: z.int(),
      solver: z.string().optional().describe("Which solver found the lineups."),
      secondOpinion: z
        .looseObject({
          solver: z.string(),
          compared: z.int().describe("How many of the best totals it found equal."),
          reason: z.string().optional().describe("Why it did not compare all of them."),
        })
        .optional()
        .describe("What another solver, which was asked for the same, said."),
      withoutProjection: z
        .array(z.string())
        .optional()
        .describe("Pool entries left out for want of a projection."),
      withoutSlot: z
        .array(z.string())
        .optional()
        .describe("Pool entries left out because no slot of the contest takes their positions."),
      unavailable: z
        .array(z.string())
        .optional()
        .describe("Pool entries left out because they are injured, suspended or not active."),
      portfolio: portfolioResultSchema.optional().describe("Of a portfolio: how it came about."),
    })
    .optional(),
  data: z.array(fantasyLineupSchema),
  included: z.array(resourceSchema).optional(),
});

/** One lineup. */
export type FantasyLineup = z.infer<typeof fantasyLineupSchema>;

/** The answer to a lineup request. */
export type FantasyLineupDocument = z.infer<typeof fantasyLineupDocumentSchema>;
