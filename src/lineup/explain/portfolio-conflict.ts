import { type Model, makesRoster, type Rule } from "../../engine/model/model.ts";
import { type PortfolioPlan, sharesByPlace } from "../../engine/model/portfolio-plan.ts";
import type { Search } from "../../engine/search/search.ts";
import type { Control } from "../../engine/solver/interrupt.ts";
import { type Element, elementsOf, irreducible } from "./elements.ts";

/**
 * Parts of a plan that no portfolio can keep together, all of them needed. Empty if there are too few lineups
 * even without any.
 */
export interface PortfolioConflict {
  readonly shares: readonly number[];
  readonly rules: readonly Element[];
  readonly unique: boolean;
  readonly avoid: boolean;
  readonly isIrreducible: boolean;
}

/** A part of a plan, with all shares from one place in the description. */
type Part =
  | { readonly kind: "shares"; readonly indices: readonly number[] }
  | { readonly kind: "rule"; readonly element: Element }
  | { readonly kind: "unique" | "avoid" };

const ANY_PORTFOLIO = { method: "joint", gap: 1 } as const;

interface Asking {
  readonly search: Search;
  readonly control: Control;
}

/**
 * Requests of the description and rules of the contest that contradict each other, in a plan without a
 * portfolio. Of the shares, only those of the proof (`witness`) are candidates. @throws AbortedError,
 * TimeLimitError, SolverFailedError
 */
export async function portfolioConflict(
  plan: PortfolioPlan,
  witness: readonly number[] | null,
  { search, control }: Asking,
): Promise<PortfolioConflict> {
  const parts = partsOf(plan, witness);
  let isDecided = true;
  const members = await irreducible(parts, async (kept) => {
    // It is proved already that the whole plan cannot be kept.
    if (kept.length === parts.length) return false;
    const { outcome } = await search.portfolio(planOf(plan, kept), ANY_PORTFOLIO, "auto", control);
    if (outcome.kind !== "solved" && outcome.proved) return false;
    // If a search is undecided, the parts are assumed to be possible together, so only proved conflicts are
    // named.
    isDecided &&= outcome.kind === "solved";
    return true;
  });
  return {
    shares: members.flatMap((part) => (part.kind === "shares" ? part.indices : [])),
    rules: members.flatMap((part) => (part.kind === "rule" ? [part.element] : [])),
    unique: members.some(({ kind }) => kind === "unique"),
    avoid: members.some(({ kind }) => kind === "avoid"),
    isIrreducible: isDecided,
  };
}

function partsOf({ model, shares, unique, avoid }: PortfolioPlan, witness: readonly number[] | null): Part[] {
  const rules = elementsOf({ ...model, rules: model.rules.filter((rule) => !makesRoster(rule)) });
  const isOwn = (element: Element) => element.rules.every(isOfContest);
  const partOf = (element: Element): Part => ({ kind: "rule", element });
  return [
    ...rules.filter(isOwn).map(partOf),
    ...sharesByPlace(shares, witness ?? undefined).map((indices) => ({ kind: "shares", indices }) as const),
    ...(unique > 0 ? [{ kind: "unique" } as const] : []),
    ...(avoid.length > 0 ? [{ kind: "avoid" } as const] : []),
    ...rules.filter((element) => !isOwn(element)).map(partOf),
  ];
}

function planOf(plan: PortfolioPlan, parts: readonly Part[]): PortfolioPlan {
  const kinds = new Set(parts.map(({ kind }) => kind));
  const rules = new Set(parts.flatMap((part) => (part.kind === "rule" ? part.element.rules : [])));
  return {
    ...plan,
    model: { ...plan.model, rules: plan.model.rules.filter((rule) => makesRoster(rule) || rules.has(rule)) },
    unique: kinds.has("unique") ? plan.unique : 0,
    avoid: kinds.has("avoid") ? plan.avoid : [],
    shares: parts.flatMap((part) =>
      part.kind === "shares" ? part.indices.map((index) => plan.shares[index]!) : [],
    ),
  };
}

export function isOfContest({ origin }: Rule): boolean {
  return origin.pointer === null;
}

/**
 * Requested rules that contradict the contest's, all of them needed; empty if the contest's rules alone allow
 * no lineup. @throws AbortedError, TimeLimitError, SolverFailedError
 */
export async function neededRules(
  model: Model,
  search: Pick<Search, "best">,
  control: Control,
): Promise<readonly Element[]> {
  const elements = elementsOf({ ...model, rules: model.rules.filter((rule) => !isOfContest(rule)) });
  return irreducible(elements, async (kept) => {
    const asked = new Set(kept.flatMap(({ rules }) => rules));
    const rules = model.rules.filter((rule) => isOfContest(rule) || asked.has(rule));
    return (await search.best({ ...model, rules }, 1, "auto", control)).solutions.length > 0;
  });
}
