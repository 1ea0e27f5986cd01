import { passes } from "./passes.ts";
import type { PortfolioPlan } from "./portfolio-plan.ts";

/**
 * Whether lineups keep together what a plan asks of them: how many there are, that they differ, and the shares. Whether
 * each is legal is another question. Lineups are the model's picks, ascending.
 */
export function keepsPlan(plan: PortfolioPlan, lineups: readonly (readonly number[])[]): boolean {
  return (
    lineups.length === plan.count &&
    differ(plan, lineups) &&
    plan.shares.every(({ tests, least, most }) => {
      const passing = lineups.filter((picks) => tests.every((test) => passes(test, picks))).length;
      return passing >= least && passing <= most;
    })
  );
}

/** Whether no lineup is too much like another, nor like one that is entered already. */
function differ(plan: PortfolioPlan, lineups: readonly (readonly number[])[]): boolean {
  const { model, unique, choices, avoid } = plan;
  const seats = model.slots.reduce((sum, { count }) => sum + count, 0);
  const all = [...avoid.map((picks) => [...picks]), ...lineups].map((picks) => ({
    name: (choices === null ? picks : picks.map((pick) => choices[pick]!).sort((a, b) => a - b)).join(),
    entries: new Set(picks.map((pick) => model.picks.entry[pick]!)),
  }));
  for (const [at, { name, entries }] of all.entries()) {
    if (at < avoid.length) continue;
    for (let before = 0; before < at; before += 1) {
      const other = all[before]!;
      if (other.name === name) return false;
      if (unique > 0 && common(entries, other.entries) > seats - unique) return false;
    }
  }
  return true;
}

function common(one: ReadonlySet<number>, other: ReadonlySet<number>): number {
  let count = 0;
  for (const entry of one) if (other.has(entry)) count += 1;
  return count;
}
