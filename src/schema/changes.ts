import * as z from "./zod.ts";

/** One change of the last 24 hours. `id` is the path that fetches the changed entity; its type is part of it. */
export const changeSchema = z.looseObject({
  id: z.string(),
  type: z.optional(z.string()),
  attributes: z.looseObject({ updatedAt: z.string() }),
});
