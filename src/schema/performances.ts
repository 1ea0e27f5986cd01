import * as z from "zod";
import { books, type PointsAttribute } from "../books/index.ts";
import type { ReadOnly } from "./read-only.ts";
import { linksSchema, resourceSchema, toOneSchema } from "./resource.ts";

const bookPoints = Object.fromEntries(
  books.map(({ pointsAttribute }) => [pointsAttribute, z.number().nullish()]),
) as Record<PointsAttribute, z.ZodOptional<z.ZodNullable<z.ZodNumber>>>;

/**
 * One projection: the points predicted for a player, or for a team's defense, in one event. A defense has no
 * `player`. Each book has an attribute of its own for its points; null is "no projection".
 */
export const fantasyPerformanceSchema = z.looseObject({
  id: z.string(),
  type: z.literal("FantasyPerformance"),
  attributes: z.looseObject({
    uuid: z.string(),
    position: z.string().nullish(),
    ...bookPoints,
    updatedAt: z.string().nullish(),
  }),
  relationships: z.looseObject({
    player: toOneSchema.nullish(),
    event: toOneSchema.nullish(),
    team: toOneSchema.nullish(),
  }),
});

/** The document of `GET /{sport}/v2/fantasy_performances`; `included` players and teams lend their names. */
export const fantasyPerformanceDocumentSchema = z.looseObject({
  links: linksSchema.optional(),
  meta: z.looseObject({}).optional(),
  data: z.array(fantasyPerformanceSchema),
  included: z.array(resourceSchema).optional(),
});

/** One projection. */
export type FantasyPerformance = ReadOnly<z.infer<typeof fantasyPerformanceSchema>>;

/** A document of projections. */
export type FantasyPerformanceDocument = ReadOnly<z.infer<typeof fantasyPerformanceDocumentSchema>>;

/** One pre-game stat line: every attribute but `uuid` is a number, null when not predicted, or descriptive. */
export const performanceSchema = z.looseObject({
  id: z.string(),
  type: z.literal("Performance"),
  attributes: z.looseObject({ uuid: z.string() }),
  relationships: z
    .looseObject({ player: toOneSchema.nullish(), event: toOneSchema.nullish(), team: toOneSchema.nullish() })
    .optional(),
});

/** The document of `GET /{sport}/v2/performances`. */
export const performanceDocumentSchema = z.looseObject({
  links: linksSchema.optional(),
  meta: z.looseObject({}).optional(),
  data: z.array(performanceSchema),
  included: z.array(resourceSchema).optional(),
});

/** One stat line. */
export type Performance = ReadOnly<z.infer<typeof performanceSchema>>;

/** A document of stat lines. */
export type PerformanceDocument = ReadOnly<z.infer<typeof performanceDocumentSchema>>;
