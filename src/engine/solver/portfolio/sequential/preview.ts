import { ChosenLineups } from "../../../model/chosen-lineups.ts";
import type {
  PlanShare,
  PortfolioOutcome,
  PortfolioPlan,
  PortfolioProgress,
} from "../../../model/portfolio-plan.ts";
import type { Interrupt } from "../../interrupt.ts";
import type { PortfolioTools } from "../lineup-stream.ts";
import { sharesAsRules } from "../shares-as-rules.ts";
import { ruleOf } from "../tests-as-rules.ts";
import { lineupByLineup } from "./sequential.ts";

interface Phase {
  readonly shares: readonly number[];
  readonly count: number;
}

/**
 * Builds a portfolio fast: first the best lineups that pass minimum shares, then the best others. It is
 * greedy, so it may not find enough lineups for all minimum shares; then the outcome is short and proves
 * nothing.
 * @throws AbortedError, TimeLimitError, UnsupportedModelError, SolverFailedError
 */
export async function solvePreview(
  plan: PortfolioPlan,
  tools: PortfolioTools,
  interrupt: Interrupt,
  report: (progress: PortfolioProgress) => void,
): Promise<PortfolioOutcome> {
  const { plan: reduced } = sharesAsRules(plan);
  const { shares, model, count } = reduced;
  const free = { ...reduced, shares: shares.map((share): PlanShare => ({ ...share, least: 0 })) };
  const record = new ChosenLineups(free);
  const lacking = (share: number) => shares[share]!.least - record.passing[share]!;
  const add = (passed: readonly number[], more: number) => {
    const rules = passed.flatMap((share) => shares[share]!.tests.map(ruleOf));
    const until = Math.min(count, record.lineups.length + more);
    const phase = { ...free, count: until, model: { ...model, rules: [...model.rules, ...rules] } };
    return lineupByLineup(phase, tools, interrupt, (progress) => report(progress), record);
  };
  const needs = shares.map((_, index) => ({ share: index, lineups: lacking(index) }));
  const asked = needs.filter(({ lineups }) => lineups > 0).sort((a, b) => b.lineups - a.lineups);
  const single = asked.map(({ share, lineups }) => ({ shares: [share], count: lineups }));
  // Shares that no lineup passes together are tried one by one.
  for (const { shares: together, count: most } of [...wrappedAround(asked, count), ...single]) {
    const left = together.filter((share) => lacking(share) > 0);
    const wanted = Math.min(most, Math.max(0, ...left.map(lacking)));
    if (wanted > 0) await add(left, wanted);
  }
  await add([], count);
  const { lineups } = record;
  const isWhole = lineups.length === count && shares.every((_, share) => lacking(share) <= 0);
  return isWhole
    ? { kind: "solved", solution: { lineups, bound: null, prices: null } }
    : { kind: "short", lineups, proved: false, witness: null, stoppedBy: null, isPreview: true };
}

/**
 * Divides `count` lineups into phases so that each share gets the lineups that it needs, and a lineup must
 * pass as few shares as possible. For 10 lineups, of which 6 must pass A and 6 must pass B, the phases are 2
 * for both, 4 for A and 4 for B (McNaughton's rule).
 */
function wrappedAround(
  needs: readonly { readonly share: number; readonly lineups: number }[],
  count: number,
): readonly Phase[] {
  let at = 0;
  const arcs = needs.map(({ share, lineups }) => {
    const from = at;
    at = (at + lineups) % count;
    return { share, from, lineups };
  });
  const ends = [...new Set(arcs.flatMap(({ from, lineups }) => [from, (from + lineups) % count]))];
  const cuts = ends.sort((a, b) => a - b);
  return cuts.map((from, index) => {
    const to = cuts[index + 1] ?? count + cuts[0]!;
    const has = (arc: (typeof arcs)[number]) => (from - arc.from + count) % count < arc.lineups;
    return { shares: arcs.filter(has).map(({ share }) => share), count: to - from };
  });
}
