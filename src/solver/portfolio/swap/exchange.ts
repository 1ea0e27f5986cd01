import type { Rule } from "../../../model/model.ts";
import type { PlanShare, PortfolioPlan } from "../../../model/portfolio-plan.ts";
import type { SwapPlan } from "../../../model/swap-plan.ts";
import { type Interrupt, throwIfInterrupted } from "../../interrupt.ts";
import type { LineupSource } from "../lineup-source.ts";
import { BySteps } from "../sequential/by-steps.ts";
import { Record } from "../sequential/record.ts";
import { type Held, isBetter, type SwapState } from "./state.ts";

const ORIGIN = { constraint: "portfolio", pointer: null, words: "" };

/**
 * Gives each line the best lineup that the others leave it, again and again until none gets a better one. A line changes
 * only for more points, or where that brings the lines nearer to what the plan asks; so it ends.
 * @throws AbortedError, TimeLimitError, UnsupportedModelError, SolverFailedError
 */
export async function exchange(
  plan: SwapPlan,
  state: SwapState,
  best: LineupSource,
  interrupt: Interrupt,
): Promise<void> {
  const tops = new Map<number, number | null>();
  const topOf = async (group: number) => {
    if (!tops.has(group)) tops.set(group, (await best(state.models[group]!, 1))[0]?.points ?? null);
    return tops.get(group)!;
  };
  for (let changed = true; changed; ) {
    changed = false;
    for (const line of inOrder(plan, state)) {
      throwIfInterrupted(interrupt);
      const now = state.held[line]!;
      const standing = state.standing(line, now);
      const top = await topOf(plan.lines[line]!.group);
      if (top === null) continue;
      const isSettled = standing.missing + standing.illegal + standing.apart === 0;
      if (isSettled && now!.points >= top) continue;
      const found = await bestFor(plan, state, line, best);
      if (found === null || !isBetter(state.standing(line, found), standing)) continue;
      state.set(line, found);
      changed = true;
    }
  }
}

/** Lines that cannot stay as they are first, then those that break something, then those with the fewest points. */
function inOrder(plan: SwapPlan, state: SwapState): number[] {
  const standings = plan.lines.map((_, line) => state.standing(line, state.held[line]!));
  const urgency = ({ missing, illegal, apart }: (typeof standings)[number]) =>
    missing > 0 ? 3 : illegal > 0 ? 2 : Number(apart > 0);
  return [...plan.lines.keys()].sort((a, b) => {
    const [one, other] = [standings[a]!, standings[b]!];
    return urgency(other) - urgency(one) || state.held[a]!.points - state.held[b]!.points || a - b;
  });
}

/**
 * The best lineup of a line that keeps all that can be kept beside the others: uniqueness and shares, else what is kept
 * now, else uniqueness alone, else nothing.
 */
export async function bestFor(
  plan: SwapPlan,
  state: SwapState,
  line: number,
  best: LineupSource,
): Promise<Held | null> {
  const { group } = plan.lines[line]!;
  for (const limits of [wanted(plan, state, line), noWorse(plan, state, line), []]) {
    const asked = askedOf(plan, state, line, limits);
    const found = await new BySteps(asked, best).next(asked.model, new Record(asked));
    if (found !== null) return state.read(found.picks, group);
  }
  const [any] = await best(state.models[group]!, 1);
  return any === undefined ? null : state.read(any.picks, group);
}

/** Whether a lineup must pass a share's tests, or must not. */
interface Limit {
  readonly share: PlanShare;
  readonly must: boolean;
}

/** What a line must pass and must not so that every share holds. */
function wanted(plan: SwapPlan, state: SwapState, line: number): Limit[] {
  const { entries } = plan.lines[line]!;
  return plan.shares.flatMap((share, index) => {
    const others = countOfOthers(plan, state, line, index);
    const limits: Limit[] = [];
    if (others + entries > share.most) limits.push({ share, must: false });
    if (others < share.least) limits.push({ share, must: true });
    return limits;
  });
}

/** The same, but that what does not hold now need not hold then. */
function noWorse(plan: SwapPlan, state: SwapState, line: number): Limit[] {
  return wanted(plan, state, line).filter(({ share, must }) => {
    const index = plan.shares.indexOf(share);
    const count = state.counts[index]!;
    const passes = state.held[line]?.shares.has(index) ?? false;
    return must ? count >= share.least || passes : count <= share.most || !passes;
  });
}

function countOfOthers(plan: SwapPlan, state: SwapState, line: number, share: number): number {
  const own = state.held[line]?.shares.has(share) ? plan.lines[line]!.entries : 0;
  return state.counts[share]! - own;
}

/** The plan of the one lineup, beside those of the others. */
function askedOf(plan: SwapPlan, state: SwapState, line: number, limits: readonly Limit[]): PortfolioPlan {
  const { group } = plan.lines[line]!;
  const model = state.models[group]!;
  const required = limits.flatMap(({ share, must }) =>
    must ? share.tests.map((test): Rule => ({ kind: "clauses", ...test, origin: ORIGIN })) : [],
  );
  return {
    model: { ...model, rules: [...model.rules, ...required] },
    count: 1,
    unique: plan.unique,
    choices: plan.choices,
    avoid: [
      ...plan.avoid,
      ...state.held.flatMap((held, other) =>
        held === null || other === line ? [] : [Int32Array.from(held.picks)],
      ),
    ],
    shares: limits.flatMap(({ share, must }) => (must ? [] : [{ ...share, least: 0, most: 0 }])),
    random: null,
  };
}
