import type { LineupTest } from "../../model/lineup-test.ts";
import type { Rule } from "../../model/model.ts";
import type { PlanShare, PortfolioPlan } from "../../model/portfolio-plan.ts";
import { failingOf } from "./failing.ts";
import { readShares } from "./joint/shares.ts";
import { rulesFrom } from "./rule-of.ts";

/** A plan in which each share that requires all lineups, or none, has become a rule of the model. */
export interface PlanWithRules {
  readonly plan: PortfolioPlan;
  /** Per share that is left in the new plan, its index in the given plan. */
  readonly left: readonly number[];
  /** The indices of the shares that became rules. */
  readonly became: readonly number[];
}

/**
 * Turns shares of all lineups, or of none, into rules of the model, which need no dual price. Shares of single picks
 * stay shares: their prices are exact.
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

/** The tests that a share requires of every lineup; null if it applies to only some, or has too many alternatives. */
function testsOfAll({ tests, least, most }: PlanShare, count: number): readonly LineupTest[] | null {
  if (least >= count) return tests;
  return most > 0 ? null : failingOf(tests);
}
