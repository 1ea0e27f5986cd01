import { guid } from "./guid.ts";
import type { ReadOnly } from "./read-only.ts";
import { LONGEST_NAME } from "./request.ts";
import * as z from "./zod.ts";

/**
 * Where a pool comes from: a request of the interface, whose rules are all, or a book's own file, for which the limits
 * that only the book's published rules know hold too.
 */
export const originSchema = z._default(z.enum(["request", "book-file"]), "request");

/** Where a request comes from, as `originSchema` says. */
export type Origin = z.output<typeof originSchema>;

const excludedSlot = z.strictObject({
  uuid: guid,
  slot: z.string().check(z.minLength(1), z.maxLength(LONGEST_NAME)),
});

/** Who must not sit in which slots. */
export const excludedSlotsSchema = z._default(z.array(excludedSlot), []);

/** A pool entry, by GUID, and the name of a slot that it must not sit in, such as `CPT`. */
export type ExcludedSlot = ReadOnly<z.input<typeof excludedSlot>>;

/** What one `optimize` is told beside its request, the signal aside. */
export const optimizeSettingsSchema = z.object({
  include: z.optional(z.array(z.enum(["selections", "defenseSpecialTeams", "scoring"]))),
  timeLimit: z.optional(z.number().check(z.positive())),
  updatedAt: z.optional(z.date()),
});

/** What one `swap` takes with its request, the signal aside. */
export const swapSettingsSchema = z.extend(optimizeSettingsSchema, {
  onInterrupt: z.optional(z.enum(["refuse", "keep"])),
});

/** What one `portfolio` is told beside its request, the signal and the callback aside. */
export const portfolioSettingsSchema = z.extend(optimizeSettingsSchema, {
  gap: z.optional(z.number().check(z.minimum(0), z.maximum(1))),
  onShortfall: z.optional(z.enum(["refuse", "keep"])),
  onInterrupt: z.optional(z.enum(["refuse", "whole", "keep"])),
  costs: z.optional(z.boolean()),
});
