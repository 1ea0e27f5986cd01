import { judgeOf } from "../contests/constraints/readers/contest-table.ts";
import type { Lineup, Problem } from "../contests/problem/problem.ts";
import { passesAll } from "../engine/model/lineup-test.ts";
import type { PortfolioLineup, PortfolioPlan, PortfolioSolution } from "../engine/model/portfolio-plan.ts";
import { plain } from "../shared/errors/message-parts.ts";
import { type AvoidedLineup, avoidedPicks } from "./avoided.ts";
import { checkPortfolio, type Judged } from "./check/check-portfolio.ts";
import type { Findings } from "./places.ts";

/** Lineups that stay in a portfolio, and its plan with them: the others' plan is what they leave. */
export interface KeptLineups {
  readonly lineups: readonly PortfolioLineup[];
  readonly whole: PortfolioPlan;
}

/** The plan of the lineups around those that stay. Refuses lineups that break a rule. */
export function planAround(
  kept: readonly AvoidedLineup[],
  whole: PortfolioPlan,
  judged: Omit<Judged, "count">,
  findings: Findings,
): { readonly plan: PortfolioPlan; readonly kept: KeptLineups | null } {
  if (kept.length === 0) return { plan: whole, kept: null };
  const { points } = whole.model.picks;
  const picks = avoidedPicks(kept, judged.problem, whole.model);
  const count = whole.count - kept.length;
  if (count < 0) refuse(`${kept.length} stay, but only ${whole.count} are asked for. Ask for more.`, null);
  for (const [detail, at] of faultsOf(kept, { ...judged, count: whole.count })) refuse(detail, at);
  const lineups = picks.map((own) => ({
    picks: [...own],
    points: own.reduce((sum, pick) => sum + points[pick]!, 0),
  }));
  const shares = whole.shares.map((share) => {
    const held = lineups.filter((lineup) => passesAll(share.tests, lineup.picks)).length;
    const { least, most } = share;
    return { ...share, least: Math.max(0, least - held), most: Math.min(count, most - held) };
  });
  const plan = { ...whole, count, shares, avoid: [...whole.avoid, ...picks] };
  return { plan, kept: { lineups, whole } };

  function refuse(detail: string, at: number | null): void {
    const which = at === null ? "lineups to keep" : `lineup ${at + 1} to keep`;
    findings.refuse("invalid-kept", ["lineups"], `${detail} Do not keep it, or change the rule.`, which);
  }
}

/** What kept lineups break; players outside the pool hide all other faults. */
function faultsOf(kept: readonly AvoidedLineup[], judged: Judged): [detail: string, at: number | null][] {
  const seated = kept.map((lineup) => seatsOf(lineup, judged.problem));
  const strange = seated.flatMap((seats, at): [string, number][] =>
    seats === null ? [["has a player who is not in the pool, or an empty seat.", at]] : [],
  );
  if (strange.length > 0) return strange;
  const brokenBy = judgeOf(judged.problem);
  const lineups = seated as Lineup[];
  return [
    ...lineups.flatMap((seats, at) =>
      brokenBy(seats).map(({ detail }): [string, number] => [plain(detail), at]),
    ),
    ...checkPortfolio(lineups, { ...judged, isShort: true }).map(
      ({ detail, lineup }): [string, number | null] => [detail.replace(/^Lineup \d+ /, ""), lineup],
    ),
  ];
}

function seatsOf(lineup: AvoidedLineup, { entries, contest }: Problem): Lineup | null {
  const seats = lineup.map(({ uuid, slot }) => ({
    entry: entries.findIndex((entry) => entry.uuid === uuid),
    slot: contest.slots.findIndex(({ name }) => name === slot),
  }));
  const size = contest.slots.reduce((sum, { count }) => sum + count, 0);
  return seats.length === size && seats.every(({ entry, slot }) => entry >= 0 && slot >= 0) ? seats : null;
}

/** The solution with the lineups that stay, which come first. */
export function withKept<Solution extends PortfolioSolution>(
  found: Solution,
  kept: KeptLineups | null,
): Solution {
  if (kept === null) return found;
  const { lineups } = kept;
  const units = lineups.reduce((sum, { points }) => sum + points, 0);
  return {
    ...found,
    lineups: [...lineups, ...found.lineups],
    bound: found.bound === null ? null : found.bound + units,
    margins: found.margins && Float64Array.from([...lineups.map(() => Number.NaN), ...found.margins]),
  };
}
