import * as z from "zod";

/** Any entity of the prediction service: what it holds is the interface's to say, and kept as it comes. */
export const openResourceSchema = z.looseObject({
  id: z.string().optional(),
  type: z.string().optional(),
  attributes: z.looseObject({}).optional(),
  relationships: z.record(z.string(), z.unknown()).optional(),
});
