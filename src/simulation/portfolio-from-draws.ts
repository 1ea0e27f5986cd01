import type { PortfolioLineup, PortfolioPlan } from "../engine/model/portfolio-plan.ts";
import type { PlannedPortfolio } from "../portfolio/plan.ts";
import type { TakenLineups } from "../portfolio/solve.ts";
import { InfeasibleError } from "../shared/errors.ts";
import { chooseGreedily } from "./contest/choose.ts";
import type { Worth } from "./contest/goals.ts";
import { type DrawTerms, drawSourceOf } from "./draw-source.ts";
import { type TalliedLineup, Tally, type Tools } from "./simulate.ts";

export type TakingTerms = DrawTerms & {
  readonly draws: number;
  readonly onShortfall?: "refuse" | "keep" | undefined;
};

/**
 * Chooses lineups that together keep a plan, one by one: those that are best in the most draws first, then
 * those with more points. @throws InfeasibleError if too few keep the plan, unless a shortfall is allowed
 */
export async function lineupsFromDraws(
  { plan, problem }: Pick<PlannedPortfolio, "plan" | "problem">,
  terms: TakingTerms,
  { search, control, onDraws }: Tools & { readonly onDraws: (done: number) => void },
): Promise<TakenLineups> {
  const { draws, seed, onShortfall } = terms;
  const { model } = plan;
  const tally = new Tally(model, 1);
  const source = drawSourceOf(problem, model, terms);
  await search.drawn("draws", { model, source, draws, top: 1 }, control, (portion) => {
    tally.add(portion);
    onDraws(tally.draws);
  });
  const found = candidatesOf(plan, tally);
  const worth: Pick<Worth, "gainOf" | "take"> = {
    gainOf: (lineup) => ({ gain: found[lineup]!.draws, most: found[lineup]!.draws }),
    take() {},
  };
  const chosen = chooseGreedily(
    plan,
    found.map(({ picks }) => picks),
    worth,
  ).map((index) => found[index]!);
  const reason = shortfallOf(plan, chosen.length, found.length);
  if (reason !== null && (onShortfall !== "keep" || chosen.length === 0))
    throw new InfeasibleError(reason, []);
  return {
    answered: {
      lineups: chosen,
      bound: null,
      prices: null,
      ...(reason !== null && { shortfall: { reason, isProved: false } }),
    },
    optimal: chosen.map((lineup) => lineup.draws / draws),
    simulation: { draws, seed, candidates: found.length },
  };
}

type Candidate = TalliedLineup & PortfolioLineup;

function candidatesOf({ model }: PortfolioPlan, tally: Tally): Candidate[] {
  return tally
    .lineups()
    .map(({ picks, draws }) => ({
      picks,
      draws,
      points: picks.reduce((sum, pick) => sum + model.picks.points[pick]!, 0),
    }))
    .sort((a, b) => b.draws - a.draws || b.points - a.points);
}

function shortfallOf({ count }: PortfolioPlan, taken: number, found: number): string | null {
  if (taken === count) return null;
  const [all, some] = [found, taken].map((number) => number.toLocaleString("en-US"));
  return `Of the ${all} lineups that are the best of a draw, only ${some} fit together under the portfolio's rules; ${count} are needed. Make more draws, or loosen the rules.`;
}
