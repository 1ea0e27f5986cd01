import type { Conflict } from "../errors.ts";
import { conflictOf as ruleConflict } from "../explain/conflict.ts";
import { factsOf } from "../explain/facts.ts";
import type { PortfolioConflict } from "../explain/portfolio-conflict.ts";
import { conflictOf, type ShortReason } from "./explain-short.ts";
import { type Lines, placeWords } from "./places.ts";
import type { PlannedPortfolio } from "./plan.ts";

/** What contradicts each other over all lineups of a portfolio, in the description's words. */
export function whatContradicts(
  { plan, shares, problem }: PlannedPortfolio,
  { shares: members, rules, unique, avoid, isSmallest }: PortfolioConflict,
  lines: Lines | undefined,
): ShortReason {
  const conflicts: Conflict[] = members.map((index) => {
    const { path, what, asked, limits } = shares[index]!;
    const numbers = `${limits.least} to ${limits.most} of ${plan.count} lineups`;
    return conflictOf(path, limits.least, `${placeWords(path, lines)}: ${what} in ${asked} (${numbers})`);
  });
  if (unique)
    conflicts.push(
      conflictOf(
        ["unique"],
        plan.unique,
        `${placeWords(["unique"], lines)}: any two lineups differ by at least ${plan.unique} players`,
      ),
    );
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
  const unproved = isSmallest ? "" : " A smaller set may contradict each other, too.";
  const detail =
    conflicts.length === 0
      ? `No portfolio has ${plan.count} lineups: the contest has not so many.`
      : `No portfolio of ${plan.count} lineups keeps all of this: ${conflicts.map((one) => one.detail).join("; and ")}.${unproved}`;
  return { detail, conflicts };
}
