import type { LineupTest } from "../../model/lineup-test.ts";
import type { Rule } from "../../model/model.ts";
import type { PlanShare, PortfolioPlan } from "../../model/portfolio-plan.ts";
import { failingOf } from "./failing.ts";
import { readShares } from "./joint/shares.ts";
import { rulesFrom } from "./rule-of.ts";

/** A plan whose shares of all lineups, or of none, are rules of its model. */
export interface PlanWithRules {
  readonly plan: PortfolioPlan;
  /** Per share of that plan, which of the given plan's it is. */
  readonly left: readonly number[];
  /** The shares that became rules. */
  readonly became: readonly number[];
}

/**
 * The same portfolios by fewer shares: what every lineup has to pass, or none may, is a rule, which prices need not
 * say. Those that one of some picks decides stay, as their prices are exact.
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

/** What a share says of every lineup; null where it says something of their number alone, or takes too many words. */
function testsOfAll({ tests, least, most }: PlanShare, count: number): readonly LineupTest[] | null {
  if (least >= count) return tests;
  return most > 0 ? null : failingOf(tests);
}
