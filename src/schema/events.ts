import * as z from "zod";
import { toOneSchema } from "./resource.ts";

/** One event (game). What is used here is checked; further attributes are kept as they come. */
export const eventSchema = z.looseObject({
  id: z.string(),
  type: z.literal("Event"),
  attributes: z.looseObject({
    uuid: z.string(),
    startDate: z.string().nullish(),
    displayStatus: z.string().nullish(),
  }),
  relationships: z
    .looseObject({ homeTeam: toOneSchema.nullish(), awayTeam: toOneSchema.nullish() })
    .optional(),
});
