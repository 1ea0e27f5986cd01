import * as z from "../../shared/schema/zod.ts";
import { SOLVER_NAMES } from "../solver/registry.ts";

/** The settings of a search. */
export const searchSettingsSchema = z.object({
  threads: z.optional(z.int().check(z.minimum(0), z.maximum(256))),
  solver: z.optional(z.enum(["auto", ...SOLVER_NAMES])),
  timeLimit: z.optional(z.number().check(z.positive())),
  explanationLimit: z.optional(z.number().check(z.positive())),
  onlyAvailable: z.optional(z.boolean()),
  secondOpinion: z.optional(z.enum(SOLVER_NAMES)),
});
