import * as z from "zod";
import { guid } from "./guid.ts";
import type { ReadOnly } from "./read-only.ts";
import { LONGEST_NAME } from "./request.ts";

/**
 * Where a pool comes from: a request of the interface, whose rules are all, or a book's own file, for which the limits
 * that only the book's published rules know hold too.
 */
export const originSchema = z.enum(["request", "book-file"]).default("request");

/** Where a request comes from, as `originSchema` says. */
export type Origin = z.output<typeof originSchema>;

const excludedSlot = z.strictObject({ uuid: guid, slot: z.string().min(1).max(LONGEST_NAME) });

/** Who must not sit in which slots. */
export const excludedSlotsSchema = z.array(excludedSlot).default([]);

/** A pool entry, by GUID, and the name of a slot that it must not sit in, such as `CPT`. */
export type ExcludedSlot = ReadOnly<z.input<typeof excludedSlot>>;

/** What one `optimize` is told beside its request, the signal aside. */
export const optimizeSettingsSchema = z.object({
  include: z.array(z.enum(["selections", "defenseSpecialTeams", "scoring"])).optional(),
  timeLimit: z.number().positive().optional(),
  updatedAt: z.date().optional(),
});

/** What one `portfolio` is told beside its request, the signal and the callback aside. */
export const portfolioSettingsSchema = optimizeSettingsSchema.extend({
  gap: z.number().min(0).max(1).optional(),
  onShortfall: z.enum(["refuse", "keep"]).optional(),
  onInterrupt: z.enum(["refuse", "keep"]).optional(),
  costs: z.boolean().optional(),
});
