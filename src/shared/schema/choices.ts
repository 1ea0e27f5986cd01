/** The names of typical payout structures; `simulation/contest/prizes.ts` describes them. */
export const PAYOUT_SHAPES = ["50/50", "double-up", "top-heavy", "satellite", "winner-takes-all"] as const;
/** The name of a typical payout structure. */
export type PayoutShape = (typeof PAYOUT_SHAPES)[number];

/**
 * The goals by which entries are chosen together: the mean of all payments, the mean of the best entry's
 * payment, or the chance of a first place.
 */
export const CHOICE_GOALS = ["payout", "best", "first"] as const;
