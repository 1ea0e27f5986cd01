import type { SwapPlan } from "../../../model/swap-plan.ts";
import { type Interrupt, throwIfInterrupted } from "../../interrupt.ts";
import type { LineupSource } from "../lineup-source.ts";
import { bestFor } from "./best-for.ts";
import { isBetter, type SwapState } from "./state.ts";

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
  const pointsOf = (line: number) => state.held[line]?.points ?? 0;
  return [...plan.lines.keys()].sort((a, b) => {
    const [one, other] = [standings[a]!, standings[b]!];
    return urgency(other) - urgency(one) || pointsOf(a) - pointsOf(b) || a - b;
  });
}
