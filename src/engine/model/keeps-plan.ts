import { seatCount } from "../roster.ts";
import { type LineupTest, passesAll } from "./lineup-test.ts";
import type { PlanShare, PortfolioPlan } from "./portfolio-plan.ts";

/**
 * Whether lineups together keep a plan: their number, their differences, and the shares. It does not check
 * whether each lineup is legal. Lineups are ascending picks of the model.
 */
export function keepsPlan(plan: PortfolioPlan, lineups: readonly (readonly number[])[]): boolean {
  return (
    lineups.length === plan.count &&
    areDifferent(plan, lineups) &&
    areApart(plan, lineups) &&
    areShared(plan, lineups)
  );
}

function areShared({ model, shares }: PortfolioPlan, lineups: readonly (readonly number[])[]): boolean {
  const usage = new Int32Array(model.picks.entry.length);
  for (const picks of lineups) for (const pick of picks) usage[pick]! += 1;
  return shares.every((share) => {
    const { tests, least, most } = share;
    return (
      (least <= 0 && tests.some((test) => mostPassing(test, usage) <= most)) || keepsShare(share, lineups)
    );
  });
}

/** Whether the number of lineups that pass a share's tests is within its limits. */
export function keepsShare(
  { tests, least, most }: Pick<PlanShare, "tests" | "least" | "most">,
  lineups: readonly (readonly number[])[],
): boolean {
  const passing = lineups.filter((picks) => passesAll(tests, picks)).length;
  return passing >= least && passing <= most;
}

/**
 * An upper limit of the number of lineups that pass, given how many lineups have each pick: those with a pick
 * that some alternative requires.
 */
function mostPassing({ when, alternatives }: LineupTest, usage: Int32Array): number {
  if (when !== null) return Number.POSITIVE_INFINITY;
  return alternatives.reduce((sum, { counts }) => {
    const asked = counts.find(({ least }) => least > 0);
    return sum + (asked?.picks.reduce((all, pick) => all + usage[pick]!, 0) ?? Number.POSITIVE_INFINITY);
  }, 0);
}

/** Whether all lineups differ from each other and from those entered earlier. */
function areDifferent({ choices, avoid }: PortfolioPlan, lineups: readonly (readonly number[])[]): boolean {
  const nameOf = (picks: readonly number[]) =>
    (choices === null ? picks : picks.map((pick) => choices[pick]!).sort((a, b) => a - b)).join();
  const names = new Set(avoid.map((picks) => nameOf([...picks])));
  return lineups.every((picks) => {
    const name = nameOf(picks);
    return !names.has(name) && names.add(name);
  });
}

/**
 * Whether every two lineups, including those entered earlier, overlap by no more entries than `unique`
 * allows.
 */
function areApart({ model, unique, avoid }: PortfolioPlan, lineups: readonly (readonly number[])[]): boolean {
  if (unique === 0) return true;
  const seats = seatCount(model.slots);
  const entriesOf = (picks: ArrayLike<number>) =>
    new Set(Array.from(picks, (pick) => model.picks.entry[pick]!));
  const before = avoid.map(entriesOf);
  return lineups.every((picks) => {
    const entries = entriesOf(picks);
    const isApart = before.every((others) => common(entries, others) <= seats - unique);
    before.push(entries);
    return isApart;
  });
}

function common(one: ReadonlySet<number>, other: ReadonlySet<number>): number {
  let count = 0;
  for (const entry of one) if (other.has(entry)) count += 1;
  return count;
}
