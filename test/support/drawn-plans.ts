import fc from "fast-check";
import { atLeast } from "../../src/engine/model/model.ts";
import type { PortfolioPlan } from "../../src/engine/model/portfolio-plan.ts";
import type { SwapLine, SwapPlan } from "../../src/engine/model/swap-plan.ts";
import { allSolutions } from "../../src/testing/exhaustive.ts";
import { withOrigin } from "../../src/testing/models/hand-made.ts";
import { smallPlan as planOfShares } from "./portfolios.ts";
import { smallPlan as planOfRules } from "./random-plans.ts";

/** Infeasible ones take hundreds of solves. */
const SWAPS = 20;
const SEED = 7;

/** A line's lineup, its number of entries, its empty seats, and whether one of its players is locked. */
const drawnLine = fc.record({
  which: fc.nat(),
  entries: fc.integer({ min: 1, max: 3 }),
  state: fc.constantFrom("whole", "whole", "whole", "short", "fixed"),
  isLocked: fc.boolean(),
});

/** Lines with lineups of a plan's model, some with a locked player, a different one for each. */
function swapOf(
  { model, unique, counted, choices, avoid, shares }: PortfolioPlan,
  drawn: readonly (typeof drawnLine extends fc.Arbitrary<infer Line> ? Line : never)[],
): Omit<SwapPlan, "method"> | null {
  const all = allSolutions(model);
  if (all.length === 0) return null;
  const groups = [model.rules];
  const lines = drawn.map(({ which, entries, state, isLocked }): SwapLine => {
    const { picks } = all[which % all.length] ?? { picks: [] };
    const current = state === "short" ? picks.slice(1) : picks;
    if (!isLocked) return { group: 0, entries, current, state };
    const entry = model.picks.entry[picks[which % picks.length] ?? 0] ?? 0;
    groups.push([...model.rules, withOrigin(atLeast([entry]))]);
    return { group: groups.length - 1, entries, current, state };
  });
  return { model, unique, counted, choices, avoid, shares, groups, lines };
}

/** Swaps with this number of lines under the constraints of plans. */
function drawnSwaps(
  plans: fc.Arbitrary<PortfolioPlan>,
  lines: fc.ArrayConstraints,
  runs: { readonly numRuns: number; readonly seed: number },
): readonly Omit<SwapPlan, "method">[] {
  return fc
    .sample(fc.tuple(plans, fc.array(drawnLine, lines)), runs)
    .flatMap(([plan, drawn]) => swapOf(plan, drawn) ?? []);
}

/** With shares of all kinds, and some with maximum shares and binding rules. */
export const DRAWN_SWAPS = drawnSwaps(
  fc.oneof({ weight: 3, arbitrary: planOfShares }, { weight: 1, arbitrary: planOfRules }),
  { minLength: 1, maxLength: 5 },
  { numRuns: SWAPS, seed: SEED },
);
