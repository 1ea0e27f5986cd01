import type { LineupTest, PickCount } from "../../../model/lineup-test.ts";
import type { Model, Rule } from "../../../model/model.ts";
import { picksThatPass } from "../../../model/passed-shares.ts";
import type { PlanShare } from "../../../model/portfolio-plan.ts";
import { seatCount } from "../../../roster.ts";
import type { ChargeSet, FixedCharge } from "../../paths/ordered/fixed-charge-search.ts";
import { failing } from "../failing.ts";
import { ruleOf } from "../rule-of.ts";
import { type Price, type Prices, pricesLinearly } from "./prices.ts";
import type { Row } from "./rows.ts";
import { allSubsetsOf } from "./subsets.ts";

/**
 * A part of a model's lineups, as a model in which points already have prices subtracted. A lineup's points
 * in this `model`, minus its fixed charges, plus `most`, bound its value at the prices from above. A lineup
 * can be in several branches; the bound then holds in at least one of them.
 */
export interface PriceBranch {
  readonly model: Model;
  readonly most: number;
  /**
   * The prices that are not subtracted from the points, as fixed charges for `LineupStream.withCharges`; null
   * if the branch has no fixed charges.
   */
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
const MOST_REWARDS_BY_SUBSET = 3;

/**
 * Divides a model's lineups into branches, in which sums over picks bound values at the prices (see
 * `PriceBranch`). If possible, there is one branch with fixed charges (see `branchWithCharges`); otherwise,
 * there can be several, which may overlap (see `branchesByTests`).
 */
export function branchesOf(
  model: Model,
  prices: Prices,
  charged: readonly ChargedRow[] = [],
): readonly PriceBranch[] {
  return branchWithCharges(model, prices, charged) ?? branchesByTests(model, prices);
}

/**
 * A share's row that counts the lineups with at least `least` of `picks`, so that its price can be a fixed
 * charge.
 */
export interface ChargedRow extends ChargeSet {
  readonly row: TestPrice["row"];
}

/**
 * The rows whose prices can be fixed charges (see `FixedChargeSearch`). Each counts lineups by their picks of
 * one set, and no pick is in two of these sets.
 */
export function chargedRows({ rules, slots }: Model, rows: readonly Row[]): ChargedRow[] {
  if (rules.some(({ kind }) => kind === "disjunction")) return [];
  if (slots.some(({ role }) => role !== slots[0]!.role)) return [];
  const taken = new Set<number>();
  return rows.flatMap((row) => {
    const count = row.kind === "test" ? countOf(row.share.share.tests) : null;
    if (row.kind !== "test" || count === null || count.picks.some((pick) => taken.has(pick))) return [];
    for (const pick of count.picks) taken.add(pick);
    return [{ row, picks: count.picks, least: count.least }];
  });
}

/** The count that a share's tests require, if they only require a minimum of picks from a set; else null. */
function countOf([test, ...others]: readonly LineupTest[]): PickCount | null {
  if (test === undefined || others.length > 0 || test.when !== null || test.alternatives.length !== 1)
    return null;
  const { counts, sums } = test.alternatives[0]!;
  const [count] = counts;
  if (count === undefined || counts.length > 1 || sums.length > 0) return null;
  return count.least >= 1 && count.most === Number.POSITIVE_INFINITY ? count : null;
}

/**
 * A single branch in which all prices of tests are fixed charges; null if some cannot be fixed charges, or if
 * at most `MOST_PAYMENTS` tests have prices.
 */
function branchWithCharges(
  model: Model,
  prices: Prices,
  charged: readonly ChargedRow[],
): PriceBranch[] | null {
  const amounts = new Map<Row, number>();
  for (const { row, amount } of prices.others) if (row.kind === "test") amounts.set(row, amount);
  if (amounts.size <= MOST_PAYMENTS) return null;
  const isCharged = new Set<Row>(charged.map(({ row }) => row));
  if ([...amounts.keys()].some((row) => !isCharged.has(row))) return null;
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
 * Branches by the tests that have prices. Each payment divides lineups into those that pass and pay, and
 * those that fail. Few rewards give a branch per subset: lineups that get at least these rewards. Many
 * rewards give a branch for each of the largest, and one for lineups that get none of them.
 */
function branchesByTests(model: Model, prices: Prices): PriceBranch[] {
  const tests = prices.others.filter((price): price is TestPrice => price.row.kind === "test");
  const isReward = ({ amount }: Price) => amount < 0;
  const rewards = tests.filter(isReward).sort((a, b) => a.amount - b.amount);
  const payments = tests.filter((price) => !isReward(price)).sort((a, b) => b.amount - a.amount);
  const paid = payments.filter(isSimple).slice(0, MOST_PAYMENTS);
  const own = rewards.slice(0, MOST_REWARDS);
  const unpaid = payments.filter((payment) => !paid.includes(payment));
  let sides: { readonly rules: readonly Rule[]; readonly most: number }[] = [{ rules: [], most: 0 }];
  for (const payment of paid)
    sides = sides.flatMap(({ rules, most }) => [
      { rules: [...rules, ...rulesToFail(payment.row.share.share)], most },
      { rules: [...rules, ...testsOf(payment).map(keptRuleOf)], most: most - payment.amount },
    ]);
  if (rewards.length <= MOST_REWARDS_BY_SUBSET)
    return sides.flatMap(({ rules, most }) =>
      allSubsetsOf(rewards).map((had) =>
        branch(model, prices, {
          rules: [...rules, ...had.flatMap(testsOf).map(keptRuleOf)],
          most: had.reduce((so, { amount }) => so - amount, most),
          rewards: [],
          unpaid,
        }),
      ),
    );
  return sides.flatMap(({ rules, most }) => [
    branch(model, prices, {
      rules,
      most,
      rewards: rewards.filter((reward) => !own.includes(reward)),
      unpaid,
    }),
    ...own.map((reward) =>
      branch(model, prices, {
        rules: [...rules, ...testsOf(reward).map(keptRuleOf)],
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
  const { ofPick, constant } = rewardsOf(given.rewards, picks.entry.length);
  const payments = paymentsOf(given.unpaid, model);
  const points = pricesLinearly(prices, picks.points).map(
    (worth, pick) => worth + ofPick[pick]! - payments[pick]!,
  );
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
function isSimple(price: TestPrice): boolean {
  const [test, ...others] = testsOf(price);
  return others.length === 0 && (test === undefined || test.alternatives.length === 1);
}

function testsOf({ row }: TestPrice): readonly LineupTest[] {
  return row.share.share.tests;
}

/** Caches the rule of each test, because solvers cache data by rule object. */
const known = new WeakMap<LineupTest, Rule>();
const knownToFail = new WeakMap<readonly LineupTest[], readonly Rule[]>();

function keptRuleOf(test: LineupTest): Rule {
  const before = known.get(test);
  if (before !== undefined) return before;
  const rule = ruleOf(test);
  known.set(test, rule);
  return rule;
}

function rulesToFail(share: PlanShare): readonly Rule[] {
  const before = knownToFail.get(share.tests);
  if (before !== undefined) return before;
  const rules = failing(share).map(keptRuleOf);
  knownToFail.set(share.tests, rules);
  return rules;
}

/** An upper bound on the rewards of a lineup for tests: a sum over its picks, plus a constant. */
interface Rewards {
  readonly ofPick: Float64Array;
  readonly constant: number;
}

/**
 * Bounds the rewards of a lineup by a sum over its picks: a reward of 6 for at least 2 of some picks becomes
 * 3 for each of them. A lineup that earns the reward then gets at least as much. Rewards that cannot be
 * divided like this are added to the constant.
 */
function rewardsOf(rewards: readonly Price[], picks: number): Rewards {
  const ofPick = new Float64Array(picks);
  let constant = 0;
  for (const { row, amount } of rewards) {
    if (row.kind !== "test") continue;
    const [parts] = row.share.share.tests.flatMap((test) => partsOf(test, -amount) ?? []);
    if (parts === undefined) constant -= amount;
    else for (const [pick, part] of parts) ofPick[pick]! += part;
  }
  return { ofPick, constant };
}

/**
 * Divides a test's reward among picks: the parts of a lineup that passes sum to at least the reward. Null if
 * the reward cannot be divided.
 */
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
 * Per pick, its part of a lower bound on what a lineup pays for tests. If a test only requires at least one
 * of some picks, each of them gets the payment divided by the number of seats, so that a lineup's parts never
 * sum to more than the payment. Payments for other tests are ignored.
 */
function paymentsOf(payments: readonly Price[], { picks, slots }: Model): Float64Array {
  const ofPick = new Float64Array(picks.entry.length);
  const seats = seatCount(slots);
  for (const { row, amount } of payments) {
    const members = row.kind === "test" ? picksThatPass(row.share.share.tests) : null;
    for (const pick of members ?? []) ofPick[pick]! += Math.floor(amount / seats);
  }
  return ofPick;
}
