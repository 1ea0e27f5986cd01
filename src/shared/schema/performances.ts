import { POINT_ATTRIBUTES, type PointsAttribute } from "../books.ts";
import type { ReadOnly } from "./fields.ts";
import { linksSchema, resourceSchema, toOneSchema } from "./resource.ts";
import * as z from "./zod.ts";

const bookPoints = Object.fromEntries(
  POINT_ATTRIBUTES.map((name) => [name, z.nullish(z.number())]),
) as Record<PointsAttribute, z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniNumber>>>;

const relationships = z.looseObject({
  player: z.nullish(toOneSchema),
  event: z.nullish(toOneSchema),
  team: z.nullish(toOneSchema),
});

function documentOf<Item extends z.ZodMiniType>(item: Item) {
  return z.looseObject({
    links: z.optional(linksSchema),
    meta: z.optional(z.looseObject({})),
    data: z.array(item),
    included: z.optional(z.array(resourceSchema)),
  });
}

/**
 * A defense has no `player`. Each book has its own points attribute, null for "no projection", and one of the
 * points as captain, null for the slot's multiple.
 */
export const fantasyPerformanceSchema = z.looseObject({
  id: z.string(),
  type: z.literal("FantasyPerformance"),
  attributes: z.looseObject({
    uuid: z.string(),
    position: z.nullish(z.string()),
    ...bookPoints,
    updatedAt: z.nullish(z.string()),
  }),
  relationships,
});

/** `included` has the players and teams. */
export const fantasyPerformanceDocumentSchema = documentOf(fantasyPerformanceSchema);

export type FantasyPerformance = ReadOnly<z.output<typeof fantasyPerformanceSchema>>;

export type FantasyPerformanceDocument = ReadOnly<z.output<typeof fantasyPerformanceDocumentSchema>>;

/** Each attribute except `uuid` is a stat (null if it is not predicted) or descriptive text. */
export const performanceSchema = z.looseObject({
  id: z.string(),
  type: z.literal("Performance"),
  attributes: z.looseObject({ uuid: z.string() }),
  relationships: z.optional(relationships),
});

export const performanceDocumentSchema = documentOf(performanceSchema);

export type Performance = ReadOnly<z.output<typeof performanceSchema>>;

export type PerformanceDocument = ReadOnly<z.output<typeof performanceDocumentSchema>>;
