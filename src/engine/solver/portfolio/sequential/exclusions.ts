import type { LineupTest } from "../../../model/lineup-test.ts";
import { isOncePerLineup, type Model } from "../../../model/model.ts";
import type { PortfolioPlan } from "../../../model/portfolio-plan.ts";
import { seatCount } from "../../../roster.ts";
import { failing } from "../failing.ts";
import { ruleOf } from "../rule-of.ts";

/** What the next lineup must avoid, in addition to the model's rules. */
interface Exclusions {
  /** Indices of full shares, whose tests the lineup must not pass. */
  readonly shares: readonly number[];
  /** Lineups, as picks, with which the lineup must not conflict. */
  readonly apart: readonly ArrayLike<number>[];
}

/**
 * Adds rules for the exclusions to a model. If a lineup can have a player twice, in two roles, no rules are
 * added for `apart`, so the caller must check conflicts.
 * @throws UnsupportedModelError for a share whose tests a lineup can fail in too many ways.
 */
export function withExclusions(plan: PortfolioPlan, model: Model, { shares, apart }: Exclusions): Model {
  const tests = [
    ...shares.flatMap((share) => failing(plan.shares[share]!)),
    ...(isOncePerLineup(plan.model) ? apart.flatMap((lineup) => apartFrom(plan, lineup)) : []),
  ];
  if (tests.length === 0) return model;
  return { ...model, rules: [...model.rules, ...tests.map(ruleOf)] };
}

/**
 * Returns tests that a lineup passes if it is not the same as the given one, and has no more players in
 * common with it than the plan allows.
 */
function apartFrom({ model, choices, unique }: PortfolioPlan, lineup: ArrayLike<number>): LineupTest[] {
  const { entry } = model.picks;
  const seats = seatCount(model.slots);
  const entries = new Set(Array.from(lineup, (pick) => entry[pick]!));
  const named = new Set(Array.from(lineup, (pick) => choices?.[pick] ?? pick));
  const all = Int32Array.from(entry.keys());
  const alike = all.filter((pick) => named.has(choices?.[pick] ?? pick));
  const infinite = Number.POSITIVE_INFINITY;
  const near = { picks: all.filter((pick) => entries.has(entry[pick]!)), least: 0, most: seats - unique };
  const different: LineupTest = {
    when: null,
    alternatives: [
      { counts: [{ picks: alike, least: 0, most: named.size - 1 }], sums: [] },
      { counts: [{ picks: all, least: named.size + 1, most: infinite }], sums: [] },
    ],
  };
  return unique > 0 && entries.size > seats - unique
    ? [{ when: null, alternatives: [{ counts: [near], sums: [] }] }, different]
    : [different];
}
