import type { PortfolioPlan } from "../../src/engine/model/portfolio-plan.ts";
import { allSolutions, passesTest } from "../../src/testing/exhaustive.ts";

type Picks = readonly number[];

/**
 * A plan's lineups one by one, each chosen from a list of all lineups, by the literal definition; the first
 * ones may be given.
 */
export function literalSequence(
  plan: PortfolioPlan,
  before: readonly { readonly picks: Picks }[] = [],
): { lineups: Picks[]; left: LeftOver } {
  const { model, count, shares } = plan;
  const all = allSolutions(model).map(({ picks, points }) => ({ picks, points }));
  const { entry, salary } = model.picks;
  const cost = (picks: Picks) => picks.reduce((sum, pick) => sum + salary[pick]!, 0);
  const first = (a: Picks, b: Picks) => {
    const at = a.findIndex((value, index) => value !== b[index]);
    return at === -1 ? 0 : a[at]! - b[at]!;
  };
  const entries = (picks: Picks) => picks.map((pick) => entry[pick]!).sort((a, b) => a - b);
  all.sort(
    (a, b) =>
      b.points - a.points ||
      cost(a.picks) - cost(b.picks) ||
      first(entries(a.picks), entries(b.picks)) ||
      first(a.picks, b.picks),
  );
  const taken: Picks[] = before.map(({ picks }) => picks);
  const left: LeftOver = (held, different) =>
    all.some(
      ({ picks }) =>
        (!different || differs(plan, taken, picks)) &&
        held.every((share) => !isIn(plan, share, picks) || isOpen(plan, taken, share)),
    );
  const everyShare = [...shares.keys()];
  while (taken.length < count) {
    const next = all.find(
      ({ picks }) =>
        differs(plan, taken, picks) &&
        everyShare.every((share) => !isIn(plan, share, picks) || isOpen(plan, taken, share)),
    );
    if (next === undefined) break;
    taken.push(next.picks);
  }
  return { lineups: taken, left };
}

/** Whether another lineup exists under these shares only, optionally with the limit on overlap. */
type LeftOver = (held: readonly number[], different: boolean) => boolean;

function isIn({ shares }: PortfolioPlan, share: number, picks: Picks): boolean {
  return shares[share]!.tests.every((test) => passesTest(test, picks));
}

function isOpen(plan: PortfolioPlan, taken: readonly Picks[], share: number): boolean {
  return taken.filter((picks) => isIn(plan, share, picks)).length < plan.shares[share]!.most;
}

function differs(
  { model, choices, unique, counted = model.picks.entry, avoid }: PortfolioPlan,
  taken: readonly Picks[],
  picks: Picks,
): boolean {
  const seats = model.slots.reduce((sum, { count }) => sum + count, 0);
  const named = (lineup: Picks) => [...new Set(lineup.map((pick) => choices?.[pick] ?? pick))].sort().join();
  const entries = (lineup: Picks) => [...new Set(lineup.map((pick) => counted[pick]!))];
  return [...avoid.map((own) => [...own]), ...taken].every(
    (other) =>
      named(other) !== named(picks) &&
      (unique === 0 ||
        entries(other).filter((entry) => entries(picks).includes(entry)).length <= seats - unique),
  );
}
