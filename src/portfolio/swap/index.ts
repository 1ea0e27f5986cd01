import { buildModel } from "../../contests/constraints/readers/build-model.ts";
import type { FileSeats } from "../../contests/problem/problem.ts";
import { POINT_UNITS } from "../../engine/model/model.ts";
import type { SwapPlan, SwapSolution } from "../../engine/model/swap-plan.ts";
import { AbortedError, SolverFailedError, TimeLimitError } from "../../shared/errors.ts";
import type { Portfolio } from "../../shared/schema/portfolio.ts";
import type { PortfolioResult } from "../../shared/schema/portfolio-result.ts";
import { type AskedPortfolio, CHANGING } from "../description.ts";
import { gapBelow, portfolioResult } from "../outcome.ts";
import { Findings, type Lines } from "../places.ts";
import { type PlannedPortfolio, planPortfolio } from "../plan.ts";
import {
  type AnsweredSwap,
  type SolveSwap,
  type SwapInputs,
  type SwappedLineups,
  type SwapReport,
  type SwapTogether,
  swapLineups,
} from "./swap-lineups.ts";

interface SwapAsked
  extends Omit<SwapInputs, "startsOf">,
    Pick<AskedPortfolio, "portfolio" | "portfolioLines" | "facts" | "avoided"> {
  readonly seats?: FileSeats | undefined;
}

export async function swapOf(
  { problem, projections }: Pick<AskedPortfolio, "problem" | "projections">,
  { seats, portfolio, portfolioLines, facts, avoided, ...inputs }: SwapAsked,
  solve: SolveSwap,
): Promise<SwappedLineups> {
  const swap = { ...inputs, startsOf: seats?.startsOf };
  if (portfolio === undefined) {
    const model = buildModel(problem);
    const plain = { model, unique: 0, choices: null, avoid: [], shares: [], method: "joint" } as const;
    const { entries, bound, stoppedBy } = await swapLineups(problem, plain, swap, solve);
    return { entries, bound, stoppedBy, portfolio: null };
  }
  const described = { problem, projections, portfolio, portfolioLines, facts, avoided };
  const planned = planPortfolio({ ...described, closed: inputs.closed, count: inputs.entries.length });
  refuseChanging(planned.description, portfolioLines);
  const { plan, method } = planned;
  const together = await swapLineups(planned.problem, { ...plan, method }, swap, solve);
  const { entries, bound, stoppedBy } = together;
  return { entries, bound, stoppedBy, portfolio: resultOf(planned, together) };
}

/** Refuses points that differ from lineup to lineup: they would change every entry, even without news. */
function refuseChanging({ points }: Portfolio, lines: Lines | undefined): void {
  const findings = new Findings(lines);
  for (const [field, what] of CHANGING)
    if (points?.[field] !== undefined)
      findings.refuse(
        `invalid-${field}`,
        ["points", field],
        `${what} for each lineup, so a swap would change every entry. Remove it for a swap.`,
      );
  findings.throwIfAny();
}

/** `shortfall` lists the limits that the final lineups break. */
function resultOf(
  planned: PlannedPortfolio,
  { lineups, bound, alike, isImpossible }: SwapTogether,
): PortfolioResult {
  const { points } = planned.plan.model.picks;
  const result = portfolioResult(planned, {
    lineups: lineups.map((picks) => ({ picks, points: picks.reduce((sum, pick) => sum + points[pick]!, 0) })),
    bound: null,
    prices: null,
  });
  const unkept = [
    ...result.shares
      .filter(({ lineups: held, least, most }) => held < least || held > most)
      .map(
        ({ what, asked, lineups: held }) =>
          `${what} is in ${held} of ${lineups.length} lineups (required: ${asked})`,
      ),
    ...(alike === 0 ? [] : [`${alike} ${alike === 1 ? "pair" : "pairs"} of lineups overlap too much`]),
  ];
  return {
    ...result,
    bound,
    gap: gapBelow(bound, result.sum),
    ...(unkept.length > 0 && {
      shortfall: {
        reason: `These rules of the portfolio are not met after the swap: ${unkept.join("; ")}.`,
        isProved: isImpossible,
      },
    }),
  };
}

export function swappedSoFar(
  { lines, model }: SwapPlan,
  solution: SwapSolution,
): { readonly swapped: number; readonly report: SwapReport } {
  const { points } = model.picks;
  let [swapped, units] = [0, 0];
  for (const [line, { entries, current }] of lines.entries()) {
    const { picks } = solution.lines[line]!;
    if (picks !== null) swapped += entries;
    units += entries * (picks ?? current).reduce((sum, pick) => sum + points[pick]!, 0);
  }
  const sum = units / POINT_UNITS;
  const bound = solution.bound === null ? null : solution.bound / POINT_UNITS;
  return { swapped, report: { sum, bound, gap: gapBelow(bound, sum) } };
}

/**
 * Runs a search for swaps. If it ends early, returns its last report: at a time limit, when a solver fails,
 * or at a signal if `onInterrupt` is `keep`.
 * @throws the error of `search`, if there is no report or the caller does not want it
 */
export async function answeredSwap(
  search: (report: (progress: SwapSolution) => void) => Promise<{ readonly solution: SwapSolution }>,
  onInterrupt: "refuse" | "keep" | undefined,
): Promise<AnsweredSwap> {
  const reported: SwapSolution[] = [];
  try {
    const { solution } = await search((progress) => {
      reported[0] = progress;
    });
    if (solution.isDone) return { solution, stoppedBy: null };
    return { solution, stoppedBy: solution.lacksSolver ? "no-solver" : "time-limit" };
  } catch (error) {
    const [solution] = reported;
    const stoppedBy = stoppedByOf(error);
    if (solution === undefined || stoppedBy === null) throw error;
    if (stoppedBy === "interrupt" && onInterrupt !== "keep") throw error;
    return { solution, stoppedBy };
  }
}

function stoppedByOf(error: unknown): AnsweredSwap["stoppedBy"] {
  if (error instanceof TimeLimitError) return "time-limit";
  if (error instanceof AbortedError) return "interrupt";
  return error instanceof SolverFailedError ? "solver-failure" : null;
}
