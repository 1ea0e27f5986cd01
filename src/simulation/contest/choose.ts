import { InfeasibleError, InvalidRequestError } from "../../errors.ts";
import { createSeater } from "../../lineup/seater.ts";
import type { ContestPlan } from "../../model/contest-plan.ts";
import type { Prospects } from "../../model/contest-prospects.ts";
import type { PortfolioPlan } from "../../model/portfolio-plan.ts";
import { satisfies } from "../../model/satisfies.ts";
import { avoidedPicks } from "../../portfolio/avoided.ts";
import type { Problem } from "../../problem/problem.ts";
import { PORTION } from "../../search/contest.ts";
import type { Search } from "../../search/search.ts";
import type { Control } from "../../solver/contract.ts";
import { type DrawTerms, drawSourceOf } from "../draw-source.ts";
import { Tally } from "../tally.ts";
import type { EnteredLineup, LineupReader } from "./entered.ts";
import { type ChoiceGoal, WORTHS } from "./goals.ts";
import { chooseGreedily } from "./greedy.ts";

/** Of what entries are chosen. */
export interface ChoiceTerms {
  readonly goal: ChoiceGoal;
  /** Lineups to choose from; by default, the best lineups of so many draws. */
  readonly candidates: readonly EnteredLineup[] | number;
}

/** What entries were chosen from. */
export interface Choice {
  readonly goal: ChoiceGoal;
  /** How many different lineups kept the rules of every lineup. */
  readonly candidates: number;
  /** In how many draws they were compared. */
  readonly draws: number;
}

interface Tools {
  readonly search: Search;
  readonly control: Control;
}

/** The best lineups of draws under the plan's rules, the most frequent first. */
export async function drawnCandidates(
  problem: Problem,
  { model }: PortfolioPlan,
  terms: DrawTerms & { readonly draws: number },
  { search, control }: Tools,
): Promise<EnteredLineup[]> {
  const tally = new Tally(model, 1);
  const source = drawSourceOf(problem, model, terms);
  await search.draws({ model, source, draws: terms.draws, top: 1 }, control, (portion) => tally.add(portion));
  const { slots, seat } = createSeater(model);
  const entries = new Int32Array(slots.length);
  return tally.lineups().map(({ picks }) => {
    seat(picks, entries, 0);
    return Array.from(slots, (slot, at) => ({
      uuid: problem.entries[entries[at]!]!.uuid,
      slot: problem.contest.slots[slot]!.name,
    }));
  });
}

/** Those of the lineups that keep the rules of every lineup, each once. */
export function legalCandidates(
  lineups: readonly EnteredLineup[],
  problem: Problem,
  { model }: PortfolioPlan,
  reader: LineupReader,
): { readonly lineups: EnteredLineup[]; readonly picks: number[][] } {
  const seen = new Set<string>();
  const found = { lineups: [] as EnteredLineup[], picks: [] as number[][] };
  const planned = avoidedPicks(lineups, problem, model);
  for (const [index, lineup] of lineups.entries()) {
    const picks = Array.from(planned[index]!);
    if (typeof reader.read(lineup) === "string" || seen.has(picks.join()) || !satisfies(model, picks))
      continue;
    seen.add(picks.join());
    found.lineups.push(lineup);
    found.picks.push(picks);
  }
  return found;
}

/** Chooses lineups that are worth the most together; `plan` is of the portfolio, `contest` has them as its own. */
export async function chooseLineups(
  candidates: readonly (readonly number[])[],
  { plan, contest, goal, draws }: ChosenBy,
  { search, control }: Tools,
): Promise<number[]> {
  const portions: Prospects[] = [];
  await search.prospects({ plan: contest, from: 0, draws }, control, (portion) => portions.push(portion));
  const prospects = joined(portions, candidates.length);
  const worth = WORTHS[goal]({ prospects, prizes: contest.prizes, draws, count: plan.count });
  const chosen = chooseGreedily(plan, candidates, worth);
  if (chosen.length < plan.count)
    throw new InfeasibleError(
      `Taken one after another, ${chosen.length} of ${candidates.length} candidates keep the portfolio's rules together, not ${plan.count}. Give more candidates, or loosen the rules.`,
      [],
    );
  return chosen;
}

interface ChosenBy {
  readonly plan: PortfolioPlan;
  readonly contest: ContestPlan;
  readonly goal: ChoiceGoal;
  readonly draws: number;
}

/** The prospects of all draws, lineup by lineup. */
function joined(portions: readonly Prospects[], lineups: number): Prospects {
  const first = new Int32Array(lineups + 1);
  for (let lineup = 0; lineup < lineups; lineup += 1)
    first[lineup + 1] =
      first[lineup]! +
      portions.reduce((sum, portion) => sum + portion.first[lineup + 1]! - portion.first[lineup]!, 0);
  const column = (read: (portion: Prospects, at: number, index: number) => number) => {
    const whole = new Int32Array(first[lineups]!);
    let to = 0;
    for (let lineup = 0; lineup < lineups; lineup += 1)
      for (const [index, portion] of portions.entries())
        for (let at = portion.first[lineup]!; at < portion.first[lineup + 1]!; at += 1) {
          whole[to] = read(portion, at, index);
          to += 1;
        }
    return whole;
  };
  return {
    first,
    draw: column(({ draw }, at, index) => draw[at]! + index * PORTION),
    score: column(({ score }, at) => score[at]!),
    above: column(({ above }, at) => above[at]!),
    level: column(({ level }, at) => level[at]!),
  };
}

/** @throws InvalidRequestError where lineups are drawn anew for each, which a choice of given ones cannot be */
export function refuseRandom({ random }: PortfolioPlan): void {
  if (random === null) return;
  throw new InvalidRequestError([
    {
      code: "invalid-random",
      detail:
        "points.random draws points for each lineup, and a choice is made of lineups that are there. Leave it out.",
      source: { pointer: "/portfolio/points/random" },
    },
  ]);
}
