import { buildModel } from "../../contests/constraints/readers/build-model.ts";
import { judgeOf } from "../../contests/constraints/readers/contest-table.ts";
import { type Problem, seatFinder } from "../../contests/problem/problem.ts";
import type { ContestPlan, Field } from "../../engine/model/contest-plan.ts";
import type { DrawSource } from "../../engine/model/draw-source.ts";
import { type Model, POINT_UNITS } from "../../engine/model/model.ts";
import { CONTEST_PORTION } from "../../engine/search/draws.ts";
import { type PricedLineup, priceLineup } from "../../lineup/document/priced-lineup.ts";
import { checkPortfolio } from "../../portfolio/check/check-portfolio.ts";
import type { PlannedPortfolio } from "../../portfolio/plan.ts";
import { plain, REPORT_IT } from "../../shared/errors/message-parts.ts";
import { SolverFailedError } from "../../shared/errors.ts";
import { seatCount } from "../../shared/roster.ts";
import type { fieldSchema, Payouts } from "../../shared/schema/contest-play.ts";
import type * as z from "../../shared/schema/zod.ts";
import { percentText } from "../../shared/words.ts";
import { cutChances, type DrawTerms, drawSourceOf } from "../draw-source.ts";
import { mean } from "../mean.ts";
import { expectedProblem, outChances } from "../projection-error.ts";
import type { Tools } from "../simulate.ts";
import { bestPortfolio, drawnCandidates } from "./candidates.ts";
import { type Choice, type ChoiceTerms, chooseLineups, legalCandidates, refuseChanging } from "./choose.ts";
import { type EnteredLineup, LineupReader } from "./entered.ts";
import {
  countsIn,
  drawnOpponents,
  type FieldFit,
  type FieldOwnership,
  givenOpponents,
  type Opponents,
  ownershipIn,
} from "./opponents.ts";
import { estimatedOwnership, type OwnershipTerms } from "./ownership.ts";
import {
  type AllReturns,
  cents,
  type EntryReturns,
  prizesOf,
  ReturnsSum,
  relativeDeviation,
  summedPrizes,
} from "./prizes.ts";

export type FieldTerms =
  | { readonly lineups: readonly EnteredLineup[] }
  | {
      readonly size: number;
      readonly ownership?: FieldOwnership | undefined;
      readonly leastSalary?: number | undefined;
      readonly others: number;
    };

export function fieldTerms(field: z.output<typeof fieldSchema>): FieldTerms {
  if ("lineups" in field) return field;
  const { ownership } = field;
  return { ...field, ownership: ownership && ownershipIn(ownership) };
}

type OpenTerms = DrawTerms & {
  readonly draws: number;
  readonly field: FieldTerms;
  readonly ownership: OwnershipTerms;
};

type StageTerms = OpenTerms & { readonly payouts: Payouts };

interface Entering {
  readonly entries: readonly EnteredLineup[];
  readonly payouts: Payouts;
}

export type ContestTerms = OpenTerms & Entering;

/** Real entries know what their opponents know. */
type Opened = Entering & { readonly isReal: boolean };

export interface ContestResult {
  readonly draws: number;
  readonly seed: number;
  readonly fee: number;
  readonly prizes: number;
  readonly places: number;
  readonly field: {
    readonly size: number;
    readonly distinct: number;
    readonly leftOut: number;
    readonly fit: FieldFit | null;
    /** Drawn by given or by estimated ownership, or given as `lineups`. */
    readonly source: "ownership" | "estimated" | "lineups";
    /** The standings in which opponents' habits were measured; null if there are none. */
    readonly standings: string | null;
    readonly points: { readonly opponents: number; readonly own: number };
  };
  readonly doubt: string | null;
  readonly entries: readonly EntryReturns[];
  readonly all: AllReturns;
  /** What the entries win if projections err as past ones did; null while draws go on. */
  readonly withProjectionError: ErringReturns | null;
}

type ErringReturns = Pick<AllReturns, "mean" | "error" | "profit" | "percentiles">;

const FIELD_DRAWS = 4 * CONTEST_PORTION;
const MULTIPLES = [1, 2, 5, 10, 100, 1_000, 10_000, 100_000];

interface ChosenContest {
  readonly choice: Choice;
  readonly contest: ContestResult;
  readonly lineups: readonly PricedLineup[];
}

interface ContestTools extends Tools {
  readonly onDraws: (done: number, soFar: () => ContestResult) => void;
}

interface ChoiceTools extends ContestTools {
  readonly onProgress: (done: number) => void;
}

export async function playContest(
  problem: Problem,
  model: Model,
  terms: ContestTerms,
  tools: ContestTools,
): Promise<ContestResult> {
  const { entries } = terms;
  const source = drawSourceOf(problem, model, terms);
  const reader = new LineupReader(problem, model);
  const own = reader.readAll(entries, "entries");
  const opponents = await opponentsOf(problem, { ...terms, own, reader }, tools);
  const erring = erringSource(problem, model, terms);
  const stage = stageOf(model, { source, erring }, opponents, terms.payouts, entries.length);
  return returnsOf(
    terms,
    { ...stage, problem, entries, own, from: 0, duplicates: opponents.duplicates },
    tools,
  );
}

/**
 * Draws the opponents once. What it returns simulates what entries win against them if projections err as past
 * ones did.
 */
export async function openContest(
  problem: Problem,
  model: Model,
  terms: OpenTerms,
  tools: Tools,
): Promise<(entering: Opened, tools: Tools) => Promise<AllReturns>> {
  const reader = new LineupReader(problem, model);
  const opponents = await opponentsOf(problem, { ...terms, own: new Uint16Array(), reader }, tools);
  const source = erringSource(problem, model, terms);
  return async ({ entries, payouts, isReal }, playing) => {
    const own = reader.readAll(entries, "entries");
    const stage = stageOf(model, { source, erring: source }, opponents, payouts, entries.length);
    const plan = erringPlan(terms, { ...stage, problem, own }, isReal);
    const played = await fewReturns(plan, { from: 0, draws: terms.draws }, playing);
    return played.all(payouts.fee * entries.length, null);
  };
}

/**
 * Chooses the entries that are worth the most together under a portfolio's rules, simulates them over other
 * draws, and checks all rules again. @throws InfeasibleError if there are too few candidates; SolverFailedError
 */
export async function chooseEntries(
  planned: PlannedPortfolio,
  terms: StageTerms & ChoiceTerms,
  { onProgress, ...tools }: ChoiceTools,
): Promise<ChosenContest> {
  const { problem, plan } = planned;
  refuseChanging(plan);
  const { draws, goal } = terms;
  const isSimulated = "simulated" in terms;
  const candidates =
    isSimulated && typeof terms.candidates === "number"
      ? Math.min(terms.candidates, draws)
      : terms.candidates;
  // Candidates come from the first of the simulated outcomes only.
  const candidateTerms: DrawTerms = isSimulated
    ? { ...terms, simulated: { ...terms.simulated, order: terms.simulated.order.subarray(0, draws) } }
    : terms;
  const model = buildModel(problem);
  const source = drawSourceOf(problem, model, terms);
  const reader = new LineupReader(problem, model);
  const isDrawn = typeof candidates === "number";
  const portfolio = isDrawn ? await bestPortfolio(planned, tools) : null;
  const given = isDrawn
    ? await drawnCandidates(problem, plan, { ...candidateTerms, draws: candidates }, tools)
    : candidates;
  const { lineups, picks } = legalCandidates([...(portfolio ?? []), ...given], problem, plan, reader);
  const own = reader.readAll(lineups, "candidates");
  const opponents = await opponentsOf(problem, { ...terms, own, reader }, tools);
  const erring = erringSource(problem, model, terms);
  const stage = stageOf(model, { source, erring }, opponents, terms.payouts, plan.count);
  const otherFrom = portionStart(Math.max(draws, isDrawn ? candidates : 0));
  const start = portfolio && [...portfolio.keys()];
  const { chosen, worth, startWorth, heldOut } = await chooseLineups(
    picks,
    { plan, contest: erringPlan(terms, { ...stage, problem, own }), goal, draws, otherFrom, start },
    { ...tools, onDraws: onProgress },
  );
  const { seats } = reader;
  const taken = new Uint16Array(chosen.length * seats);
  for (const [index, lineup] of chosen.entries())
    taken.set(own.subarray(lineup * seats, (lineup + 1) * seats), index * seats);
  const contest = await returnsOf(
    terms,
    {
      ...stage,
      problem,
      entries: chosen.map((lineup) => lineups[lineup]!),
      own: taken,
      from: otherFrom + portionStart(draws),
      duplicates: opponents.duplicates && Float64Array.from(chosen, (one) => opponents.duplicates![one]!),
    },
    {
      ...tools,
      onDraws(done, soFar) {
        onProgress(2 * draws + done);
        tools.onDraws(done, soFar);
      },
    },
  );
  const inUnits = (all: number) => all / draws / (goal === "first" ? 1 : 100);
  const orNull = (all: number | null) => (all === null ? null : inUnits(all));
  const choice = {
    ...{ goal, candidates: lineups.length, draws, worth: inUnits(worth) },
    portfolioWorth: orNull(startWorth),
    heldOut: { worth: inUnits(heldOut.worth), portfolioWorth: orNull(heldOut.startWorth) },
  };
  return { choice, contest, lineups: checkedChoice(planned, contest) };
}

/** The chosen entries, checked without the simulation. @throws SolverFailedError */
function checkedChoice(
  { plan, description, problem, people, avoided, asked }: PlannedPortfolio,
  { entries }: ContestResult,
): PricedLineup[] {
  const seatOf = seatFinder(problem);
  const lineups = entries.map(({ seats }) => priceLineup(problem, seats.map(seatOf)));
  const seated = lineups.map(({ seats }) => seats);
  const { count } = plan;
  const broken = [
    ...seated.flatMap(judgeOf(problem)),
    ...checkPortfolio(seated, { description, problem, people, count, avoided, facts: asked.facts }),
  ];
  if (broken[0] !== undefined)
    throw new SolverFailedError(`The chosen entries break a rule: ${plain(broken[0].detail)} ${REPORT_IT}`);
  return lineups;
}

export function portionStart(draw: number): number {
  return Math.ceil(draw / CONTEST_PORTION) * CONTEST_PORTION;
}

function erringSource(problem: Problem, model: Model, terms: DrawTerms): DrawSource {
  return drawSourceOf(expectedProblem(problem, terms), model, terms);
}

/** `erring` has the points to expect if projections err as past ones did. */
function stageOf(
  model: Model,
  { source, erring }: Readonly<Record<"source" | "erring", DrawSource>>,
  opponents: Opponents,
  payouts: Payouts,
  entries: number,
) {
  const prizes = prizesOf(payouts, opponents.size + entries);
  const fee = cents(payouts.fee);
  return {
    opponents,
    prizes,
    erring,
    points: model.picks.points,
    plan: {
      source,
      entryOf: model.picks.entry,
      seats: seatCount(model.slots),
      field: opponents.field,
      prizes: summedPrizes(prizes),
      amounts: Float64Array.from(MULTIPLES.map((one) => one * fee).filter((one) => one <= prizes[0]!)),
    },
  };
}

interface Played extends ReturnType<typeof stageOf> {
  readonly problem: Problem;
  readonly entries: readonly EnteredLineup[];
  readonly own: Uint16Array;
  readonly from: number;
  readonly duplicates: Float64Array | null;
}

async function returnsOf(
  terms: StageTerms,
  { problem, opponents, prizes, points, plan, erring, entries, own, from, duplicates }: Played,
  { search, control, onDraws }: ContestTools,
): Promise<ContestResult> {
  const { draws, seed, payouts, field: asked } = terms;
  const { field, size, leftOut, fit, standings, others } = opponents;
  const chance = cutChances(problem.entries, terms);
  const sum = new ReturnsSum();
  const twins = countsIn(field, own, plan.seats).map((drawn, at) => ({
    expected: duplicates?.[at] ?? null,
    drawn,
  }));
  const means = meanPointsOf(field, own, plan.seats, points);
  const cost = payouts.fee * entries.length;
  const resultOf = (spread: number | null, other: ReturnsSum | null): ContestResult => {
    const all = sum.all(cost, spread);
    const withProjectionError = other && erringReturns(all, cost, sum.totals(), other);
    return {
      draws: sum.draws,
      seed,
      fee: payouts.fee,
      prizes: prizes.reduce((total, one) => total + one, 0) / 100,
      places: prizes.length,
      field: {
        size,
        distinct: field.weights.length,
        leftOut,
        fit,
        source: "lineups" in asked ? "lineups" : asked.ownership ? "ownership" : "estimated",
        standings,
        points: means,
      },
      doubt: doubtOf((withProjectionError ?? all).profit, means, "lineups" in asked),
      entries: sum.entries(entries, plan.amounts, twins).map((one) => ({
        ...one,
        ...(chance && { cut: chance(one.seats.map(({ uuid }) => uuid)) }),
      })),
      all,
      withProjectionError,
    };
  };
  await search.drawn("contest", { plan: { ...plan, own }, from, draws }, control, (returns) => {
    sum.add(returns);
    onDraws(sum.draws, () => resultOf(null, null));
  });
  const totals: Float64Array[] = [];
  for (const other of others) {
    const played = await fewReturns({ ...plan, own, field: other }, { from, draws }, { search, control });
    totals.push(played.totals());
  }
  const erred = erringPlan(terms, { problem, plan, erring, own });
  const played = await fewReturns(erred, { from, draws }, { search, control });
  return resultOf(totals.length < 2 ? null : relativeDeviation(totals), played);
}

async function fewReturns(
  plan: ContestPlan,
  { from, draws }: Readonly<Record<"from" | "draws", number>>,
  { search, control }: Tools,
): Promise<ReturnsSum> {
  const sum = new ReturnsSum();
  const request = { plan, from, draws: Math.min(draws, FIELD_DRAWS) };
  await search.drawn("contest", request, control, (returns) => sum.add(returns));
  return sum;
}

/**
 * With the projections' error, entries get picks of their own, whose players may be out, and score less than
 * opponents', who follow the news and have other projections; but `isReal` entries know it as well.
 */
function erringPlan(
  terms: OpenTerms,
  { problem, erring: source, own, plan }: Pick<Played, "problem" | "plan" | "erring" | "own">,
  isReal = false,
): ContestPlan {
  if (isReal) return { ...plan, source, own };
  const { entryOf } = plan;
  const known = "lineups" in terms.field ? 0 : terms.ownership.table.known.value;
  const chances = outChances(problem, terms);
  const picks = [...new Set(own)].filter((pick) => !Number.isNaN(chances[entryOf[pick]!]!));
  const from = entryOf.length;
  const places = new Map(picks.map((pick, at) => [pick, from + at]));
  const multiplier = [...source.multiplier, ...picks.map((pick) => (1 - known) * source.multiplier[pick]!)];
  return {
    ...plan,
    source: { ...source, multiplier: Float64Array.from(multiplier) },
    entryOf: Int32Array.from([...entryOf, ...picks.map((pick) => entryOf[pick]!)]),
    own: own.map((pick) => places.get(pick) ?? pick),
    absence: { from, chances },
  };
}

/**
 * What the entries win with erring projections, from fewer draws than `all`: the same draws as the first ones
 * of `totals` show how much less it is.
 */
function erringReturns(
  all: AllReturns,
  cost: number,
  totals: Float64Array,
  other: ReturnsSum,
): ErringReturns {
  const found = other.all(cost, null);
  const off = other.totals().map((total, draw) => (total - totals[draw]!) / 100);
  const middle = mean(off);
  const square = mean(off.map((one) => (one - middle) ** 2));
  const won = all.mean + middle;
  return {
    ...{ mean: won, error: Math.sqrt(all.error ** 2 + square / off.length) },
    ...{ profit: cost === 0 ? 0 : won / cost - 1, percentiles: found.percentiles },
  };
}

type OpponentTerms = DrawTerms &
  Pick<StageTerms, "field" | "ownership"> & { readonly own: Uint16Array; readonly reader: LineupReader };

export async function opponentsOf(
  problem: Problem,
  { field, own, reader, ...terms }: OpponentTerms,
  { search, control }: Tools,
): Promise<Opponents> {
  const { seed } = terms;
  if ("lineups" in field) return givenOpponents(field.lineups, reader, seed);
  const ownership = field.ownership ?? {
    shares: await estimatedOwnership(problem, terms, { search, control }),
  };
  const { size, leastSalary, others } = field;
  return drawnOpponents(problem, { size, ownership, leastSalary, others, seed, own }, search, control);
}

const MOST_BELIEVABLE = 0.5;

/** Mean points; `points` has those of each pick, in units. */
function meanPointsOf(
  field: Field,
  own: Uint16Array,
  seats: number,
  points: Float64Array,
): ContestResult["field"]["points"] {
  const totalOf = (lineups: Uint16Array, lineup: number) =>
    lineups.subarray(lineup * seats, (lineup + 1) * seats).reduce((sum, pick) => sum + points[pick]!, 0);
  const meanOf = (lineups: Uint16Array, weights: ArrayLike<number>) => {
    let [sum, count] = [0, 0];
    for (let lineup = 0; lineup < weights.length; lineup += 1) {
      sum += weights[lineup]! * totalOf(lineups, lineup);
      count += weights[lineup]!;
    }
    return count === 0 ? 0 : sum / count / POINT_UNITS;
  };
  return {
    opponents: meanOf(field.lineups, field.weights),
    own: meanOf(own, new Uint8Array(own.length / seats).fill(1)),
  };
}

/** Why a mean profit is not credible, and what to do; null if it is. */
function doubtOf(
  profit: number,
  { opponents, own }: ContestResult["field"]["points"],
  isGiven: boolean,
): string | null {
  if (profit <= MOST_BELIEVABLE) return null;
  const weaker =
    own > opponents && opponents > 0
      ? ` The opponents' lineups project ${opponents.toFixed(1)} points on average, ${percentText(100 * (1 - opponents / own))} fewer than your entries.`
      : "";
  const [why, check] = isGiven
    ? [
        "",
        "Check that the projections are of this slate and from before its games, and that the opponents are all or random entries of the contest",
      ]
    : [
        ", so real opponents are stronger than these",
        "Check that the projections and the ownership are of this slate, or take the entries of a past contest as opponents",
      ];
  return `The profit is not believable: no player sustains more than ${percentText(100 * MOST_BELIEVABLE)} of the fees${why}.${weaker} ${check}. Use this figure only to compare entries.`;
}
