import type { SwapPlan, SwapSolution } from "../../../model/swap-plan.ts";
import type { Interrupt } from "../../interrupt.ts";
import type { LineupSource } from "../lineup-source.ts";
import { exchange } from "./exchange.ts";
import { SwapState } from "./state.ts";

/**
 * Swaps lines so that all keep the plan together as they will be. A line that gains nothing stays as it is, and one that
 * cannot be swapped takes nothing from the others.
 * @throws AbortedError, TimeLimitError, UnsupportedModelError, SolverFailedError
 */
export async function solveSwap(
  plan: SwapPlan,
  { best }: { readonly best: LineupSource },
  interrupt: Interrupt,
): Promise<SwapSolution> {
  const state = new SwapState(plan);
  await exchange(plan, state, best, interrupt);
  const lines = await Promise.all(
    plan.lines.map(async ({ current, group }, line) => {
      const held = state.held[line]!;
      const isSame = held === null || held.picks.join() === current?.join();
      const isSound = held?.isLegal === true;
      return {
        picks: isSame ? null : held.picks,
        obstacle: isSound ? null : (await best(state.models[group]!, 1)).length === 0 ? "group" : "others",
      } as const;
    }),
  );
  return { lines, bound: null };
}
