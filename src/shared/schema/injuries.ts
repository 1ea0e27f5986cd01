import { toOneSchema } from "./resource.ts";
import * as z from "./zod.ts";

/** One current injury. The service documents no attributes for it, so none is required. */
export const injurySchema = z.looseObject({
  id: z.string(),
  type: z.string(),
  attributes: z.optional(z.looseObject({})),
  relationships: z.optional(z.looseObject({ player: z.nullish(toOneSchema), team: z.nullish(toOneSchema) })),
});
