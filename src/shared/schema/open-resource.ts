import * as z from "./zod.ts";

/** Any entity of the prediction service, kept unchanged; the service defines its content. */
export const openResourceSchema = z.looseObject({
  id: z.optional(z.string()),
  type: z.optional(z.string()),
  attributes: z.optional(z.looseObject({})),
  relationships: z.optional(z.record(z.string(), z.unknown())),
});
