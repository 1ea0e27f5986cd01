import type { Problem } from "../../contests/problem/problem.ts";
import { namedLineup } from "../../contests/problem/problem.ts";
import type { DrawSource, SimulatedSource } from "../../engine/model/draw-source.ts";
import type { Model } from "../../engine/model/model.ts";
import type { PortfolioLineup, PortfolioPlan, PortfolioProgress } from "../../engine/model/portfolio-plan.ts";
import { rulesFrom } from "../../engine/solver/portfolio/tests-as-rules.ts";
import { seatSolutions } from "../../lineup/document/seat-solutions.ts";
import { wholeOf } from "../../portfolio/ended-early.ts";
import type { PlannedPortfolio } from "../../portfolio/plan.ts";
import { TimeLimitError, UnsupportedModelError } from "../../shared/errors.ts";
import { GRID_SIZE, meanOf } from "../../shared/normal.ts";
import { type DrawTerms, drawSourceOf } from "../draw-source.ts";
import { expectedProblem } from "../projection-error.ts";
import { Tally, type Tools } from "../simulate.ts";
import type { EnteredLineup } from "./entered.ts";

/**
 * The factors by which points are scaled around their means, each for half of the draws. The best lineups at
 * full spread are often best by luck (bench/simulation/choose.ts).
 */
const SPREADS = [0.5, 0.25];
const DRAWS_FOR_SHARE = 4;
const MOST_TIME = 30_000;
const PART_OF_TIME = 0.25;

/**
 * The best lineups of draws with a reduced spread, and of extra draws under the rule of each minimum share.
 */
export async function drawnCandidates(
  problem: Problem,
  { model, shares }: PortfolioPlan,
  { draws, ...terms }: DrawTerms & { readonly draws: number },
  tools: Tools,
): Promise<EnteredLineup[]> {
  const own = terms.seed;
  const batches = [
    ...SPREADS.map((spread, at) => ({ spread, draws: Math.floor((draws + at) / SPREADS.length), rules: [] })),
    ...shares
      .filter(({ least }) => least > 0)
      .map(({ origin, tests, least }) => ({
        spread: 1,
        draws: Math.min(draws, DRAWS_FOR_SHARE * least),
        rules: rulesFrom(origin, tests),
      })),
  ];
  const lineups: EnteredLineup[] = [];
  for (const [at, { spread, draws: count, rules }] of batches.entries()) {
    if (count === 0) continue;
    const bound = { ...model, rules: [...model.rules, ...rules] };
    const source = drawSourceOf(expectedProblem(problem, terms), bound, { ...terms, seed: (own + at) | 0 });
    const tally = new Tally(bound, 1);
    const request = { model: bound, source: narrowed(source, spread), draws: count, top: 1 };
    await tools.search.drawn("draws", request, tools.control, (portion) => tally.add(portion));
    lineups.push(...seatedPicks(problem, bound, tally.lineups()));
  }
  return lineups;
}

/**
 * The portfolio with the most points, as far as time allows; null if none is found. Without a solver for
 * joint portfolios, as in pages without HiGHS, lineups are built one by one, if no share has a minimum.
 */
export async function bestPortfolio(
  { plan, method, problem }: Pick<PlannedPortfolio, "plan" | "method" | "problem">,
  tools: Tools,
): Promise<EnteredLineup[] | null> {
  const { search, control } = tools;
  const now = performance.now();
  const left = control.deadline === undefined ? Number.POSITIVE_INFINITY : control.deadline - now;
  const deadline = now + Math.min(MOST_TIME, PART_OF_TIME * left);
  let last: PortfolioProgress | null = null;
  try {
    const { outcome } = await search.portfolio(
      plan,
      { method },
      "auto",
      { ...control, deadline },
      (progress) => {
        last = progress;
      },
    );
    if (outcome.kind !== "solved") return null;
    return seatedPicks(problem, plan.model, outcome.solution.lineups);
  } catch (error) {
    if (error instanceof UnsupportedModelError) {
      const hasLeast = plan.shares.some(({ least }) => least > 0);
      if (method === "sequential" || hasLeast) return null;
      return bestPortfolio({ plan, method: "sequential", problem }, tools);
    }
    const whole = wholeOf(error, last, plan);
    if (whole === null && !(error instanceof TimeLimitError)) throw error;
    if (whole === null) return null;
    return seatedPicks(problem, plan.model, whole.lineups);
  }
}

export function narrowed(source: DrawSource, part: number): DrawSource {
  if (part === 1) return source;
  if ("hundredths" in source) return narrowedDraws(source, part);
  const outcomes = source.outcomes.slice();
  for (let at = 0; at < outcomes.length; at += GRID_SIZE) {
    const row = outcomes.subarray(at, at + GRID_SIZE);
    const mean = meanOf(row);
    for (let step = 0; step < GRID_SIZE; step += 1) row[step] = mean + part * (row[step]! - mean);
  }
  return { ...source, outcomes };
}

function narrowedDraws(source: SimulatedSource, part: number): SimulatedSource {
  const { entries } = source;
  const draws = source.hundredths.length / entries;
  const means = new Float64Array(entries);
  for (const [at, value] of source.hundredths.entries()) means[at % entries]! += value / draws;
  const hundredths = source.hundredths.map((value, at) => {
    const mean = means[at % entries]!;
    return Math.round(mean + part * (value - mean));
  });
  return { ...source, hundredths };
}

function seatedPicks(
  problem: Problem,
  model: Model,
  lineups: readonly Pick<PortfolioLineup, "picks">[],
): EnteredLineup[] {
  const solutions = lineups.map(({ picks }) => ({ picks, points: 0 }));
  return seatSolutions(model, solutions).map((lineup) => namedLineup(problem, lineup));
}
