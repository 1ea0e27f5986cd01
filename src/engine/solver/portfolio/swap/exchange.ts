import { ChosenLineups } from "../../../model/chosen-lineups.ts";
import type { Model, Rule } from "../../../model/model.ts";
import { picksThatPass } from "../../../model/passed-shares.ts";
import type { PlanShare, PortfolioPlan } from "../../../model/portfolio-plan.ts";
import type { SwapPlan } from "../../../model/swap-plan.ts";
import { type Interrupt, throwIfInterrupted } from "../../interrupt.ts";
import { failing } from "../failing.ts";
import type { LineupStream } from "../joint/lineup-stream.ts";
import type { LineupSource } from "../lineup-source.ts";
import { ruleOf } from "../rule-of.ts";
import { BySteps } from "../sequential/by-steps.ts";
import { type AssignedLineup, isBetter, type SwapState, type Violations } from "./swap-state.ts";
import type { TopLineups } from "./top-lineups.ts";

/**
 * A limit on one line's lineup that follows from the lineups of the other lines: it must pass or fail a
 * share's tests, or must not conflict with a lineup (`apart`). A line is contest entries with the same
 * lineup.
 */
export type Limit =
  | { readonly kind: "pass" | "fail"; readonly share: PlanShare; readonly index: number }
  | { readonly kind: "apart"; readonly picks: readonly number[] };

/**
 * All limits that the lineup of `line` must keep so that the plan is kept, given the lineups of the other
 * lines.
 */
export function limitsOf(plan: SwapPlan, state: SwapState, line: number): Limit[] {
  const { entries } = plan.lines[line]!;
  const shares = plan.shares.flatMap((share, index): Limit[] => {
    const own = state.held[line]!.shares.has(index) ? entries : 0;
    const others = state.counts[index]! - own;
    return [
      ...(others + entries > share.most ? [{ kind: "fail", share, index } as const] : []),
      ...(others < share.least ? [{ kind: "pass", share, index } as const] : []),
    ];
  });
  const apart = [...plan.avoid.map((picks) => [...picks]), ...othersOf(state, line)];
  return [...shares, ...apart.map((picks): Limit => ({ kind: "apart", picks }))];
}

function othersOf(state: SwapState, line: number): readonly (readonly number[])[] {
  return state.held.flatMap(({ picks }, other) => (other === line ? [] : [picks]));
}

/** A plan for one lineup of a group, which must keep the limits. */
function planOf(plan: SwapPlan, state: SwapState, group: number, limits: readonly Limit[]): PortfolioPlan {
  const model = state.models[group]!;
  const required = limits.flatMap((limit) => (limit.kind === "pass" ? limit.share.tests.map(ruleOf) : []));
  return {
    model: required.length === 0 ? model : { ...model, rules: [...model.rules, ...required] },
    count: 1,
    unique: plan.unique,
    choices: plan.choices,
    avoid: limits.flatMap((limit) => (limit.kind === "apart" ? [Int32Array.from(limit.picks)] : [])),
    shares: limits.flatMap((limit) => (limit.kind === "fail" ? [{ ...limit.share, least: 0, most: 0 }] : [])),
    random: null,
  };
}

/** Maximum number of limits to drop one by one; if no lineup keeps the rest, all are dropped. */
const MOST_DROPPED = 3;

interface BestForTools {
  readonly best: LineupSource;
  /** Returns whether `MOST_SOLVES` is exceeded. */
  readonly isSpent: () => boolean;
}

/**
 * The best lineup for a line, given the other lines: it keeps all limits, or all except as few as possible.
 * If `MOST_DROPPED` exceptions are not enough, or there were too many solves (`isSpent`), it is the best
 * lineup without limits. Null if the line's group has no lineup.
 * @throws AbortedError, TimeLimitError, UnsupportedModelError, SolverFailedError
 */
async function bestFor(
  plan: SwapPlan,
  state: SwapState,
  line: number,
  { best, isSpent }: BestForTools,
): Promise<AssignedLineup | null> {
  const { group } = plan.lines[line]!;
  const keeping = async (limits: readonly Limit[]): Promise<AssignedLineup | null> => {
    const asked = planOf(plan, state, group, limits);
    const found = await new BySteps(asked, best).next(asked.model, new ChosenLineups(asked));
    return found && state.read(found.picks, group);
  };
  const limits = limitsOf(plan, state, line);
  const whole = await keeping(limits);
  if (whole !== null || limits.length === 0) return whole;
  if ((await best(state.models[group]!, 1)).length === 0) return null;

  /**
   * The best lineup found that keeps all but at most `drops` of the limits in `kept`; null if none is found.
   * The limits to drop are tried in turn, each from a set that no lineup keeps (see `conflictOf`).
   */
  const without = async (kept: readonly Limit[], drops: number): Promise<AssignedLineup | null> => {
    if (isSpent()) return null;
    if (drops === 0) return keeping(kept);
    const conflict = await conflictOf(kept, keeping);
    let found: AssignedLineup | null = null;
    for (const limit of conflict) {
      const rest = kept.filter((other) => other !== limit);
      const held = await without(rest, (await keeping(rest)) === null ? drops - 1 : 0);
      if (held === null) continue;
      if (found === null || isBetter(state.violations(line, held), state.violations(line, found)))
        found = held;
    }
    return found;
  };
  for (let drops = 1; drops <= MOST_DROPPED; drops += 1) {
    const found = await without(limits, drops);
    if (found !== null) return found;
  }
  return keeping([]);
}

/**
 * Given limits that no lineup keeps together, returns an irreducible subset that no lineup keeps together
 * either.
 */
async function conflictOf(
  limits: readonly Limit[],
  keeping: (limits: readonly Limit[]) => Promise<AssignedLineup | null>,
): Promise<readonly Limit[]> {
  let conflict = limits;
  for (const limit of limits) {
    const rest = conflict.filter((other) => other !== limit);
    if ((await keeping(rest)) === null) conflict = rest;
  }
  return conflict;
}

/**
 * Adds the limits of shares to a model, as rules and barred picks; its lineups can still conflict with those
 * of other lines.
 * @throws UnsupportedModelError for a share whose tests a lineup can fail in too many ways.
 */
export function withinShares(
  model: Model,
  limits: readonly Limit[],
): { readonly model: Model; readonly barred: readonly number[] } {
  const barred: number[] = [];
  const rules: Rule[] = [];
  for (const limit of limits) {
    if (limit.kind === "apart") continue;
    const { tests } = limit.share;
    const picks = limit.kind === "fail" ? picksThatPass(tests) : null;
    if (picks === null) rules.push(...(limit.kind === "pass" ? tests : failing(limit.share)).map(ruleOf));
    else barred.push(...picks);
  }
  return { model: rules.length === 0 ? model : { ...model, rules: [...model.rules, ...rules] }, barred };
}

/**
 * How many lineups to request, at first and at most, to find one that keeps the shares and conflicts with no
 * other lineup.
 */
const FIRST_LINEUPS = 4;
const MOST_LINEUPS = 400;

/** Number of a group's lineups to try for a line whose lineup is missing or illegal. */
const LINEUPS_TRIED = 8;

/** Maximum number of solves, not counting those for the best lineups of groups. */
const MOST_SOLVES = 400;

export interface ExchangeTools {
  readonly best: LineupSource;
  readonly stream: LineupStream;
  readonly topLineups: TopLineups;
  /**
   * Per group (of lines with the same locked seats), all of its legal lineups; null if they cannot be listed.
   */
  readonly legal: readonly (readonly AssignedLineup[])[] | null;
  /** Called after each change of the state. */
  readonly onChange: () => void;
}

/**
 * Replaces each lineup that is missing or illegal by one of the best of its group, with as few violations as
 * possible.
 */
export async function giveLineups(
  plan: SwapPlan,
  state: SwapState,
  { topLineups, onChange }: Pick<ExchangeTools, "topLineups" | "onChange">,
  interrupt: Interrupt,
): Promise<void> {
  for (const line of inOrder(plan, state)) {
    if (state.held[line]!.isLegal) continue;
    throwIfInterrupted(interrupt);
    let looked = 0;
    for await (const held of topLineups.of(plan.lines[line]!.group)) {
      if (looked === LINEUPS_TRIED) break;
      looked += 1;
      const [theirs, now] = [state.violations(line, held), state.violations(line, state.held[line]!)];
      if (!isBetter(theirs, now)) continue;
      state.set(line, held);
      onChange();
      if (theirs.breaches <= now.breaches) break;
    }
  }
}

/**
 * Gives each line the best lineup that the other lines allow, until no line improves. A lineup is replaced
 * only for more points or fewer violations, so this ends.
 * @throws AbortedError, TimeLimitError, UnsupportedModelError, SolverFailedError
 */
export async function exchange(
  plan: SwapPlan,
  state: SwapState,
  { best: source, stream, topLineups, legal, onChange }: ExchangeTools,
  interrupt: Interrupt,
): Promise<void> {
  let solves = 0;
  const best: LineupSource = (model, count) => {
    solves += 1;
    return source(model, count);
  };
  for (let changed = true; changed; ) {
    changed = false;
    for (const line of inOrder(plan, state)) {
      if (solves > MOST_SOLVES) return;
      throwIfInterrupted(interrupt);
      const violations = state.violations(line, state.held[line]!);
      const found =
        legal === null ? await nextFor(line, violations) : bestOf(legal[plan.lines[line]!.group]!, line);
      if (found === null || !isBetter(state.violations(line, found), violations)) continue;
      state.set(line, found);
      onChange();
      changed = true;
    }
  }

  /** The best lineup for the line out of all lineups of its group; null if the group has none. */
  function bestOf(all: readonly AssignedLineup[], line: number): AssignedLineup | null {
    let best: { held: AssignedLineup; violations: Violations } | null = null;
    for (const held of all) {
      const violations = state.violations(line, held);
      if (best === null || isBetter(violations, best.violations)) best = { held, violations };
    }
    return best?.held ?? null;
  }

  /** Whether this lineup keeps the limits of its line and conflicts with no other lineup. */
  function keeps(line: number, held: AssignedLineup, limits: readonly Limit[]): boolean {
    const isKept = (limit: Limit) =>
      limit.kind === "apart" || held.shares.has(limit.index) === (limit.kind === "pass");
    return limits.every(isKept) && state.conflictsOf(line, held) === 0;
  }

  /** The best lineup for the line, given the others; null if the current one is as good, or there is none. */
  async function nextFor(line: number, now: Violations): Promise<AssignedLineup | null> {
    const { group, entries } = plan.lines[line]!;
    const limits = limitsOf(plan, state, line);
    const own = state.held[line]!;
    const isSettled = own.isWhole && own.isLegal && keeps(line, own, limits);
    const gainsNothing = (points: number) => isSettled && entries * points <= now.points;
    let isAny = false;
    for await (const held of topLineups.of(group)) {
      isAny = true;
      if (gainsNothing(held.points)) return null;
      if (keeps(line, held, limits)) return held;
    }
    if (!isAny) return null;
    const { model, barred } = withinShares(state.models[group]!, limits);
    solves += 1;
    let looked = 0;
    for await (const found of stream(model, FIRST_LINEUPS, barred)) {
      for (const { picks, points } of found) {
        if (gainsNothing(points)) return null;
        const held = state.readLegal(picks);
        if (keeps(line, held, limits)) return held;
      }
      looked += found.length;
      if (looked >= MOST_LINEUPS) break;
    }
    return bestFor(plan, state, line, { best, isSpent: () => solves > MOST_SOLVES });
  }
}

/**
 * The lines that can change: first those with missing players, then illegal ones, then those with breaches,
 * then the rest; among equal ones, the one with the fewest points first.
 */
function inOrder(plan: SwapPlan, state: SwapState): number[] {
  const violations = plan.lines.map((_, line) => state.violations(line, state.held[line]!));
  return [...plan.lines.keys()]
    .filter((line) => plan.lines[line]!.state !== "fixed")
    .sort((a, b) => {
      const [one, other] = [violations[a]!, violations[b]!];
      return (
        other.missing - one.missing ||
        other.illegal - one.illegal ||
        Number(other.breaches > 0) - Number(one.breaches > 0) ||
        state.held[a]!.points - state.held[b]!.points ||
        a - b
      );
    });
}
