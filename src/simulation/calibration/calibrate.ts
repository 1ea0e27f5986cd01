import type { Entry, Problem } from "../../contests/problem/problem.ts";
import type { Model } from "../../engine/model/model.ts";
import { GRID_SIZE } from "../../shared/normal.ts";
import type { Payouts } from "../../shared/schema/contest-play.ts";
import type { OutcomesTable } from "../../shared/schema/outcomes.ts";
import type { PastContest } from "../backtest/past-contest.ts";
import { opponentsOf } from "../contest/contest.ts";
import { LineupReader } from "../contest/entered.ts";
import { DRAWS as OWNERSHIP_DRAWS, type OwnershipTerms } from "../contest/ownership.ts";
import { prizesOf } from "../contest/prizes.ts";
import {
  behaviourOf,
  type DrawTerms,
  drawSourceOf,
  factorSourceOf,
  highShares,
  type OutcomeKnowledge,
  type SeededSpreads,
} from "../draw-source.ts";
import { alongSamples } from "../outcomes.ts";
import type { Tools } from "../simulate.ts";
import { drawsOf, type SimulatedOutcomes, shuffled, simulatedTerms } from "../simulated-outcomes.ts";
import { type FieldFit, fieldFacts, type OwnershipFit, ownershipFitOf, realLineups } from "./field-fit.ts";
import { bandOf, type Observed, observedOf, withoutBias } from "./observed.ts";
import { type PairFit, ScoreTests, type SpreadFit, WORLDS } from "./score-tests.ts";

export interface CalibratedSlate {
  readonly id: string;
  readonly problem: Problem;
  readonly model: Model;
  readonly past: PastContest;
  readonly terms: SeededSpreads;
  readonly simulated?: SimulatedOutcomes | undefined;
  readonly projected: ReadonlyMap<string, number>;
  readonly ownership: OwnershipTerms;
  readonly payouts: Payouts | undefined;
}

export interface SlateFit {
  readonly id: string;
  readonly sport: string;
  readonly players: number;
  /** The players who probably did not play: they scored 0, which the model hardly allows. */
  readonly absent: number;
  readonly ownership: OwnershipFit | null;
  readonly field: FieldFit | null;
}

export interface Calibration {
  readonly slates: readonly SlateFit[];
  readonly spreads: readonly SpreadFit[];
  readonly pairs: readonly PairFit[];
}

const MOST_OPPONENTS = 20_000;

export async function calibration(slates: readonly CalibratedSlate[], tools: Tools): Promise<Calibration> {
  const byTable = new ScoreTests();
  const byProjections = new ScoreTests();
  const fits: SlateFit[] = [];
  const counted = slates.map((slate) => {
    const observed = observedOf(slate.problem, slate.past);
    return { slate, observed, ...countedPoints(slate, observed) };
  });
  const biases = biasesOf(counted);
  for (const { slate, observed, points, absent } of counted) {
    const { id, problem, projected } = slate;
    addScores(slate, points, { byTable, byProjections, biases });
    fits.push({
      id,
      sport: problem.sport,
      players: points.reduce((sum, one) => sum + (Number.isNaN(one) ? 0 : 1), 0),
      absent,
      ownership: ownershipFitOf(problem, projected, observed),
      field: await fieldFitOf(slate, observed, tools),
    });
  }
  return {
    slates: fits,
    spreads: [...byTable.spreads(), ...byProjections.spreads()],
    pairs: [...byTable.pairs(), ...byProjections.pairs()],
  };
}

/** A player with 0 counts as absent if less than a tenth of the projection has at most this chance. */
const RARE_CHANCE = 0.01;
const A_TENTH = 0.1;

/**
 * Each player's points; NaN for those who probably did not play (`absent`) and those projected for less than
 * a tenth of the best, whose points spread differently.
 */
export function countedPoints(
  { problem, model, terms }: Pick<CalibratedSlate, "problem" | "model" | "terms">,
  { points }: Observed,
): { readonly points: Float64Array; readonly absent: number } {
  const { outcomes } = factorSourceOf(problem, model, withoutSpreads(terms));
  const least = A_TENTH * problem.entries.reduce((most, one) => Math.max(most, one.points), 0);
  let absent = 0;
  const counted = points.map((scored, at) => {
    const { points: mean } = problem.entries[at]!;
    if (Number.isNaN(scored) || mean < least || mean <= 0) return Number.NaN;
    if (scored !== 0 || bandOf(outcomes, at * GRID_SIZE, A_TENTH * mean).high > RARE_CHANCE) return scored;
    absent += 1;
    return Number.NaN;
  });
  return { points: counted, absent };
}

/** The terms without the spreads that projections give. */
export function withoutSpreads(terms: SeededSpreads): SeededSpreads {
  const known = terms.known.map(
    ({ uuid, line, powerPlay, order, start, cut }): OutcomeKnowledge => ({
      ...{ uuid, line, powerPlay, order, start, cut },
    }),
  );
  return { ...terms, known };
}

function namesOf(entry: Entry, table: OutcomesTable): string {
  const behaviour = behaviourOf(entry, table);
  return "names" in behaviour ? (behaviour.names as readonly string[]).join("/") : "others";
}

function rowOf(entry: Entry, { table }: SeededSpreads): string {
  return `${table.sport} ${namesOf(entry, table)}`;
}

function biasesOf(
  counted: readonly { readonly slate: CalibratedSlate; readonly points: Float64Array }[],
): ReadonlyMap<string, number> {
  const sums = new Map<string, { points: number; projected: number }>();
  for (const { slate, points } of counted)
    for (const [at, entry] of slate.problem.entries.entries()) {
      if (Number.isNaN(points[at]!)) continue;
      const row = rowOf(entry, slate.terms);
      const sum = sums.get(row) ?? { points: 0, projected: 0 };
      sums.set(row, sum);
      sum.points += points[at]!;
      sum.projected += entry.points;
    }
  return new Map([...sums].map(([row, { points, projected }]) => [row, points > 0 ? points / projected : 1]));
}

function drawTerms({ problem, terms, simulated }: CalibratedSlate, count: number): DrawTerms {
  if (simulated === undefined) return terms;
  const columns = shuffled(drawsOf(simulated), terms.seed);
  const order = Int32Array.from({ length: count }, (_, draw) => columns[draw % columns.length]!);
  return { seed: terms.seed, simulated: simulatedTerms(problem, simulated, order) };
}

/** In the format of `FactorSource.outcomes`; 0 for players without outcomes. */
function simulatedDistributions({ problem }: CalibratedSlate, { uuids, points }: SimulatedOutcomes) {
  const rows = new Map(uuids.map((uuid, at) => [uuid, points[at]!]));
  const outcomes = new Float64Array(problem.entries.length * GRID_SIZE);
  for (const [at, { uuid }] of problem.entries.entries()) {
    const row = rows.get(uuid);
    if (row !== undefined) outcomes.set(alongSamples(row), at * GRID_SIZE);
  }
  return { outcomes, has: (uuid: string) => rows.has(uuid) };
}

function addScores(
  slate: CalibratedSlate,
  points: Float64Array,
  {
    byTable,
    byProjections,
    biases,
  }: Readonly<Record<"byTable" | "byProjections", ScoreTests>> & {
    readonly biases: ReadonlyMap<string, number>;
  },
): void {
  const { problem, model, terms, simulated } = slate;
  const { entries, sport } = problem;
  const { shares } = highShares(entries, terms);
  const unbiased = points.map((scored, at) =>
    withoutBias(scored, {
      bias: biases.get(rowOf(entries[at]!, terms)) ?? 1,
      mean: entries[at]!.points,
      isRival: shares.has(at),
    }),
  );
  const kindOf = pairKinds(entries, sport, terms);
  const ofPlayers = (has: (uuid: string) => boolean) =>
    points.map((one, at) => (has(entries[at]!.uuid) ? one : Number.NaN));
  if (simulated !== undefined) {
    const { outcomes, has } = simulatedDistributions(slate, simulated);
    byProjections.add({
      ...{
        entries,
        outcomes,
        unbiased,
        source: drawSourceOf(problem, model, drawTerms(slate, WORLDS)),
        points: ofPlayers(has),
      },
      groupsOf: () => [`${sport}, simulated outcomes`],
      kindOf: (one, other) => withWords(kindOf(one, other)),
    });
    return;
  }
  const positions = new Set(entries.map(positionOf));
  const usual = factorSourceOf(problem, model, withoutSpreads(terms));
  byTable.add({
    ...{ entries, points, unbiased, kindOf, source: usual, outcomes: usual.outcomes },
    groupsOf: (entry) => [sport, ...(positions.size > 1 ? [`${sport} ${positionOf(entry)}`] : [])],
  });
  const spread = new Set(
    terms.known.flatMap(({ uuid, deviation, percentiles, samples }) =>
      (deviation ?? percentiles ?? samples) === undefined ? [] : [uuid],
    ),
  );
  if (spread.size === 0) return;
  const stated = factorSourceOf(problem, model, terms);
  byProjections.add({
    ...{ entries, unbiased, source: stated, outcomes: stated.outcomes },
    points: ofPlayers((uuid) => spread.has(uuid)),
    groupsOf: () => [`${sport}, spreads of the projections`],
    kindOf: () => null,
  });
}

function withWords(kind: string | null): string | null {
  return kind === null ? null : `${kind}, simulated outcomes`;
}

function positionOf({ plays, positions }: Entry): string {
  return plays[0] ?? positions[0] ?? "";
}

/** Names the kind of a pair of players in one game; null for pairs that are not compared. */
export function pairKinds(
  entries: readonly Entry[],
  sport: string,
  { table, known, correlations }: SeededSpreads,
): (one: Entry, other: Entry) => string | null {
  if (table.factors.length === 0) {
    const { rivals } = highShares(entries, { table, correlations });
    const games = new Set(rivals.map(({ first }) => entries[first]!.event));
    return (one) => (games.has(one.event) ? `${sport} opponents, one of them wins` : null);
  }
  const knowledge = new Map(known.map((one) => [one.uuid, one]));
  const nameOf = (entry: Entry) => namesOf(entry, table);
  return (one, other) => {
    const [first, second] = [nameOf(one), nameOf(other)].sort();
    const who = `${sport} ${table.positions.length === 0 ? "" : `${first} and ${second}, `}`;
    if (one.team !== other.team) return `${who}opponents`;
    const [own, others] = [knowledge.get(one.uuid), knowledge.get(other.uuid)];
    if (own?.line !== undefined && own.line === others?.line) return `${who}one line`;
    const gap = own?.order && others?.order ? Math.abs(own.order - others.order) : 0;
    if (gap === 1 || gap === 8) return `${who}neighbors in the batting order`;
    return `${who}one team`;
  };
}

async function fieldFitOf(
  slate: CalibratedSlate,
  observed: Observed,
  tools: Tools,
): Promise<FieldFit | null> {
  const { problem, model, past, projected, ownership, payouts } = slate;
  const reader = new LineupReader(problem, model);
  const { picks, leftOut } = realLineups(past, reader);
  if (picks.length === 0) return null;
  const { field } = await opponentsOf(
    problem,
    {
      field: {
        size: Math.min(MOST_OPPONENTS, picks.length),
        ownership: projected.size === 0 ? undefined : { shares: projected },
        others: 0,
      },
      ...{ ...drawTerms(slate, OWNERSHIP_DRAWS), ownership, own: new Uint16Array(0), reader },
    },
    tools,
  );
  const simulated = Array.from(field.weights).flatMap((weight, at) => {
    const lineup = field.lineups.subarray(at * reader.seats, (at + 1) * reader.seats);
    return new Array<Uint16Array>(weight).fill(lineup);
  });
  const size = past.entries.length;
  const paid = payouts === undefined ? null : prizesOf(payouts, size).filter((one) => one > 0).length / size;
  const played = { problem, model, observed };
  return {
    real: fieldFacts(picks, played, paid),
    simulated: fieldFacts(simulated, played, paid),
    ownership: projected.size === 0 ? "estimated" : "projected",
    leftOut,
  };
}
