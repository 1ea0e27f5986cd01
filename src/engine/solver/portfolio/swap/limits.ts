import type { PlanShare, PortfolioPlan } from "../../../model/portfolio-plan.ts";
import type { SwapPlan } from "../../../model/swap-plan.ts";
import { ruleOf } from "../rule-of.ts";
import type { SwapState } from "./swap-state.ts";

/** What the other lines ask of a line: to pass a share's tests, or not to; and to differ from a lineup. */
export type Limit =
  | { readonly kind: "pass" | "fail"; readonly share: PlanShare }
  | { readonly kind: "apart"; readonly picks: readonly number[] };

/** All that a line must keep so that the plan holds, as the other lines are. */
export function limitsOf(plan: SwapPlan, state: SwapState, line: number): Limit[] {
  const { entries } = plan.lines[line]!;
  const shares = plan.shares.flatMap((share, index): Limit[] => {
    const own = state.held[line]!.shares.has(index) ? entries : 0;
    const others = state.counts[index]! - own;
    return [
      ...(others + entries > share.most ? [{ kind: "fail", share } as const] : []),
      ...(others < share.least ? [{ kind: "pass", share } as const] : []),
    ];
  });
  const apart = [...plan.avoid.map((picks) => [...picks]), ...othersOf(state, line)];
  return [...shares, ...apart.map((picks): Limit => ({ kind: "apart", picks }))];
}

function othersOf(state: SwapState, line: number): readonly (readonly number[])[] {
  return state.held.flatMap(({ picks }, other) => (other === line ? [] : [picks]));
}

/** The plan of one lineup of a group that keeps limits. */
export function planOf(
  plan: SwapPlan,
  state: SwapState,
  group: number,
  limits: readonly Limit[],
): PortfolioPlan {
  const model = state.models[group]!;
  const required = limits.flatMap((limit) => (limit.kind === "pass" ? limit.share.tests.map(ruleOf) : []));
  return {
    model: required.length === 0 ? model : { ...model, rules: [...model.rules, ...required] },
    count: 1,
    unique: plan.unique,
    choices: plan.choices,
    avoid: limits.flatMap((limit) => (limit.kind === "apart" ? [Int32Array.from(limit.picks)] : [])),
    shares: limits.flatMap((limit) => (limit.kind === "fail" ? [{ ...limit.share, least: 0, most: 0 }] : [])),
    random: null,
  };
}
