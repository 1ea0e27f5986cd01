import { toManySchema, toOneSchema } from "./resource.ts";
import * as z from "./zod.ts";

/** Any entity of the prediction service, kept unchanged; the service defines its content. */
export const openResourceSchema = z.looseObject({
  id: z.optional(z.string()),
  type: z.optional(z.string()),
  attributes: z.optional(z.looseObject({})),
  relationships: z.optional(z.record(z.string(), z.unknown())),
});

/** One team; `location` is its city. The fields used here are checked; others are kept unchanged. */
export const teamSchema = z.looseObject({
  id: z.string(),
  type: z.literal("Team"),
  attributes: z.looseObject({
    uuid: z.string(),
    location: z.nullish(z.string()),
    nickName: z.nullish(z.string()),
  }),
});

const text = z.nullish(z.string());
const whole = z.nullish(z.int());

/** One player. The fields used here are checked; others are kept unchanged. */
export const playerSchema = z.looseObject({
  id: z.string(),
  type: z.literal("Player"),
  attributes: z.looseObject({
    uuid: z.string(),
    firstName: text,
    lastName: text,
    fullName: text,
    dfsSalary: whole,
    dfsPosition: text,
    dfsPoints: z.nullish(z.number()),
    isInjured: z.nullish(z.boolean()),
    isActive: z.nullish(z.boolean()),
    isSuspended: z.nullish(z.boolean()),
  }),
  relationships: z.optional(
    z.looseObject({
      team: z.nullish(toOneSchema),
      positions: z.nullish(toManySchema),
    }),
  ),
});

/** One event (game). The fields used here are checked; others are kept unchanged. */
export const eventSchema = z.looseObject({
  id: z.string(),
  type: z.literal("Event"),
  attributes: z.looseObject({
    uuid: z.string(),
    startDate: z.nullish(z.string()),
    displayStatus: z.nullish(z.string()),
  }),
  relationships: z.optional(
    z.looseObject({ homeTeam: z.nullish(toOneSchema), awayTeam: z.nullish(toOneSchema) }),
  ),
});

/** One current injury. The service documents no attributes for it, so none is required. */
export const injurySchema = z.looseObject({
  id: z.string(),
  type: z.string(),
  attributes: z.optional(z.looseObject({})),
  relationships: z.optional(z.looseObject({ player: z.nullish(toOneSchema), team: z.nullish(toOneSchema) })),
});

/** One change in the last 24 hours. `id` is the path of the changed entity, which contains its type. */
export const changeSchema = z.looseObject({
  id: z.string(),
  type: z.optional(z.string()),
  attributes: z.looseObject({ updatedAt: z.string() }),
});
