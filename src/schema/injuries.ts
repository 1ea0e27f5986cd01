import * as z from "zod";
import { toOneSchema } from "./resource.ts";

/** One current injury. The interface shows none of its attributes, so none is asked for. */
export const injurySchema = z.looseObject({
  id: z.string(),
  type: z.string(),
  attributes: z.looseObject({}).optional(),
  relationships: z.looseObject({ player: toOneSchema.nullish(), team: toOneSchema.nullish() }).optional(),
});
