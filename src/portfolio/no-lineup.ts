import type { Conflict, InfeasibleError } from "../errors.ts";
import type { Rule } from "../model/model.ts";
import type { PortfolioPlan } from "../model/portfolio-plan.ts";
import { sharesByPlace } from "../model/shares-by-place.ts";
import { failingOf } from "../solver/portfolio/failing.ts";
import { rulesFrom } from "../solver/portfolio/rule-of.ts";
import { picksThatPass } from "../solver/portfolio/sequential/record.ts";
import { withStandingShares } from "../solver/portfolio/standing.ts";
import { inPlaces, type ShortReason } from "./explain-short.ts";
import type { Lines } from "./places.ts";
import type { PlannedPortfolio } from "./plan.ts";
import { shareConflicts } from "./share-conflicts.ts";
import type { PortfolioSolving } from "./solving.ts";

/** Of more shares than this it is not asked whether any lineup keeps one. */
const MOST_ASKED = 60;

/**
 * Why there is no portfolio, where not even one lineup keeps what is asked of all of them, or that and a share that some
 * have to keep, or to break; null where it takes several lineups. `witness` are the shares that a proof speaks of.
 */
export async function whatNoLineupKeeps(
  witness: readonly number[] | null,
  planned: PlannedPortfolio,
  lines: Lines | undefined,
  { search, control, explain }: Pick<PortfolioSolving, "search" | "control" | "explain">,
): Promise<ShortReason | null> {
  const named = new Map<string, Conflict>();
  const plan = inWords(planned, lines, named);
  const standing = withStandingShares(plan);
  const { model } = standing.plan;
  const asked: (readonly Rule[])[] = standing.became.length > 0 ? [[]] : [];
  for (const index of standing.left) {
    if (witness !== null && !witness.includes(index)) continue;
    const share = plan.shares[index]!;
    if (share.least > 0) asked.push(rulesFrom(share.origin, share.tests));
    const isOfPicks = picksThatPass(share.tests) !== null;
    const failed = share.most < plan.count && !isOfPicks ? failingOf(share.tests) : null;
    if (failed !== null) asked.push(rulesFrom(share.origin, failed));
  }
  for (const rules of asked.slice(0, MOST_ASKED)) {
    const one = { ...model, rules: [...model.rules, ...rules] };
    if ((await search.best(one, 1, "auto", control)).solutions.length > 0) continue;
    return wordsOf(inPlaces(await explain(one), planned.people, lines), plan.count, named);
  }
  return null;
}

/** What one lineup cannot keep, said of all; of a cap, how far it is from enough. */
function wordsOf(
  { message, conflicts }: InfeasibleError,
  count: number,
  named: ReadonlyMap<string, Conflict>,
): ShortReason {
  const isShare = ({ detail }: Conflict) => named.has(detail);
  const sorted = [...conflicts.filter(isShare), ...conflicts.filter((own) => !isShare(own))];
  const all = sorted.map(({ detail }) => detail).join("; and ");
  const costs = conflicts.some(({ kind }) => kind === "cap") ? ` ${message}` : "";
  return {
    detail: `No portfolio of ${count} lineups keeps all of this: ${all}.${costs}`,
    conflicts: sorted.map((own) => named.get(own.detail) ?? own),
  };
}

/** The plan, whose shares are called what the description calls them; `named` gets what each is as a member of a conflict. */
function inWords(
  { plan, shares }: PlannedPortfolio,
  lines: Lines | undefined,
  named: Map<string, Conflict>,
): PortfolioPlan {
  const called = [...plan.shares];
  for (const part of sharesByPlace(plan.shares)) {
    const conflicts = shareConflicts(
      part.map((index) => shares[index]!),
      plan.count,
      lines,
    );
    const words = conflicts.map(({ detail }) => detail).join(" and ");
    if (conflicts[0] !== undefined) named.set(words, { ...conflicts[0], detail: words });
    for (const index of part) {
      const share = plan.shares[index]!;
      called[index] = { ...share, origin: { ...share.origin, words } };
    }
  }
  return { ...plan, shares: called };
}
