import { groupBy } from "../../../../shared/collections.ts";
import { TimeLimitError, UnsupportedModelError } from "../../../../shared/errors.ts";
import { greatestCommonDivisor } from "../../../../shared/greatest-common-divisor.ts";
import type { SearchEnd } from "../../../model/portfolio-plan.ts";
import type { SwapPlan, SwapSolution } from "../../../model/swap-plan.ts";
import { type Interrupt, timeLeft } from "../../interrupt.ts";
import { loadOrdered } from "../../paths/ordered/load.ts";
import { Incumbent } from "../joint/incumbent.ts";
import { GAP, searchColumns } from "../joint/joint.ts";
import { keeps, MOST_WORK_IN_VAIN } from "../joint/restricted-integer-programs.ts";
import { planByClassOf } from "../joint/restricted-master.ts";
import type { Column } from "../joint/rows.ts";
import { doubleAbove } from "../joint/totals.ts";
import { type LineupStream, type PortfolioTools, streamByPaths, streamOf } from "../lineup-stream.ts";
import { REPORT_INTERVAL_MS } from "../sequential/sequential.ts";
import { exchange, TopLineups } from "./exchange.ts";
import { isBetter, isViolated, SwapState } from "./swap-state.ts";

/**
 * Finds the lineups of a late swap: together they keep the plan, or break it as little as possible, and have
 * the most points. Each lineup in turn is replaced by the best one that the others allow, missing and illegal
 * ones first. With the method `joint`, all lineups are then improved together. A lineup stays if
 * replacing it gains nothing. At the time limit, returns the best swap so far. `report` receives the swap
 * after changes (many small ones together) and after each new bound.
 * @throws AbortedError, UnsupportedModelError, SolverFailedError
 */
export async function solveSwap(
  plan: SwapPlan,
  tools: PortfolioTools,
  interrupt: Interrupt,
  report: (progress: SwapSolution) => void,
): Promise<SwapSolution> {
  await loadOrdered();
  const { best, pathEngine } = tools;
  const stream = pathEngine === null ? streamOf(best) : streamByPaths(pathEngine, best, interrupt);
  const state = new SwapState(plan);
  const topLineups = new TopLineups(state, best);
  let bound: bigint | null = null;
  let isImpossible = false;
  const answer = (isDone: boolean): SwapSolution => {
    const held = [...state.held];
    restoreUnimproved(plan, state);
    const most = plan.method === "joint" ? least(bound, mostOf(plan, state, topLineups)) : null;
    const solution = solutionOf(plan, state, topLineups, most, isDone);
    state.setAll(held);
    return { ...solution, isImpossible, isDone };
  };
  let nextReport = Number.NEGATIVE_INFINITY;
  let isPending = false;
  const onChange = (isUrgent = false) => {
    // Each report reads all lineups.
    isPending = !isUrgent && performance.now() < nextReport;
    if (isPending) return;
    report(answer(false));
    nextReport = performance.now() + REPORT_INTERVAL_MS;
  };
  const onBound = (proved: bigint) => {
    if (bound !== null && bound <= proved) return;
    bound = proved;
    onChange(true);
  };
  try {
    const byLine = { stream, topLineups, onChange };
    await exchange(plan, state, byLine, interrupt);
    // Now the best lineup of each group is known, which bounds the sum.
    onChange(true);
    if (plan.method === "sequential" || isProvedBest(plan, state, mostOf(plan, state, topLineups)))
      return answer(true);
    // A line that the exchange left without a legal lineup, although it has one, is no part of any proof.
    const isWhole = plan.lines.every(
      ({ state: own, group }, line) =>
        own === "fixed" || state.held[line]!.isLegal || topLineups.mostOf(group) === Number.NEGATIVE_INFINITY,
    );
    const byAll = { stream, onBound: isWhole ? onBound : () => {}, onChange };
    const found = await togetherFrom(plan, state, tools, byAll, interrupt);
    isImpossible = isWhole && found.isImpossible;
    if (!isProvedBest(plan, state, bound)) await exchange(plan, state, byLine, interrupt);
    const most = least(bound, mostOf(plan, state, topLineups));
    if (isProvedBest(plan, state, most)) return answer(true);
    const isDone = found.endedBy === "proof" || found.endedBy === "gap" || found.endedBy === "gains";
    return { ...answer(isDone), ...(found.endedBy === "no-solver" && { lacksSolver: true }) };
  } catch (error) {
    if (isPending) onChange(true);
    if (!(error instanceof TimeLimitError)) throw error;
    return answer(false);
  }
}

/** The points of the contest entries of these lines together, in units. */
function sumOf({ lines }: SwapPlan, { held }: SwapState, of: Iterable<number> = lines.keys()): bigint {
  let sum = 0n;
  for (const line of of) sum += BigInt(lines[line]!.entries) * BigInt(held[line]!.points);
  return sum;
}

/** Whether the swap keeps the plan, and `bound` proves that no other swap that keeps it has more points. */
function isProvedBest(plan: SwapPlan, state: SwapState, bound: bigint | null): boolean {
  const total = state.total();
  // All sums are multiples of one step.
  const step = plan.model.picks.points.reduce((divisor, own) => greatestCommonDivisor(divisor, own), 0) || 1;
  return !isViolated(total) && bound !== null && doubleAbove(bound) - total.points < step;
}

function solutionOf(
  plan: SwapPlan,
  state: SwapState,
  topLineups: TopLineups,
  bound: bigint | null,
  isDone: boolean,
): Omit<SwapSolution, "isImpossible" | "isDone"> {
  const lines = plan.lines.map(({ current, state: lineState, group }, line) => {
    const held = state.held[line]!;
    const isSame = lineState !== "short" && held.picks.join() === current.join();
    const hasNone = isDone || topLineups.mostOf(group) === Number.NEGATIVE_INFINITY;
    return {
      picks: isSame || !held.isWhole ? null : held.picks,
      obstacle:
        held.isLegal || lineState === "fixed" ? null : hasNone ? ("group" as const) : ("time" as const),
    };
  });
  const alike = state.conflicts();
  const isKept = !isViolated(state.total(alike));
  return { lines, bound: isKept && bound !== null ? doubleAbove(bound) : null, alike };
}

/**
 * An upper bound on the points of all contest entries together, in units, from the best lineups of each
 * group. Lines of a group with the same number of entries have different lineups: the best one, the second
 * best, and so on. Null if the best lineups of some group are not known yet.
 */
function mostOf(plan: SwapPlan, state: SwapState, topLineups: TopLineups): bigint | null {
  let sum = 0n;
  const ranks = new Map<string, number>();
  for (const [line, { group, entries, state: lineState }] of plan.lines.entries()) {
    const { points } = state.held[line]!;
    const kind = `${group} ${entries}`;
    const rank = ranks.get(kind) ?? 0;
    if (lineState !== "fixed") ranks.set(kind, rank + 1);
    const best = lineState === "fixed" ? points : topLineups.mostOf(group, rank);
    if (best === null) return null;
    sum += BigInt(entries) * BigInt(best === Number.NEGATIVE_INFINITY ? points : best);
  }
  return sum;
}

function least(one: bigint | null, other: bigint | null): bigint | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}

/** Improves all open lines (see `openSwapOf`) together, by column generation. */
async function togetherFrom(
  plan: SwapPlan,
  state: SwapState,
  { highs: load }: PortfolioTools,
  {
    stream,
    onBound,
    onChange,
  }: {
    readonly stream: LineupStream;
    readonly onBound: (bound: bigint) => void;
    readonly onChange: (isUrgent: boolean) => void;
  },
  interrupt: Interrupt,
): Promise<{ readonly isImpossible: boolean; readonly endedBy: SearchEnd }> {
  const open = openSwapOf(plan, state, stream);
  if (open === null) {
    onBound(sumOf(plan, state));
    return { isImpossible: false, endedBy: "proof" };
  }
  const highs = await load().catch((error: unknown) => {
    if (error instanceof UnsupportedModelError) return null;
    throw error;
  });
  if (highs === null) return { isImpossible: false, endedBy: "no-solver" };
  let last: readonly Column[] = open.held;
  const incumbent = new Incumbent(open.planByClass.plan, GAP, open.held, () => {
    const { chosen } = incumbent;
    if (incumbent.bound !== null) onBound(incumbent.bound + open.otherPoints);
    if (chosen === last) return;
    last = chosen;
    const before = state.total();
    const were = [...state.held];
    assign(plan, state, open, chosen);
    if (isBetter(state.total(), before)) onChange(true);
    else state.setAll(were);
  });
  if (keeps(open.planByClass.plan, open.held)) incumbent.take(open.held, true);
  const slow = { gap: GAP, mostInVain: MOST_WORK_IN_VAIN };
  const ended = await searchColumns(
    open.planByClass,
    { started: open.held, incumbent, slow, highs },
    interrupt,
  );
  if (typeof ended === "string") return { isImpossible: false, endedBy: ended };
  return { isImpossible: ended.proved, endedBy: timeLeft(interrupt) > 0 ? "gains" : "time" };
}

function restoreUnimproved(plan: SwapPlan, state: SwapState): void {
  for (const [line, { current, group, state: lineState }] of plan.lines.entries()) {
    if (lineState !== "whole" || state.held[line]!.picks.join() === current.join()) continue;
    const own = state.read(current, group);
    if (!isBetter(state.violations(line, state.held[line]!), state.violations(line, own)))
      state.set(line, own);
  }
}

/**
 * The lines that can change and have a legal lineup, with the limits that the others leave, as a plan for
 * column generation. `classes` are lines with the same locked seats and equally many contest entries, in the
 * plan's order; `otherPoints` are those of all other lines' contest entries, in units.
 */
function openSwapOf(plan: SwapPlan, state: SwapState, stream: LineupStream) {
  const { lines, model, unique, counted: kinds, choices } = plan;
  const isOpen = (line: number) => lines[line]!.state !== "fixed" && state.held[line]!.isLegal;
  const open = [...lines.keys()].filter(isOpen);
  if (open.length === 0) return null;
  const others = [...lines.keys()].filter((line) => !isOpen(line));
  const counted = (share: number) =>
    others.reduce((sum, line) => sum + (state.held[line]!.shares.has(share) ? lines[line]!.entries : 0), 0);
  const classes = [...groupBy(open, (line) => `${lines[line]!.group} ${lines[line]!.entries}`).values()];
  const planByClass = planByClassOf(
    {
      ...{ model, unique, counted: kinds, choices, random: null },
      count: open.reduce((sum, line) => sum + lines[line]!.entries, 0),
      avoid: [...plan.avoid, ...others.map((line) => Int32Array.from(state.held[line]!.picks))],
      shares: plan.shares.map((share, index) => ({
        ...share,
        least: Math.max(0, share.least - counted(index)),
        most: Math.max(0, share.most - counted(index)),
      })),
    },
    classes.map((own) => {
      const { group, entries } = lines[own[0]!]!;
      return { model: state.models[group]!, count: own.length, weight: entries };
    }),
    stream,
  );
  return {
    classes,
    planByClass,
    held: classes.flatMap((own, kind) =>
      own.map((line) => planByClass.classes[kind]!.columnOf(state.held[line]!.picks)),
    ),
    otherPoints: sumOf(plan, state, others),
  };
}

/** Gives open lines the chosen lineups. A line whose lineup before the swap is among them gets it back. */
function assign(
  { lines }: SwapPlan,
  state: SwapState,
  { classes }: Pick<NonNullable<ReturnType<typeof openSwapOf>>, "classes">,
  chosen: readonly Column[],
): void {
  for (const [kind, own] of classes.entries()) {
    const left = chosen.filter((column) => column.kind === kind);
    const rest = own.filter((line) => {
      const at = left.findIndex(({ picks }) => picks.join() === lines[line]!.current.join());
      if (at !== -1) state.set(line, state.readLegal(left.splice(at, 1)[0]!.picks));
      return at === -1;
    });
    for (const line of rest) state.set(line, state.readLegal(left.shift()!.picks));
  }
}
