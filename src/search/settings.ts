import * as z from "zod";
import { SOLVER_NAMES } from "../solver/registry.ts";

/** What a search is told by who makes it. */
export const searchSettingsSchema = z.object({
  threads: z.int().min(0).max(256).optional(),
  solver: z.enum(["auto", ...SOLVER_NAMES]).optional(),
  timeLimit: z.number().positive().optional(),
  explanationLimit: z.number().positive().optional(),
  onlyAvailable: z.boolean().optional(),
  secondOpinion: z.enum(SOLVER_NAMES).optional(),
});
