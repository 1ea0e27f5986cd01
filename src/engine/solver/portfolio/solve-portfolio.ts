import { TimeLimitError, UnsupportedModelError } from "../../../shared/errors.ts";
import { ChosenLineups, picksThatPass } from "../../model/chosen-lineups.ts";
import type { LineupTest } from "../../model/lineup-test.ts";
import type {
  PortfolioMethod,
  PortfolioOutcome,
  PortfolioPlan,
  PortfolioProgress,
  ShortPortfolio,
} from "../../model/portfolio-plan.ts";
import { type Interrupt, partOfLeft, timeLeft } from "../interrupt.ts";
import { bestFirst } from "./joint/incumbent.ts";
import { solveJoint, TIME_TO_BUILD } from "./joint/joint.ts";
import { doubleAbove } from "./joint/totals.ts";
import { type PortfolioTools, searchMemory, streamByPaths, streamOf } from "./lineup-stream.ts";
import { lineupByLineup, solveSequential } from "./sequential/sequential.ts";
import { capacityBound, type PlanWithRules, sharesAsRules } from "./shares-as-rules.ts";
import { failingOf, ruleOf } from "./tests-as-rules.ts";

/**
 * Solves a plan by the method asked for. A joint portfolio starts from the sequential one and is never worse.
 * @throws AbortedError, TimeLimitError, UnsupportedModelError, SolverFailedError
 */
export async function solvePortfolio(
  plan: PortfolioPlan,
  { method, gap, isPreview = false }: PortfolioMethod,
  tools: PortfolioTools,
  interrupt: Interrupt,
  report: (progress: PortfolioProgress) => void,
): Promise<PortfolioOutcome> {
  if (isPreview)
    return (await import("./sequential/preview.ts")).solvePreview(plan, tools, interrupt, report);
  if (method === "sequential") return solveSequential(plan, tools, interrupt, report);
  const reduced = sharesAsRules(plan);
  const lacking = capacityBound(plan);
  if (lacking !== null)
    return { kind: "short", lineups: [], proved: true, witness: lacking, stoppedBy: null };
  const together = await solveTogether(reduced.plan, gap, tools, interrupt, report);
  const outcome = isUnexplained(together) ? await provedByOne(reduced.plan, together, tools) : together;
  if (reduced.became.length === 0) return outcome;
  return outcome.kind === "short"
    ? shortOf(reduced, outcome)
    : {
        ...outcome,
        solution: { ...outcome.solution, prices: pricesOf(plan, reduced, outcome.solution.prices) },
      };
}

async function solveTogether(
  plan: PortfolioPlan,
  gap: number | undefined,
  tools: PortfolioTools,
  interrupt: Interrupt,
  report: (progress: PortfolioProgress) => void,
): Promise<PortfolioOutcome> {
  const memory = searchMemory();
  const { best, pathEngine } = tools;
  const built = new ChosenLineups({ ...plan, shares: plan.shares.map((share) => ({ ...share, least: 0 })) });
  let mostOfOne: number | undefined;
  if (pathEngine === null) mostOfOne = await mostOfAnyLineup(plan, tools);
  else {
    const part = partOfLeft(interrupt, TIME_TO_BUILD);
    const reportStart = ({ lineups, ...progress }: PortfolioProgress, most: number | undefined) => {
      mostOfOne = most;
      const bound = most === undefined ? null : doubleAbove(BigInt(plan.count) * BigInt(most));
      report({ ...progress, lineups: bestFirst(lineups), bound, isStart: true });
    };
    try {
      await lineupByLineup(plan, tools, part, reportStart, built, memory);
    } catch (error) {
      if (!(error instanceof TimeLimitError) || timeLeft(interrupt) <= 0) throw error;
    }
  }
  const stream = pathEngine === null ? streamOf(best) : streamByPaths(pathEngine, best, interrupt, memory);
  const start = built.lineups.map(({ picks }) => picks);
  return solveJoint(plan, { gap, mostOfOne, start }, { stream, highs: tools.highs }, interrupt, report);
}

/**
 * An upper bound on the points of any lineup, in units: the points of the best lineup without the rules of
 * kind `disjunction`, which are slow. Undefined if there is no lineup, time runs out, or the solver does not
 * support the model.
 */
async function mostOfAnyLineup(
  { model }: PortfolioPlan,
  { best }: PortfolioTools,
): Promise<number | undefined> {
  const rules = model.rules.filter(({ kind }) => kind !== "disjunction");
  try {
    return (await best({ ...model, rules }, 1))[0]?.points;
  } catch (error) {
    if (!(error instanceof TimeLimitError || error instanceof UnsupportedModelError)) throw error;
    return undefined;
  }
}

/** Whether there is no proof, or it names no share although some lineups exist. */
function isUnexplained(outcome: PortfolioOutcome): outcome is ShortPortfolio {
  return (
    outcome.kind === "short" && (!outcome.proved || (outcome.witness === null && outcome.lineups.length > 0))
  );
}

async function provedByOne(
  plan: PortfolioPlan,
  outcome: ShortPortfolio,
  { best }: PortfolioTools,
): Promise<ShortPortfolio> {
  const { model, shares, count } = plan;
  const isNever = async (tests: readonly LineupTest[]) =>
    (await best({ ...model, rules: [...model.rules, ...tests.map(ruleOf)] }, 1)).length === 0;
  try {
    for (const [index, { tests, least, most }] of shares.entries()) {
      // For shares of single picks, column generation has proved this already.
      const failed = most < count && picksThatPass(tests) === null ? failingOf(tests) : null;
      if ((least > 0 && (await isNever(tests))) || (failed !== null && (await isNever(failed))))
        return { ...outcome, proved: true, witness: [index] };
    }
  } catch (error) {
    if (!(error instanceof TimeLimitError || error instanceof UnsupportedModelError)) throw error;
  }
  return outcome;
}

function shortOf({ left, became }: PlanWithRules, outcome: ShortPortfolio): ShortPortfolio {
  const { witness } = outcome;
  return {
    ...outcome,
    witness: witness && [...witness.map((at) => left[at]!), ...became].sort((a, b) => a - b),
  };
}

function pricesOf({ shares }: PortfolioPlan, { left }: PlanWithRules, prices: Float64Array | null) {
  if (prices === null) return null;
  const all = new Float64Array(shares.length).fill(Number.NaN);
  for (const [at, index] of left.entries()) all[index] = prices[at]!;
  return all;
}
