import type { LineupTest } from "../../model/lineup-test.ts";
import type { Rule } from "../../model/model.ts";
import type { PlanShare, PortfolioPlan } from "../../model/portfolio-plan.ts";
import { failingOf } from "./failing.ts";
import { readShares } from "./joint/shares.ts";
import { rulesFrom } from "./rule-of.ts";

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

/**
 * Returns the tests that every lineup must pass to keep the share. Null if the share lets some lineups pass
 * and others fail, or if the tests would have too many alternatives.
 */
function testsOfAll({ tests, least, most }: PlanShare, count: number): readonly LineupTest[] | null {
  if (least >= count) return tests;
  return most > 0 ? null : failingOf(tests);
}
