import { seatCount } from "../../../../shared/roster.ts";
import { picksThatPass } from "../../../model/chosen-lineups.ts";
import { type LineupTest, onlyCount } from "../../../model/lineup-test.ts";
import type { Model, Rule } from "../../../model/model.ts";
import type { ChargeSet, FixedCharge } from "../../paths/ordered/fixed-charges.ts";
import { type Price, type Prices, pricesLinearly } from "./prices.ts";
import type { Row } from "./rows.ts";

/**
 * A part of a model's lineups, as a model in which points already have prices subtracted. A lineup's points
 * in this `model`, minus its fixed charges, plus `most`, bound its value at the prices from above. A lineup
 * can be in several branches; the bound then holds in at least one of them.
 */
export interface PriceBranch {
  readonly model: Model;
  readonly most: number;
  /** The other prices, for `LineupStream.withCharges`; null if there are none. */
  readonly charges: readonly FixedCharge[] | null;
}

type TestPrice = Price & { readonly row: Extract<Row, { readonly kind: "test" }> };

/**
 * A test's price is a reward if it is negative, and a payment if it is positive. Only this many, the largest
 * first, get branches of their own, and payments only if simple (see `isSimple`). The others are bounded by a
 * sum over picks.
 */
const MOST_REWARDS = 8;
const MOST_PAYMENTS = 2;

/** Up to this many rewards get a branch per subset, whose bounds prove that rules contradict each other. */
const MOST_REWARDS_BY_SUBSET = 3;

/** A share's row whose price can be a fixed charge: it counts lineups with at least `least` of `picks`. */
export interface ChargedRow extends ChargeSet {
  readonly row: TestPrice["row"];
}

/** The rows whose prices can be fixed charges (see `FixedCharge`); no pick is in two of their sets. */
export function chargedRows({ rules, slots }: Model, rows: readonly Row[]): ChargedRow[] {
  if (rules.some(({ kind }) => kind === "disjunction")) return [];
  if (slots.some(({ role }) => role !== slots[0]!.role)) return [];
  const taken = new Set<number>();
  return rows.flatMap((row) => {
    if (row.kind !== "test") return [];
    const count = onlyCount(row.share.share.tests);
    if (count === null || count.least < 1 || count.most !== Number.POSITIVE_INFINITY) return [];
    if (count.picks.some((pick) => taken.has(pick))) return [];
    for (const pick of count.picks) taken.add(pick);
    return [{ row, picks: count.picks, least: count.least }];
  });
}

/**
 * Divides a model's lineups into branches, in which sums over picks bound values at the prices (see
 * `PriceBranch`): a single one with fixed charges, if more than `MOST_PAYMENTS` tests have prices and all of
 * these can be fixed charges; else by the tests that have prices.
 */
export function branchesOf(
  model: Model,
  prices: Prices,
  charged: readonly ChargedRow[] = [],
): readonly PriceBranch[] {
  const tests = prices.others.filter((price): price is TestPrice => price.row.kind === "test");
  const isCharged = new Set<Row>(charged.map(({ row }) => row));
  if (tests.length <= MOST_PAYMENTS || tests.some(({ row }) => !isCharged.has(row)))
    return branchesByTests(model, prices, tests);
  const amounts = new Map<Row, number>(tests.map(({ row, amount }) => [row, amount]));
  const { picks } = model;
  return [
    {
      model: { ...model, picks: { ...picks, points: pricesLinearly(prices, picks.points) } },
      most: 0,
      charges: charged.map(({ row, ...own }) => ({ ...own, amount: amounts.get(row) ?? 0 })),
    },
  ];
}

/**
 * Each payment divides lineups into those that pass and pay, and those that fail. Few rewards have a branch
 * per subset, of the lineups that get at least these. Of many, each has a branch of the lineups that get it,
 * and one more has lineups that get none of them.
 */
function branchesByTests(model: Model, prices: Prices, tests: readonly TestPrice[]): PriceBranch[] {
  const isReward = ({ amount }: Price) => amount < 0;
  const rewards = tests.filter(isReward).sort((a, b) => a.amount - b.amount);
  const payments = tests.filter((price) => !isReward(price)).sort((a, b) => b.amount - a.amount);
  const paid = payments.filter(isSimple).slice(0, MOST_PAYMENTS);
  const isFew = rewards.length <= MOST_REWARDS_BY_SUBSET;
  const own = isFew ? [] : rewards.slice(0, MOST_REWARDS);
  const unpaid = payments.filter((payment) => !paid.includes(payment));
  let sides: { readonly rules: readonly Rule[]; readonly most: number }[] = [{ rules: [], most: 0 }];
  for (const { row, amount } of paid)
    sides = sides.flatMap(({ rules, most }) => [
      { rules: [...rules, ...row.share.failed()], most },
      { rules: [...rules, ...row.share.kept], most: most - amount },
    ]);
  for (const { row, amount } of isFew ? rewards : [])
    sides = sides.flatMap(({ rules, most }) => [
      { rules, most },
      { rules: [...rules, ...row.share.kept], most: most - amount },
    ]);
  return sides.flatMap(({ rules, most }) => [
    branch(model, prices, {
      ...{ rules, most, unpaid },
      rewards: isFew ? [] : rewards.filter((reward) => !own.includes(reward)),
    }),
    ...own.map((reward) =>
      branch(model, prices, {
        rules: [...rules, ...reward.row.share.kept],
        most: most - reward.amount,
        rewards: rewards.filter((other) => other !== reward),
        unpaid,
      }),
    ),
  ]);
}

function branch(
  model: Model,
  prices: Prices,
  given: {
    readonly rules: readonly Rule[];
    readonly most: number;
    readonly rewards: readonly TestPrice[];
    readonly unpaid: readonly TestPrice[];
  },
): PriceBranch {
  const { picks } = model;
  const points = pricesLinearly(prices, picks.points);
  const constant = addRewards(points, given.rewards);
  subtractPayments(points, given.unpaid, model);
  return {
    model: { ...model, rules: [...model.rules, ...given.rules], picks: { ...picks, points } },
    most: given.most + constant,
    charges: null,
  };
}

/**
 * Whether the lineups that fail a share are simple to describe: the share has one test with one alternative,
 * or no test, so that no lineup fails. (A rule for every group has no test if there are no groups.)
 */
function isSimple({ row }: TestPrice): boolean {
  const [test, ...others] = row.share.share.tests;
  return others.length === 0 && (test === undefined || test.alternatives.length === 1);
}

/**
 * Bounds the rewards of a lineup by a sum over its picks: a reward of 6 for at least 2 of some picks becomes
 * 3 for each of them. A lineup that earns the reward then gets at least as much. Returns the sum of the
 * rewards that cannot be divided like this.
 */
function addRewards(points: Float64Array, rewards: readonly TestPrice[]): number {
  let constant = 0;
  for (const { row, amount } of rewards) {
    const [parts] = row.share.share.tests.flatMap((test) => partsOf(test, -amount) ?? []);
    if (parts === undefined) constant -= amount;
    else for (const [pick, part] of parts) points[pick]! += part;
  }
  return constant;
}

/** The parts of a lineup that passes sum to at least the reward; null if it cannot be divided. */
function partsOf({ when, alternatives }: LineupTest, reward: number): Map<number, number> | null {
  if (when !== null) return null;
  const parts = new Map<number, number>();
  for (const { counts } of alternatives) {
    const asked = counts.filter(({ least }) => least > 0);
    if (asked.length === 0) return null;
    const { picks, least } = asked.reduce((best, other) =>
      other.picks.length < best.picks.length ? other : best,
    );
    for (const pick of picks) parts.set(pick, Math.max(parts.get(pick) ?? 0, Math.ceil(reward / least)));
  }
  return parts;
}

/**
 * Subtracts a lower bound on what a lineup pays for tests. If a test only requires at least one of some picks,
 * each of them pays its part of a seat, so that a lineup's parts never sum to more than the payment. Payments
 * for other tests are ignored.
 */
function subtractPayments(points: Float64Array, payments: readonly TestPrice[], { slots }: Model): void {
  const seats = seatCount(slots);
  for (const { row, amount } of payments)
    for (const pick of picksThatPass(row.share.share.tests) ?? [])
      points[pick]! -= Math.floor(amount / seats);
}
