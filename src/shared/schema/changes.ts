import * as z from "./zod.ts";

/** One change in the last 24 hours. `id` is the path of the changed entity, which contains its type. */
export const changeSchema = z.looseObject({
  id: z.string(),
  type: z.optional(z.string()),
  attributes: z.looseObject({ updatedAt: z.string() }),
});
