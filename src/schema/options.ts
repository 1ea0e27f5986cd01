import * as z from "zod";

/**
 * Where a pool comes from: a request of the interface, whose rules are all, or a book's own file, for which the limits
 * that only the book's published rules know hold too.
 */
export const originSchema = z.enum(["request", "book-file"]).default("request");

/** Where a request comes from, as `originSchema` says. */
export type Origin = z.output<typeof originSchema>;

/** What one `optimize` is told beside its request, the signal aside. */
export const optimizeSettingsSchema = z.object({
  include: z.array(z.enum(["selections", "defenseSpecialTeams", "scoring"])).optional(),
  timeLimit: z.number().positive().optional(),
});
