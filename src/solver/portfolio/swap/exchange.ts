import type { SwapPlan } from "../../../model/swap-plan.ts";
import { type Interrupt, throwIfInterrupted } from "../../interrupt.ts";
import type { LineupSource } from "../lineup-source.ts";
import { bestFor } from "./best-for.ts";
import { Leaders } from "./leaders.ts";
import { limitsOf } from "./limits.ts";
import { type Held, isBetter, type Standing, type SwapState } from "./state.ts";
import { withinShares } from "./within-shares.ts";

/** How many lineups that keep shares are found at first, and at the most, for one that differs from the others'. */
const FIRST = 4;
const MOST = 256;

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
  const leaders = new Leaders(state, best);
  for (let changed = true; changed; ) {
    changed = false;
    for (const line of inOrder(plan, state)) {
      throwIfInterrupted(interrupt);
      const standing = state.standing(line, state.held[line]!);
      const found = await nextFor(line, standing);
      if (found === null || !isBetter(state.standing(line, found), standing)) continue;
      state.set(line, found);
      changed = true;
    }
  }

  /** The best that a line can have beside the others; null where what it has is as good, or there is nothing. */
  async function nextFor(line: number, now: Standing): Promise<Held | null> {
    const { group, entries } = plan.lines[line]!;
    const isSettled = !isAmiss(now);
    let isAny = false;
    for await (const held of leaders.of(group)) {
      if (held === null) break;
      isAny = true;
      if (isSettled && entries * held.points <= now.points) return null;
      if (!isAmiss(state.standing(line, held))) return held;
    }
    if (!isAny) return null;
    const model = withinShares(state.models[group]!, limitsOf(plan, state, line));
    for (let [asked, seen] = [FIRST, 0]; asked <= MOST; asked *= 4) {
      const found = await best(model, asked);
      for (const { picks, points } of found.slice(seen)) {
        if (isSettled && entries * points <= now.points) return null;
        const held = state.readLegal([...picks].sort((a, b) => a - b));
        if (!isAmiss(state.standing(line, held))) return held;
      }
      seen = found.length;
      if (seen < asked) break;
    }
    return bestFor(plan, state, line, best);
  }
}

function isAmiss({ missing, illegal, apart }: Standing): boolean {
  return missing + illegal + apart > 0;
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
