import * as z from "zod";
import { SOLVER_NAMES } from "./solver-names.ts";

const milliseconds = z.number().positive();

/** What `createOptimizer` is told, its tables aside. */
export const optimizerSettingsSchema = z.object({
  threads: z.int().min(0).max(256).optional(),
  solver: z.enum(["auto", ...SOLVER_NAMES]).optional(),
  timeLimit: milliseconds.optional(),
});

/**
 * Where a pool comes from: a request of the interface, whose rules are all, or a book's own file, for which the limits
 * that only the book's published rules know hold too.
 */
export const originSchema = z.enum(["request", "book-file"]).default("request");
export type Origin = z.output<typeof originSchema>;

/** What one `optimize` is told beside its request, the signal aside. */
export const optimizeSettingsSchema = z.object({
  include: z.array(z.enum(["selections", "defenseSpecialTeams", "scoring"])).optional(),
  timeLimit: milliseconds.optional(),
});
