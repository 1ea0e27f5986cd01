import { keepsShare } from "../../engine/model/keeps-plan.ts";
import { isAboutSeats, type Model, makesRoster, type Rule } from "../../engine/model/model.ts";
import { type PlanShare, type PortfolioPlan, sharesByPlace } from "../../engine/model/portfolio-plan.ts";
import { satisfies } from "../../engine/model/satisfies.ts";
import type { Search } from "../../engine/search/search.ts";
import type { Control } from "../../engine/solver/contract.ts";
import { SMALL_POOL } from "../../engine/solver/portfolio/listed/all-lineups.ts";
import { sharesTooAlike } from "../../engine/solver/portfolio/too-alike.ts";
import type { SolverName } from "../../engine/solver/registry.ts";
import { type Element, type ElementSet, elementsOf, fullSet, has, single } from "./elements.ts";
import { isOfContest } from "./needed-rules.ts";
import { memoizedOracle, type Oracle } from "./oracle.ts";
import { type SmallestConflict, smallestConflict } from "./smallest-conflict.ts";

/**
 * Parts of a plan that no portfolio with the plan's number of lineups can keep together; if any one of them
 * is dropped, a portfolio exists. Empty if there are too few lineups even when all parts are dropped.
 */
export interface PortfolioConflict {
  /**
   * Indices of the plan's shares; shares from the same place in the description are kept or dropped together.
   */
  readonly shares: readonly number[];
  /** Rules of the model, as users know them. */
  readonly rules: readonly Element[];
  /** Whether the minimum difference between lineups belongs to the conflict. */
  readonly unique: boolean;
  /** Whether the ban on lineups that are already entered belongs to the conflict. */
  readonly avoid: boolean;
  /** False if a limit was reached: a smaller set may exist. */
  readonly isSmallest: boolean;
}

/**
 * A part of a plan that can be kept or dropped; all shares from one place in the description are one part.
 */
type Part =
  | { readonly kind: "shares"; readonly indices: readonly number[]; readonly shares: readonly PlanShare[] }
  | { readonly kind: "rule"; readonly element: Element }
  | { readonly kind: "unique" | "avoid" };

/** Settings under which any feasible portfolio is accepted. */
const ANY_PORTFOLIO = { method: "joint", gap: 1 } as const;

/**
 * The amount of work after which an irreducible conflict is accepted, even if it may not be the smallest:
 * `questions` are portfolio searches. The hardest conflict measured takes about 100.
 */
const EFFORT = { questions: 150, branches: 5000 };

interface Asking {
  readonly search: Search;
  readonly solver: SolverName | "auto";
  readonly control: Control;
}

/**
 * For a plan that is proved to have no portfolio, finds a smallest set of the description's requests that
 * contradicts the contest's rules, and then a smallest set of the contest's rules that this contradiction
 * needs. If the proof is known, of the shares only those that it uses (`witness`) are candidates. If counting
 * alone proves a conflict of shares in a large pool, returns that conflict as it is.
 * @throws AbortedError, TimeLimitError, SolverFailedError
 */
export async function portfolioConflict(
  plan: PortfolioPlan,
  witness: readonly number[] | null,
  asking: Asking,
): Promise<PortfolioConflict> {
  const roster = plan.model.rules.filter(makesRoster);
  const overlapping = sharesTooAlike({ ...plan, model: { ...plan.model, rules: roster } });
  if (overlapping === null) return smallestOf(plan, witness, asking);
  if (plan.model.picks.entry.length <= SMALL_POOL) return smallestOf(plan, overlapping, asking);
  // In a large pool, one search for lineups that overlap so little may take minutes.
  return { shares: overlapping, rules: [], unique: true, avoid: false, isSmallest: false };
}

async function smallestOf(
  plan: PortfolioPlan,
  witness: readonly number[] | null,
  { search, solver, control }: Asking,
): Promise<PortfolioConflict> {
  const parts = partsOf(plan, witness);
  let isUnknown = false;
  // If a search is undecided, the parts are assumed to be possible together, so only proved conflicts are
  // named.
  const oracle = memoizedOracle(async (set) => {
    const { outcome } = await search.portfolio(planOf(plan, parts, set), ANY_PORTFOLIO, solver, control);
    if (outcome.kind === "solved") {
      const lineups = outcome.solution.lineups.map(({ picks }) => picks);
      return { kept: set | keptBy(plan, parts, lineups) };
    }
    // It is proved already that the whole plan cannot be kept.
    if (outcome.proved || set === fullSet(parts.length)) return { broken: [set] };
    isUnknown = true;
    return { kept: set };
  });
  const isRosterEnough = (await oracle.keep(0n)) === null;
  const { set, proved } = isRosterEnough ? { set: 0n, proved: true } : await inTurn(parts, oracle);
  const members = parts.filter((_, index) => has(set, index));
  return {
    shares: members.flatMap((part) => (part.kind === "shares" ? part.indices : [])),
    rules: members.flatMap((part) => (part.kind === "rule" ? [part.element] : [])),
    unique: members.some(({ kind }) => kind === "unique"),
    avoid: members.some(({ kind }) => kind === "avoid"),
    isSmallest: proved && !isUnknown,
  };
}

/**
 * First finds a smallest set of requests that contradicts the contest's rules, then a smallest set of those
 * rules that contradicts these requests. If the contest's rules alone contradict each other, no request is
 * named.
 */
async function inTurn(parts: readonly Part[], oracle: Oracle): Promise<SmallestConflict> {
  const isOwn = (part: Part) => part.kind === "rule" && part.element.rules.every(isOfContest);
  const asked = parts.findIndex(isOwn) === -1 ? parts.length : parts.findIndex(isOwn);
  const first = await among(0, asked, fullSet(parts.length) & ~fullSet(asked), oracle);
  const second = await among(asked, parts.length, first.set, oracle);
  return { set: first.set | second.set, proved: first.proved && second.proved };
}

/**
 * A smallest set of the parts from index `from` up to `to` that contradicts `held`; empty if `held`
 * contradicts itself.
 */
async function among(from: number, to: number, held: ElementSet, oracle: Oracle): Promise<SmallestConflict> {
  const shift = BigInt(from);
  const own = {
    questions: oracle.questions,
    async keep(set: ElementSet) {
      const kept = await oracle.keep((set << shift) | held);
      return kept === null ? null : kept >> shift;
    },
  };
  if ((await own.keep(0n)) === null) return { set: 0n, proved: true };
  const { set, proved } = await smallestConflict(to - from, own, EFFORT);
  return { set: set << shift, proved };
}

/** The parts of a plan: shares first, then the description's other requests, then the contest's rules. */
function partsOf({ model, shares, unique, avoid }: PortfolioPlan, witness: readonly number[] | null): Part[] {
  const partOf = (indices: readonly number[]): Part => ({
    kind: "shares",
    indices,
    shares: indices.map((index) => shares[index]!),
  });
  return [
    ...sharesByPlace(shares, witness ?? undefined).map(partOf),
    ...(unique > 0 ? [{ kind: "unique" } as const] : []),
    ...(avoid.length > 0 ? [{ kind: "avoid" } as const] : []),
    ...elementsOf(model)
      .filter(({ rules }) => !rules.some(makesRoster))
      .map((element): Part => ({ kind: "rule", element })),
  ];
}

/** The plan with only the parts in `set`. */
function planOf(plan: PortfolioPlan, parts: readonly Part[], set: ElementSet): PortfolioPlan {
  const members = parts.filter((_, index) => has(set, index));
  const rules = new Set<Rule>(plan.model.rules.filter(makesRoster));
  for (const part of members)
    if (part.kind === "rule") for (const rule of part.element.rules) rules.add(rule);
  const model: Model = { ...plan.model, rules: plan.model.rules.filter((rule) => rules.has(rule)) };
  return {
    ...plan,
    model,
    unique: members.some(({ kind }) => kind === "unique") ? plan.unique : 0,
    avoid: members.some(({ kind }) => kind === "avoid") ? plan.avoid : [],
    shares: members.flatMap((part) => (part.kind === "shares" ? part.shares : [])),
  };
}

/** The shares, and the rules that are not about seats, that the lineups keep. */
function keptBy(
  { model }: PortfolioPlan,
  parts: readonly Part[],
  lineups: readonly (readonly number[])[],
): ElementSet {
  let kept = 0n;
  for (const [index, part] of parts.entries()) {
    if (part.kind === "shares") {
      if (part.shares.every((share) => keepsShare(share, lineups))) kept |= single(index);
    } else if (part.kind === "rule" && !seats(part.element)) {
      const alone = { ...model, rules: part.element.rules };
      if (lineups.every((picks) => satisfies(alone, picks))) kept |= single(index);
    }
  }
  return kept;
}

/**
 * Whether an element is about seats. Such elements depend on each other, so they are not tested one by one.
 */
function seats({ rules }: Element): boolean {
  return rules.some(isAboutSeats);
}
