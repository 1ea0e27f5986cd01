import type { PortfolioLineup, PortfolioProgress } from "../../../model/portfolio-plan.ts";

/** Milliseconds between two reports. */
const PACE = 100;

/** Reports the lineups built so far: the first at once, then now and then. */
export function telling(
  report: (progress: PortfolioProgress) => void,
): (lineups: readonly PortfolioLineup[]) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (lineups) => {
    if (performance.now() < last + PACE) return;
    last = performance.now();
    report({ lineups: [...lineups], sum: null, bound: null, gap: null });
  };
}
