import type { Problem } from "../contests/problem/problem.ts";
import type { Model } from "../engine/model/model.ts";
import type { DrawsRequest } from "../engine/search/draws.ts";
import type { PackedSolutions } from "../engine/solver/packed-solutions.ts";
import { type DrawTerms, drawSourceOf } from "./draw-source.ts";
import { type Simulation, simulationOf } from "./shares.ts";
import { SeatedLineups, Tally } from "./tally.ts";

/** How a slate is simulated. */
export type SimulationTerms = DrawTerms & {
  readonly draws: number;
  /** How many of the best lineups of each draw are counted. */
  readonly top: number;
};

/** Solves draws; `take` receives them portion by portion. */
type SolveDraws = (request: DrawsRequest, take: (portion: PackedSolutions) => void) => Promise<void>;

/**
 * Draws points many times and counts the best lineups. `onDraws` receives the number of draws done, and a
 * function that returns their result.
 * @throws Error if no lineup is legal, without the reason.
 */
export async function simulate(
  problem: Problem,
  model: Model,
  terms: SimulationTerms,
  solve: SolveDraws,
  onDraws: (done: number, soFar: () => Simulation) => void,
): Promise<Simulation> {
  const { draws, top } = terms;
  const tally = new Tally(model, top);
  const seated = new SeatedLineups(model);
  const counted = () => simulationOf(problem, tally, seated, terms);
  await solve({ model, source: drawSourceOf(problem, model, terms), draws, top }, (portion) => {
    if (portion.picks[0] === -1) throw new Error("No lineup is legal, so no draw has one.");
    tally.add(portion);
    seated.follow(tally);
    onDraws(tally.draws, counted);
  });
  return counted();
}
