import type { LineupTest } from "../../model/lineup-test.ts";
import type { Rule } from "../../model/model.ts";
import type { PlanShare, PortfolioPlan } from "../../model/portfolio-plan.ts";
import { readShares, shareRow } from "./joint/rows.ts";
import { failingOf, rulesFrom } from "./tests-as-rules.ts";

/** A plan some of whose shares were turned into rules of its model (see `sharesAsRules`). */
export interface PlanWithRules {
  readonly plan: PortfolioPlan;
  /** Per share of the new plan, its index in the original plan. */
  readonly left: readonly number[];
  /** The indices, in the original plan, of the shares that became rules. */
  readonly became: readonly number[];
}

/**
 * Turns shares whose tests all lineups must pass, or none may pass, into rules of the model: unlike a share,
 * a rule needs no dual price. Shares on single picks, such as those of a player (see `ReadShare.plain`), are
 * not changed: their dual prices are simply subtracted from the points of the picks.
 */
export function sharesAsRules(plan: PortfolioPlan): PlanWithRules {
  const rules: Rule[] = [];
  const became: number[] = [];
  for (const { index, share, plain } of readShares(plan)) {
    const tests = plain === null ? testsOfAll(share, plan.count) : null;
    if (tests === null) continue;
    became.push(index);
    rules.push(...rulesFrom(share.origin, tests));
  }
  const left = [...plan.shares.keys()].filter((index) => !became.includes(index));
  if (became.length === 0) return { plan, left, became };
  const model = { ...plan.model, rules: [...plan.model.rules, ...rules] };
  return { plan: { ...plan, model, shares: left.map((index) => plan.shares[index]!) }, left, became };
}

/** The tests that every lineup must pass to keep the share; null if some may fail them. */
function testsOfAll({ tests, least, most }: PlanShare, count: number): readonly LineupTest[] | null {
  if (least >= count) return tests;
  return most > 0 ? null : failingOf(tests);
}

/**
 * Finds, by counting, shares that leave too few players for some slots: all lineups together need more players
 * there than the maximums allow. Returns the indices of these shares; null if counting proves nothing.
 */
export function capacityBound(plan: PortfolioPlan): readonly number[] | null {
  const { count, model } = plan;
  const { slots: seatsOf } = model.picks;
  const limits = readShares(plan).map((read) => ({ row: shareRow(read, count), share: read.index }));
  // A player without a slot takes no seat.
  const filled = model.rules.reduce(
    (bits, rule) => (rule.kind === "fill" ? bits | (1 << rule.slot) : bits),
    0,
  );
  for (const slots of new Set([...model.slots.map((_, slot) => 1 << slot), ...seatsOf])) {
    if (slots === 0 || (slots & ~filled) !== 0) continue;
    const left = new Set([...seatsOf.keys()].filter((pick) => (seatsOf[pick]! & slots) !== 0));
    const seats = model.slots.reduce((sum, own, slot) => sum + ((slots >> slot) & 1) * own.count, 0);
    const shares: number[] = [];
    let supplied = 0;
    for (const { row, share } of limits) {
      if (row.kind !== "picks" || row.upper >= count) continue;
      if ([...row.picks].filter((pick) => left.delete(pick)).length === 0) continue;
      supplied += row.upper;
      shares.push(share);
    }
    if (supplied + count * left.size < count * seats) return shares;
  }
  return null;
}
