import type { SwapPlan, SwapSolution } from "../../../model/swap-plan.ts";
import type { Interrupt } from "../../interrupt.ts";
import { loadOrdered } from "../../paths/ordered/load.ts";
import { streamByPaths, streamOf } from "../joint/lineup-stream.ts";
import { doubleAbove } from "../joint/totals.ts";
import type { PortfolioTools } from "../lineup-source.ts";
import { exchange } from "./exchange.ts";
import { isBetter, SwapState } from "./state.ts";
import { swapTogether } from "./together.ts";

/**
 * Swaps lines so that all keep the plan together as they will be, with the most points: each for itself beside the
 * others, and where all of them then keep the plan, the best of all together. A line that gains nothing stays as it is,
 * and one that cannot be swapped takes nothing from the others.
 * @throws AbortedError, TimeLimitError, UnsupportedModelError, SolverFailedError
 */
export async function solveSwap(
  plan: SwapPlan,
  { best, pathEngine, highs }: PortfolioTools,
  interrupt: Interrupt,
): Promise<SwapSolution> {
  await loadOrdered();
  const state = new SwapState(plan);
  await exchange(plan, state, best, interrupt);
  let bound: number | null = null;
  if (isKept(plan, state) && plan.lines.length > 0) {
    const stream = pathEngine === null ? streamOf(best) : streamByPaths(pathEngine, best, interrupt);
    const found = await swapTogether(plan, state, { stream, highs: await highs() }, interrupt);
    bound = found.bound === null ? null : doubleAbove(found.bound);
    for (const [line, picks] of found.picks?.entries() ?? [])
      state.set(line, state.read(picks, plan.lines[line]!.group));
    leaveWhatGainsNothing(plan, state);
  }
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
  return { lines, bound };
}

/** Whether all lines keep the plan. */
function isKept(plan: SwapPlan, state: SwapState): boolean {
  return plan.lines.every((_, line) => {
    const { missing, illegal, apart } = state.standing(line, state.held[line]!);
    return missing + illegal + apart === 0;
  });
}

/** Gives lines their own lineups back where nothing is lost by it. */
function leaveWhatGainsNothing(plan: SwapPlan, state: SwapState): void {
  for (const [line, { current, group }] of plan.lines.entries()) {
    if (current === null || state.held[line]!.picks.join() === current.join()) continue;
    const own = state.read(current, group);
    if (!isBetter(state.standing(line, state.held[line]!), state.standing(line, own))) state.set(line, own);
  }
}
