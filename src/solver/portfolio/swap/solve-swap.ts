import type { SwapPlan, SwapSolution } from "../../../model/swap-plan.ts";
import { greatestCommonDivisor } from "../../../shared/greatest-common-divisor.ts";
import type { Interrupt } from "../../interrupt.ts";
import { loadOrdered } from "../../paths/ordered/load.ts";
import { streamByPaths, streamOf } from "../joint/lineup-stream.ts";
import { doubleAbove } from "../joint/totals.ts";
import type { PortfolioTools } from "../lineup-source.ts";
import { exchange, giveLineups } from "./exchange.ts";
import { Leaders } from "./leaders.ts";
import { remembering } from "./remembering.ts";
import { isAmiss, isBetter, SwapState } from "./state.ts";
import { swapTogether } from "./together.ts";

/**
 * Swaps lines so that all keep the plan together as they will be, with the most points: lines that cannot stay get a
 * lineup, then each line by itself is given what the others leave it. Unless the method is sequential, the best of all
 * together is looked for first, and taken where it is as good as that. Where not all of the plan can be kept, as much as
 * can be found is. A line that gains nothing stays as it is, and one that cannot be swapped takes nothing from the others.
 * @throws AbortedError, TimeLimitError, UnsupportedModelError, SolverFailedError
 */
export async function solveSwap(
  plan: SwapPlan,
  tools: PortfolioTools,
  interrupt: Interrupt,
): Promise<SwapSolution> {
  await loadOrdered();
  const { best } = tools;
  const state = new SwapState(plan);
  const leaders = new Leaders(state, best);
  await giveLineups(plan, state, leaders, interrupt);
  const given = [...state.held];
  let bound: number | null = null;
  if (plan.method === "joint") {
    const found = await together(plan, state, tools, interrupt);
    ({ bound } = found);
    if (!found.isNear) await exchange(plan, state, { best, leaders }, interrupt);
  }
  const joint = [...state.held];
  const jointly = state.whole();
  // All sums are multiples of one step.
  const step = plan.model.picks.points.reduce((divisor, own) => greatestCommonDivisor(divisor, own), 0) || 1;
  if (isAmiss(jointly) || bound === null || bound - jointly.points >= step) {
    state.setAll(given);
    await exchange(plan, state, { best, leaders }, interrupt);
    if (plan.method === "joint" && !isBetter(state.whole(), jointly)) state.setAll(joint);
  }
  leaveWhatGainsNothing(plan, state);
  const whole = state.whole();
  const lines = plan.lines.map(({ current, state: standing }, line) => {
    const held = state.held[line]!;
    const isSame = standing !== "short" && held.picks.join() === current.join();
    return {
      picks: isSame || !held.isWhole ? null : held.picks,
      obstacle: held.isLegal || standing === "fixed" ? null : ("group" as const),
    };
  });
  return { lines, bound: isAmiss(whole) ? null : bound, alike: state.alike() };
}

/** Takes the best of all swaps of those lines that have a lineup, beside what the others keep. */
async function together(
  plan: SwapPlan,
  state: SwapState,
  { best, pathEngine, highs }: PortfolioTools,
  interrupt: Interrupt,
): Promise<{ readonly bound: number | null; readonly isNear: boolean }> {
  const open = [...plan.lines.keys()].filter(
    (line) => plan.lines[line]!.state !== "fixed" && state.held[line]!.isLegal,
  );
  const others = [...plan.lines.keys()].filter((line) => !open.includes(line));
  const counted = (share: number) =>
    others.reduce(
      (sum, line) => sum + (state.held[line]!.shares.has(share) ? plan.lines[line]!.entries : 0),
      0,
    );
  const rest = others.reduce(
    (sum, line) => sum + BigInt(plan.lines[line]!.entries) * BigInt(state.held[line]!.points),
    0n,
  );
  if (open.length === 0) return { bound: doubleAbove(rest), isNear: true };
  const left: SwapPlan = {
    ...plan,
    lines: open.map((line) => plan.lines[line]!),
    avoid: [...plan.avoid, ...others.map((line) => Int32Array.from(state.held[line]!.picks))],
    shares: plan.shares.map((share, index) => ({
      ...share,
      least: Math.max(0, share.least - counted(index)),
      most: Math.max(0, share.most - counted(index)),
    })),
  };
  const source = remembering(best);
  const stream = pathEngine === null ? streamOf(source) : streamByPaths(pathEngine, source, interrupt);
  const start = open.map((line) => state.held[line]!.picks);
  const found = await swapTogether(
    { plan: left, models: state.models, start },
    { stream, highs: await highs() },
    interrupt,
  );
  if (found.picks !== null) {
    const before = state.whole();
    const were = [...state.held];
    for (const [at, line] of open.entries()) state.set(line, state.readLegal(found.picks[at]!));
    if (!isBetter(state.whole(), before)) state.setAll(were);
  }
  return { bound: found.bound === null ? null : doubleAbove(found.bound + rest), isNear: found.isNear };
}

/** Gives lines their own lineups back where nothing is lost by it. */
function leaveWhatGainsNothing(plan: SwapPlan, state: SwapState): void {
  for (const [line, { current, group, state: standing }] of plan.lines.entries()) {
    if (standing !== "whole" || state.held[line]!.picks.join() === current.join()) continue;
    const own = state.read(current, group);
    if (!isBetter(state.standing(line, state.held[line]!), state.standing(line, own))) state.set(line, own);
  }
}
