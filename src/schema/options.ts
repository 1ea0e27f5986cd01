import { z } from "zod";
import { SOLVER_NAMES } from "./solver-names.ts";

const milliseconds = z.number().positive();

/** What `createOptimizer` is told, its tables aside. */
export const optimizerSettingsSchema = z.object({
  threads: z.int().min(0).max(256).optional(),
  solver: z.enum(["auto", ...SOLVER_NAMES]).optional(),
  timeLimit: milliseconds.optional(),
});

/** What one `optimize` is told beside its request, the signal aside. */
export const optimizeSettingsSchema = z.object({
  include: z.array(z.enum(["selections", "defenseSpecialTeams", "scoring"])).optional(),
  timeLimit: milliseconds.optional(),
});
