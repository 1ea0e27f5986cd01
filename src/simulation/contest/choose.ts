import type { Problem } from "../../contests/problem/problem.ts";
import { ChosenLineups } from "../../engine/model/chosen-lineups.ts";
import type { ContestPlan, Prospects } from "../../engine/model/contest-plan.ts";
import type { PortfolioPlan } from "../../engine/model/portfolio-plan.ts";
import { satisfies } from "../../engine/model/satisfies.ts";
import { CONTEST_PORTION } from "../../engine/search/draws.ts";
import { avoidedPicks } from "../../portfolio/avoided.ts";
import { InfeasibleError, invalidRequest } from "../../shared/errors.ts";
import type { Tools } from "../simulate.ts";
import type { EnteredLineup, LineupReader } from "./entered.ts";
import { type ChoiceGoal, WORTHS, type Worth } from "./goals.ts";

export interface ChoiceTerms {
  readonly goal: ChoiceGoal;
  /**
   * The lineups to choose from, or the number of draws whose best ones they are, with the portfolio of the
   * most points.
   */
  readonly candidates: readonly EnteredLineup[] | number;
}

export interface Choice {
  readonly goal: ChoiceGoal;
  readonly candidates: number;
  readonly draws: number;
  /**
   * By the goal: the mean of the total payment, or of what the best entry of a draw is paid, in currency; or
   * the chance that one is first.
   */
  readonly worth: number;
  readonly portfolioWorth: number | null;
  readonly heldOut: { readonly worth: number; readonly portfolioWorth: number | null };
}

interface ChoosingTools extends Tools {
  readonly onDraws: (done: number) => void;
}

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
    if (!(reader.read(lineup) instanceof Int32Array) || seen.has(picks.join()) || !satisfies(model, picks))
      continue;
    seen.add(picks.join());
    found.lineups.push(lineup);
    found.picks.push(picks);
  }
  return found;
}

/**
 * Chooses the lineups with the highest joint value under the plan; `candidates` has the picks of
 * `contest.own`. The better of `start` and the greedy choice is improved by exchanges. In the draws that
 * choose, choices look better than they are, so a second set, from `otherFrom` on, decides between `start`,
 * the better of both, and the improved one.
 */
export async function chooseLineups(
  candidates: readonly (readonly number[])[],
  chosenBy: ChosenBy,
  tools: ChoosingTools,
): Promise<ContestChoice> {
  const { plan, start } = chosenBy;
  const worth = await worthOver([...candidates.keys()], 0, chosenBy, tools);
  const greedy = chooseGreedily(plan, candidates, worth);
  const isWhole = greedy.length === plan.count;
  if (!isWhole && start === null)
    throw new InfeasibleError(
      `Chosen one after another, only ${greedy.length} of ${candidates.length} candidates fit together under the portfolio's rules; ${plan.count} are needed. Give more candidates, or loosen the rules.`,
      [],
    );
  const greedyWorth = worth.total;
  let chosen = greedy;
  let startWorth: number | null = null;
  const sets: { readonly lineups: number[]; readonly worth: number }[] = [];
  if (start !== null) {
    for (const one of greedy) worth.drop(one);
    for (const one of start) worth.take(one);
    startWorth = worth.total;
    chosen = [...start];
    sets.push({ lineups: chosen, worth: startWorth });
    if (isWhole && greedyWorth > startWorth) {
      for (const one of start) worth.drop(one);
      for (const one of greedy) worth.take(one);
      chosen = greedy;
    }
  }
  if (chosen === greedy) sets.push({ lineups: greedy, worth: greedyWorth });
  sets.push({ lineups: exchangeLineups(plan, candidates, worth, chosen), worth: worth.total });

  const known = [...new Set(sets.flatMap(({ lineups }) => lineups))];
  const placeOf = new Map(known.map((lineup, place) => [lineup, place]));
  const otherWorth = await worthOver(known, chosenBy.otherFrom, chosenBy, {
    ...tools,
    onDraws: (done) => tools.onDraws(chosenBy.draws + done),
  });
  const others = sets.map(({ lineups }) => {
    for (const one of lineups) otherWorth.take(placeOf.get(one)!);
    const { total } = otherWorth;
    for (const one of lineups) otherWorth.drop(placeOf.get(one)!);
    return total;
  });
  const best = others.lastIndexOf(Math.max(...others));
  return {
    ...{ chosen: sets[best]!.lineups, worth: sets[best]!.worth, startWorth },
    heldOut: { worth: others[best]!, startWorth: start === null ? null : others[0]! },
  };
}

interface ContestChoice {
  readonly chosen: number[];
  readonly worth: number;
  readonly startWorth: number | null;
  readonly heldOut: { readonly worth: number; readonly startWorth: number | null };
}

async function worthOver(
  lineups: readonly number[],
  from: number,
  { plan: { count }, contest, goal, draws }: ChosenBy,
  { search, control, onDraws }: ChoosingTools,
): Promise<Worth> {
  const { own, seats, prizes } = contest;
  const some = new Uint16Array(lineups.length * seats);
  for (const [place, lineup] of lineups.entries())
    some.set(own.subarray(lineup * seats, (lineup + 1) * seats), place * seats);
  const portions: Prospects[] = [];
  await search.drawn("prospects", { plan: { ...contest, own: some }, from, draws }, control, (portion) => {
    portions.push(portion);
    onDraws(Math.min(draws, portions.length * CONTEST_PORTION));
  });
  return WORTHS[goal]({ prospects: joined(portions, lineups.length), prizes, draws, count });
}

interface ChosenBy {
  readonly plan: PortfolioPlan;
  readonly contest: ContestPlan;
  readonly goal: ChoiceGoal;
  readonly draws: number;
  /** The first draw of the second set; a multiple of `CONTEST_PORTION`. */
  readonly otherFrom: number;
  readonly start: readonly number[] | null;
}

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
    draw: column(({ draw }, at, index) => draw[at]! + index * CONTEST_PORTION),
    score: column(({ score }, at) => score[at]!),
    above: column(({ above }, at) => above[at]!),
    level: column(({ level }, at) => level[at]!),
  };
}

/** @throws InvalidRequestError for `points.random` and `points.decay`, which cannot apply to given lineups */
export function refuseChanging({ random, decay }: PortfolioPlan): void {
  const field = random !== null ? "random" : decay !== undefined ? "decay" : null;
  if (field === null) return;
  throw invalidRequest(
    `invalid-${field}`,
    `/portfolio/points/${field}`,
    `\`points.${field}\` changes points for each new lineup, but a choice picks among existing lineups. Leave it out.`,
  );
}

const MOST_ROUNDS = 3;
/** The most candidates that are compared with a chosen lineup, by gain. */
const MOST_COMPARED = 40;
/** As a fraction of the total worth, so that rounding causes no exchange. */
const LEAST_GAIN = 1e-9;

/**
 * Replaces lineups by candidates that are worth more, as long as the plan is kept. `worth` has taken `chosen`
 * before, and the returned ones after.
 */
export function exchangeLineups(
  plan: PortfolioPlan,
  candidates: readonly (readonly number[])[],
  worth: Worth,
  chosen: readonly number[],
): number[] {
  const taken = [...chosen];
  const shares = new Map<number, ReadonlySet<number>>();
  for (let round = 0, found = true; found && round < MOST_ROUNDS; round += 1) {
    found = false;
    const contenders = contendersOf(candidates, worth, taken);
    // The lineups chosen last add the least.
    for (let place = taken.length - 1; place >= 0; place -= 1) {
      const own = taken[place]!;
      worth.drop(own);
      const record = new ChosenLineups(plan);
      for (const other of taken) if (other !== own) record.add({ picks: candidates[other]!, points: 0 });
      const lacking = [...plan.shares.keys()].filter(
        (share) => record.passing[share]! < plan.shares[share]!.least,
      );
      const isLegal = (candidate: number) => {
        if (!record.hasRoomFor(candidates[candidate]!)) return false;
        if (lacking.length === 0) return true;
        const passed = shares.get(candidate) ?? new Set(record.sharesOf(candidates[candidate]!));
        shares.set(candidate, passed);
        return lacking.every((share) => passed.has(share));
      };
      let best = own;
      let most = worth.gainOf(own).gain + LEAST_GAIN * Math.abs(worth.total);
      let compared = 0;
      for (const candidate of contenders) {
        if (compared === MOST_COMPARED) break;
        if (taken.includes(candidate) || !isLegal(candidate)) continue;
        compared += 1;
        const { gain } = worth.gainOf(candidate);
        if (gain > most) [best, most] = [candidate, gain];
      }
      worth.take(best);
      taken[place] = best;
      found ||= best !== own;
    }
  }
  return taken;
}

function contendersOf(
  candidates: readonly (readonly number[])[],
  worth: Worth,
  taken: readonly number[],
): number[] {
  const known = new Set(taken);
  return [...candidates.keys()]
    .filter((candidate) => !known.has(candidate))
    .map((candidate) => ({ candidate, gain: worth.gainOf(candidate).gain }))
    .sort((a, b) => b.gain - a.gain || a.candidate - b.candidate)
    .map(({ candidate }) => candidate);
}

/**
 * Chooses lineups one by one, each time the one that adds the most among those the plan still allows; of
 * equal gains, the earlier candidate. docs/engine.md states the guarantee.
 */
export function chooseGreedily(
  plan: PortfolioPlan,
  candidates: readonly (readonly number[])[],
  worth: Pick<Worth, "gainOf" | "take">,
): number[] {
  const record = new ChosenLineups(plan);
  const shares = candidates.map((picks) => new Set(record.sharesOf(picks)));
  const bounds = candidates.map((_, candidate) => worth.gainOf(candidate).most);
  const chosen: number[] = [];
  while (chosen.length < plan.count) {
    const left = plan.count - chosen.length;
    // Minimum shares that need all lineups still to be chosen: only lineups that they count are chosen.
    const urgent = [...plan.shares.keys()].filter(
      (share) => plan.shares[share]!.least - record.passing[share]! >= left,
    );
    const next = best(bounds, worth, (candidate) => {
      if (!record.hasRoomFor(candidates[candidate]!)) bounds[candidate] = Number.NEGATIVE_INFINITY;
      return (
        bounds[candidate] !== Number.NEGATIVE_INFINITY &&
        urgent.every((share) => shares[candidate]!.has(share))
      );
    });
    if (next === -1) break;
    worth.take(next);
    record.add({ picks: candidates[next]!, points: 0 });
    bounds[next] = Number.NEGATIVE_INFINITY;
    chosen.push(next);
  }
  return chosen;
}

/**
 * The candidate that adds the most; -1 if there is none. A gain is recomputed, and its limit in `bounds`
 * lowered, only if it could be the largest.
 */
function best(
  bounds: number[],
  worth: Pick<Worth, "gainOf">,
  isFree: (candidate: number) => boolean,
): number {
  const barred = new Set<number>();
  const gains = new Map<number, number>();
  for (;;) {
    let [top, most] = [-1, Number.NEGATIVE_INFINITY];
    for (let candidate = 0; candidate < bounds.length; candidate += 1) {
      if (bounds[candidate]! <= most) continue;
      const own = gains.get(candidate) ?? bounds[candidate]!;
      if (own <= most || barred.has(candidate)) continue;
      [top, most] = [candidate, own];
    }
    if (top === -1 || gains.has(top)) return top;
    if (isFree(top)) {
      const { gain, most: bound } = worth.gainOf(top);
      gains.set(top, gain);
      bounds[top] = bound;
    } else barred.add(top);
  }
}
