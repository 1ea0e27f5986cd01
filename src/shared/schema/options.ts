import type { ReadOnly } from "./fields.ts";
import { guid } from "./fields.ts";
import { LONGEST_NAME } from "./request.ts";
import * as z from "./zod.ts";

/**
 * Where a pool comes from: `request`, or `book-file`, a book's own file. In a pool from a book's file,
 * lineups must also keep limits that only the book applies (`bookOnly` in the contest's table).
 */
export const originSchema = z._default(z.enum(["request", "book-file"]), "request");

/** Where a pool comes from, as in `originSchema`. */
export type Origin = z.output<typeof originSchema>;

const excludedSlot = z.strictObject({
  uuid: guid,
  slot: z.text(LONGEST_NAME),
});

export const excludedSlotsSchema = z._default(z.array(excludedSlot), []);

/** A pool player, by GUID, and the name of a slot that the player must not be in, such as `CPT`. */
export type ExcludedSlot = ReadOnly<z.input<typeof excludedSlot>>;

/** The settings of `optimize`, except the signal. */
export const optimizeSettingsSchema = z.object({
  include: z.optional(z.array(z.enum(["selections", "defenseSpecialTeams", "scoring"]))),
  timeLimit: z.optional(z.number().check(z.positive())),
  updatedAt: z.optional(z.date()),
});

/** The settings of `swap`, except the signal. */
export const swapSettingsSchema = z.extend(optimizeSettingsSchema, {
  onInterrupt: z.optional(z.enum(["refuse", "keep"])),
});

/** The settings of `portfolio`, except the signal and the callbacks. */
export const portfolioSettingsSchema = z.extend(optimizeSettingsSchema, {
  gap: z.optional(z.between(0, 1)),
  onShortfall: z.optional(z.enum(["refuse", "keep"])),
  onInterrupt: z.optional(z.enum(["refuse", "whole", "keep"])),
  costs: z.optional(z.boolean()),
});
