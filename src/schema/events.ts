import { toOneSchema } from "./resource.ts";
import * as z from "./zod.ts";

/** One event (game). What is used here is checked; further attributes are kept as they come. */
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
