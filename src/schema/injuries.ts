import { toOneSchema } from "./resource.ts";
import * as z from "./zod.ts";

/** One current injury. The interface shows none of its attributes, so none is asked for. */
export const injurySchema = z.looseObject({
  id: z.string(),
  type: z.string(),
  attributes: z.optional(z.looseObject({})),
  relationships: z.optional(z.looseObject({ player: z.nullish(toOneSchema), team: z.nullish(toOneSchema) })),
});
