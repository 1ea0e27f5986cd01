import * as z from "./zod.ts";
import { MOST_MONEY } from "./request.ts";

/** The most lineups that one contest may have. */
const MOST_LINEUPS = 1_000_000;
const MOST_DRAWS = 10_000_000;
const MOST_TIERS = 10_000;

const amount = z.number().min(0).max(MOST_MONEY);
const place = z.int().min(1).max(MOST_LINEUPS);
const places = z.union([
  place,
  z.string().regex(/^\s*\d{1,7}\s*\.\.\s*\d{1,7}\s*$/, "must be a place such as 1, or places such as 2..5"),
]);

/** The usual ways to pay, which `payout-shapes.ts` describes. */
export const PAYOUT_SHAPES = ["50/50", "double-up", "top-heavy", "satellite", "winner-takes-all"] as const;
/** A usual way to pay. */
export type PayoutShape = (typeof PAYOUT_SHAPES)[number];

const fee = amount.gt(0).describe("What an entry costs.");

/** What the places of a contest are paid. */
export const payoutsSchema = z.union([
  z.strictObject({
    fee,
    shape: z.enum(PAYOUT_SHAPES).describe("A usual way to pay, for any number of entries."),
  }),
  z.strictObject({
    fee,
    payouts: z
      .array(
        z.strictObject({
          places: places.describe("A place, or places such as `2..5`."),
          amount: amount.describe("What each of them is paid."),
        }),
      )
      .min(1)
      .max(MOST_TIERS)
      .describe("From the first place on, without gaps, never more than the place before."),
  }),
]);
/** What the places of a contest are paid. */
export type Payouts = z.infer<typeof payoutsSchema>;

const lineup = z
  .array(z.strictObject({ uuid: z.string().min(1), slot: z.string().min(1) }))
  .min(1)
  .max(100);

/** Whom a contest is played against. */
export const fieldSchema = z.union([
  z.strictObject({
    size: z.int().min(1).max(MOST_LINEUPS).default(10_000).describe("How many opponents."),
    ownership: z
      .array(z.strictObject({ uuid: z.string().min(1), percent: z.number().min(0).max(100) }))
      .optional()
      .describe(
        "In how many percent of their lineups somebody is; by default, of the best lineups of draws.",
      ),
    leastSalary: z
      .number()
      .min(0)
      .max(MOST_MONEY)
      .optional()
      .describe("What their lineups cost at least; 97% of the cap by default."),
  }),
  z.strictObject({ lineups: z.array(lineup).min(1).max(MOST_LINEUPS) }),
]);
/** Whom a contest is played against. */
export type FieldInput = z.input<typeof fieldSchema>;

/** Lineups that are entered. */
export const enteredSchema = z.array(lineup).max(10_000);

/** How a contest is played; signal and listener aside. */
export const contestSettingsSchema = z.object({
  draws: z.int().min(1).max(MOST_DRAWS).default(10_000),
  seed: z.int32().default(1),
  timeLimit: z.number().positive().optional(),
});
