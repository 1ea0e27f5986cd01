import * as z from "./zod.ts";

/** Any entity of the prediction service: what it holds is the interface's to say, and kept as it comes. */
export const openResourceSchema = z.looseObject({
  id: z.optional(z.string()),
  type: z.optional(z.string()),
  attributes: z.optional(z.looseObject({})),
  relationships: z.optional(z.record(z.string(), z.unknown())),
});
