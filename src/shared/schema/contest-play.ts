import { CHOICE_GOALS, PAYOUT_SHAPES, type PayoutShape, type ReadOnly } from "./fields.ts";
import { MOST_MONEY } from "./request.ts";
import * as z from "./zod.ts";

export { CHOICE_GOALS, PAYOUT_SHAPES, type PayoutShape } from "./fields.ts";

export function isPayoutShape(text: string): text is PayoutShape {
  return (PAYOUT_SHAPES as readonly string[]).includes(text);
}

const MOST_LINEUPS = 1_000_000;
const MOST_DRAWS = 10_000_000;
const MOST_TIERS = 10_000;
const MOST_OTHERS = 100;

const amount = z.between(0, MOST_MONEY);
const fee = amount.check(z.positive());
const place = z.whole(1, MOST_LINEUPS);
const places = z.union([
  place,
  z
    .string()
    .check(z.regex(/^\s*\d{1,7}\s*\.\.\s*\d{1,7}\s*$/, "must be a place such as 1, or places such as 2..5")),
]);

/** The name of a typical structure, or the prizes of places, from place 1 on. */
export const payoutsSchema = z.union([
  z.strictObject({ fee, shape: z.enum(PAYOUT_SHAPES) }),
  z.strictObject({
    fee,
    payouts: z.array(z.strictObject({ places, amount }), 1, MOST_TIERS),
  }),
]);
/** A contest's payouts. `fee` is the price of an entry; `places` is a place or a range such as `2..5`. */
export type Payouts = z.output<typeof payoutsSchema>;

const uuid = z.text();
const lineup = z.array(z.strictObject({ uuid, slot: z.text() }), 1, 100);
const percent = z.between(0, 100);

const fieldSize = z._default(z.whole(1, MOST_LINEUPS), 10_000);
const ownership = z.array(z.strictObject({ uuid, percent, captain: z.optional(percent) }));
/** `captain`: the part of `percent` as captain, if known. */
export type PlayerOwnership = ReadOnly<z.output<typeof ownership>[number]>;

/** Opponents to draw: their number, and for each player the percentage of opponents who have the player. */
export const ownedFieldSchema = z.strictObject({
  size: fieldSize,
  ownership,
  leastSalary: z.optional(amount),
});

/**
 * A contest's opponents: their lineups, or settings for drawing them. `size` is their number. `ownership` is
 * the percentage of opponents who have each player; by default, how often players are in the best lineups of
 * draws. `leastSalary` is the least salary of a lineup, 85% of the cap by default. `others` is how many more
 * sets of opponents to draw, with other ownership, to estimate the error of the profit: 0, or at least 2.
 */
export const fieldSchema = z.union([
  z.strictObject({
    size: fieldSize,
    ownership: z.optional(ownership),
    leastSalary: z.optional(amount),
    others: z._default(z.whole(0, MOST_OTHERS), 5),
  }),
  z.strictObject({ lineups: z.array(lineup, 1, MOST_LINEUPS) }),
]);
export type FieldInput = ReadOnly<z.input<typeof fieldSchema>>;

/** The lineups that enter a contest, each as its players' GUIDs and slot names. */
export const enteredSchema = z.array(lineup, 0, 10_000);

/**
 * From given lineups, or a number of draws: then the candidates are the best lineup of each, and those of the
 * portfolio with the most points.
 */
export const choiceSchema = z.strictObject({
  count: z.whole(1, 10_000),
  goal: z._default(z.enum(CHOICE_GOALS), "payout"),
  candidates: z._default(z.union([z.whole(1, 1_000_000), z.array(lineup, 1, 100_000)]), 3_000),
});
export type ChoiceInput = ReadOnly<z.input<typeof choiceSchema>>;

export const contestSettingsSchema = z.object({
  draws: z.optional(z.whole(1, MOST_DRAWS)),
  seed: z._default(z.int32(), 1),
  timeLimit: z.optional(z.number().check(z.positive())),
});
