import { picksThatPass } from "../../../model/chosen-lineups.ts";
import type { Model, Rule } from "../../../model/model.ts";
import type { PlanShare } from "../../../model/portfolio-plan.ts";
import type { SwapPlan } from "../../../model/swap-plan.ts";
import { type Interrupt, throwIfInterrupted } from "../../interrupt.ts";
import type { LineupSource, LineupStream } from "../lineup-stream.ts";
import { failing, ruleOf } from "../tests-as-rules.ts";
import { type AssignedLineup, isBetter, type SwapState, type Violations } from "./swap-state.ts";

/** How many lineups of a group, or for a line, to look at: at first, and at most. */
const FIRST_LINEUPS = 8;
const MOST_LINEUPS = 128;

/** The best lineups of each group (of lines with the same locked seats), found as they are needed. */
export class TopLineups {
  readonly #state: SwapState;
  readonly #best: LineupSource;
  readonly #lists = new Map<number, { readonly held: readonly AssignedLineup[]; readonly isAll: boolean }>();

  constructor(state: SwapState, best: LineupSource) {
    this.#state = state;
    this.#best = best;
  }

  /**
   * Upper bound on the points, in units, of the group's lineup with this rank (0 for its best one). -Infinity
   * if the group has no lineup, null if none was searched for yet.
   */
  mostOf(group: number, rank = 0): number | null {
    const list = this.#lists.get(group);
    if (list === undefined) return null;
    return list.held[Math.min(rank, list.held.length - 1)]?.points ?? Number.NEGATIVE_INFINITY;
  }

  /** Yields the group's lineups, best first, up to the maximum. */
  async *of(group: number): AsyncGenerator<AssignedLineup, void> {
    for (let at = 0; ; at += 1) {
      let list = this.#lists.get(group);
      if (list === undefined || (at === list.held.length && !list.isAll && at < MOST_LINEUPS)) {
        const asked = list === undefined ? FIRST_LINEUPS : 4 * list.held.length;
        const found = await this.#best(this.#state.models[group]!, asked);
        list = {
          held: found.map(({ picks }, index) => list?.held[index] ?? this.#state.read(picks, group)),
          isAll: found.length < asked,
        };
        this.#lists.set(group, list);
      }
      const next = list.held[at];
      if (next === undefined) return;
      yield next;
    }
  }
}

/** What a share asks of one line's lineup, given those of the other lines. */
interface Limit {
  readonly kind: "pass" | "fail";
  readonly share: PlanShare;
  readonly index: number;
}

function limitsOf(plan: SwapPlan, state: SwapState, line: number): Limit[] {
  const { entries } = plan.lines[line]!;
  return plan.shares.flatMap((share, index): Limit[] => {
    const own = state.held[line]!.shares.has(index) ? entries : 0;
    const others = state.counts[index]! - own;
    return [
      ...(others + entries > share.most ? [{ kind: "fail", share, index } as const] : []),
      ...(others < share.least ? [{ kind: "pass", share, index } as const] : []),
    ];
  });
}

/**
 * Adds the limits of shares to a model, as rules and barred picks; its lineups can still conflict with those
 * of other lines.
 * @throws UnsupportedModelError for a share whose tests a lineup can fail in too many ways.
 */
function withinShares(
  model: Model,
  limits: readonly Limit[],
): { readonly model: Model; readonly barred: readonly number[] } {
  const barred: number[] = [];
  const rules: Rule[] = [];
  for (const limit of limits) {
    const { tests } = limit.share;
    const picks = limit.kind === "fail" ? picksThatPass(tests) : null;
    if (picks === null) rules.push(...(limit.kind === "pass" ? tests : failing(limit.share)).map(ruleOf));
    else barred.push(...picks);
  }
  return { model: rules.length === 0 ? model : { ...model, rules: [...model.rules, ...rules] }, barred };
}

/** Maximum number of searches, not counting those for the best lineups of groups. */
const MOST_SEARCHES = 400;

export interface ExchangeTools {
  readonly stream: LineupStream;
  readonly topLineups: TopLineups;
  readonly onChange: () => void;
}

/**
 * Gives each line the best lineup that the other lines allow, until no line improves. A lineup is replaced
 * only for more points or fewer violations, so this ends.
 * @throws AbortedError, TimeLimitError, UnsupportedModelError, SolverFailedError
 */
export async function exchange(
  plan: SwapPlan,
  state: SwapState,
  { stream, topLineups, onChange }: ExchangeTools,
  interrupt: Interrupt,
): Promise<void> {
  let searches = 0;
  for (let changed = true; changed; ) {
    changed = false;
    for (const line of inOrder(plan, state)) {
      if (searches > MOST_SEARCHES) return;
      throwIfInterrupted(interrupt);
      const violations = state.violations(line, state.held[line]!);
      const found = await nextFor(line, violations);
      if (found === null || !isBetter(state.violations(line, found), violations)) continue;
      state.set(line, found);
      onChange();
      changed = true;
    }
  }

  function bestOf(all: Iterable<AssignedLineup>, line: number): AssignedLineup | null {
    let best: { held: AssignedLineup; violations: Violations } | null = null;
    for (const held of all) {
      const violations = state.violations(line, held);
      if (best === null || isBetter(violations, best.violations)) best = { held, violations };
    }
    return best?.held ?? null;
  }

  function keeps(line: number, held: AssignedLineup, limits: readonly Limit[]): boolean {
    const isKept = (limit: Limit) => held.shares.has(limit.index) === (limit.kind === "pass");
    return limits.every(isKept) && state.conflictsOf(line, held) === 0;
  }

  /**
   * The best lineup found for the line, given the others: it keeps all limits, or is the best of those that
   * were looked at. Null if the current one is as good, or there is none.
   */
  async function nextFor(line: number, now: Violations): Promise<AssignedLineup | null> {
    const { group, entries } = plan.lines[line]!;
    const limits = limitsOf(plan, state, line);
    const own = state.held[line]!;
    const isSettled = own.isWhole && own.isLegal && keeps(line, own, limits);
    const gainsNothing = (points: number) => isSettled && entries * points <= now.points;
    const seen: AssignedLineup[] = [];
    for await (const held of topLineups.of(group)) {
      seen.push(held);
      if (gainsNothing(held.points)) return null;
      if (keeps(line, held, limits)) return held;
    }
    if (seen.length === 0) return null;
    const { model, barred } = withinShares(state.models[group]!, limits);
    searches += 1;
    let looked = 0;
    for await (const found of stream(model, FIRST_LINEUPS, barred)) {
      for (const { picks, points } of found) {
        if (gainsNothing(points)) return null;
        const held = state.readLegal(picks);
        seen.push(held);
        if (keeps(line, held, limits)) return held;
      }
      looked += found.length;
      if (looked >= MOST_LINEUPS) break;
    }
    return bestOf(seen, line);
  }
}

/** The lines that can change, the worst first; among equal ones, the one with the fewest points. */
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
