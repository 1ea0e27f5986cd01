import { toOneSchema } from "./resource.ts";
import * as z from "./zod.ts";

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
