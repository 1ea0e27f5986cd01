import { conflictOf as ruleConflict } from "../lineup/explain/conflict.ts";
import { factsOf } from "../lineup/explain/facts.ts";
import type { PortfolioConflict } from "../lineup/explain/portfolio-conflict.ts";
import type { ShortReason } from "./explain-short.ts";
import { type Lines, placeWords } from "./places.ts";
import type { PlannedPortfolio } from "./plan.ts";
import { conflictOf, shareConflicts, uniqueConflict } from "./share-conflicts.ts";

/** The conflict over all lineups of a portfolio, in the description's words. */
export function whatContradicts(
  { plan, shares, problem }: PlannedPortfolio,
  { shares: members, rules, unique, avoid, isSmallest }: PortfolioConflict,
  lines: Lines | undefined,
): ShortReason {
  const conflicts = shareConflicts(
    members.map((index) => shares[index]!),
    plan.count,
    lines,
  );
  if (unique) conflicts.push(uniqueConflict(plan.unique, lines));
  if (avoid)
    conflicts.push(
      conflictOf(
        ["avoid"],
        plan.avoid.length,
        `${placeWords(["avoid"], lines)}: lineups entered already are not repeated`,
      ),
    );
  const facts = factsOf(problem, plan.model, rules, { conflict: null, lineup: null });
  conflicts.push(...rules.map((element) => ruleConflict(element, facts)));
  const unproved = isSmallest ? "" : " A smaller set may be contradictory as well.";
  const detail =
    conflicts.length === 0
      ? `No portfolio has ${plan.count} lineups: the contest has fewer.`
      : `No portfolio of ${plan.count} lineups keeps all of this: ${conflicts.map((one) => one.detail).join("; and ")}.${unproved}`;
  return { detail, conflicts, isSmallest };
}
