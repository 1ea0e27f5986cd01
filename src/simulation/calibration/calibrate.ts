import type { Entry, Problem } from "../../contests/problem/problem.ts";
import type { Model } from "../../engine/model/model.ts";
import type { Search } from "../../engine/search/search.ts";
import type { Control } from "../../engine/solver/contract.ts";
import { GRID_SIZE } from "../../shared/normal.ts";
import type { Payouts } from "../../shared/schema/contest-play.ts";
import type { PastContest } from "../backtest/past-contest.ts";
import { opponentsOf } from "../contest/contest.ts";
import { LineupReader } from "../contest/entered.ts";
import { prizesOf } from "../contest/prizes.ts";
import { behaviourOf, factorSourceOf, type OutcomeKnowledge, type SeededSpreads } from "../draw-source.ts";
import { type FieldFit, fieldFacts, realLineups } from "./field-fit.ts";
import { type Observed, observedOf } from "./observed.ts";
import { type OwnershipFit, ownershipFitOf } from "./ownership-fit.ts";
import { bandOf } from "./pit.ts";
import { type PairFit, ScoreTests, type SpreadFit } from "./score-tests.ts";

/** A past contest, read, with what was known before lock. */
export interface CalibratedSlate {
  readonly id: string;
  readonly problem: Problem;
  readonly model: Model;
  readonly past: PastContest;
  readonly terms: SeededSpreads;
  /** Percent, by GUID. */
  readonly ownership: ReadonlyMap<string, number>;
  readonly payouts: Payouts | undefined;
}

/** How the simulation of one contest fits what happened. */
export interface SlateFit {
  readonly id: string;
  readonly sport: string;
  /** Players whose points are compared. */
  readonly players: number;
  /** Players with a projection who probably did not play: 0 points, which the model hardly allows. */
  readonly absent: number;
  /** Null if no ownership is projected. */
  readonly ownership: OwnershipFit | null;
  /** Null if the standings have no lineups of this contest. */
  readonly field: FieldFit | null;
}

/** How simulations fit what happened, over all contests of a history. */
export interface Calibration {
  readonly slates: readonly SlateFit[];
  /** By sport and position, for the tables' spreads; and by sport for spreads that projections state. */
  readonly spreads: readonly SpreadFit[];
  readonly pairs: readonly PairFit[];
}

interface Tools {
  readonly search: Search;
  readonly control: Control;
}

/** The draws whose best lineups give the opponents' ownership, if none is projected. */
const OWNERSHIP_DRAWS = 256;
/** The most opponents of a simulated field. */
const MOST_OPPONENTS = 20_000;

/** Compares simulations of past contests with what happened. */
export async function calibration(slates: readonly CalibratedSlate[], tools: Tools): Promise<Calibration> {
  const byTable = new ScoreTests();
  const byProjections = new ScoreTests();
  const fits: SlateFit[] = [];
  for (const slate of slates) {
    const { id, problem, past, ownership } = slate;
    const observed = observedOf(problem, past);
    const { points, absent } = countedPoints(slate, observed);
    addScores(slate, points, { byTable, byProjections });
    fits.push({
      id,
      sport: problem.sport,
      players: points.reduce((sum, one) => sum + (Number.isNaN(one) ? 0 : 1), 0),
      absent,
      ownership: ownershipFitOf(problem, ownership, observed),
      field: await fieldFitOf(slate, observed, tools),
    });
  }
  return {
    slates: fits,
    spreads: [...byTable.spreads(), ...byProjections.spreads()],
    pairs: byTable.pairs(),
  };
}

/** A score of 0 counts as not played where at most this chance is below this part of the projection. */
const RARELY = 0.01;
const A_TENTH = 0.1;

/**
 * Scores without those of players who probably did not play, and of those whose projection is less than a tenth of the
 * best: lineups hardly have them, and their spreads, in parts of the projection, are others.
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
    if (scored !== 0 || bandOf(outcomes, at * GRID_SIZE, A_TENTH * mean).high > RARELY) return scored;
    absent += 1;
    return Number.NaN;
  });
  return { points: counted, absent };
}

/** Terms without the spreads that projections state; lines and places in an order stay. */
export function withoutSpreads(terms: SeededSpreads): SeededSpreads {
  const known = terms.known.map(
    ({ uuid, line, powerPlay, order }): OutcomeKnowledge => ({ uuid, line, powerPlay, order }),
  );
  return { ...terms, known };
}

function addScores(
  { problem, model, terms }: CalibratedSlate,
  points: Float64Array,
  { byTable, byProjections }: Readonly<Record<"byTable" | "byProjections", ScoreTests>>,
): void {
  const { entries, sport } = problem;
  const kindOf = pairKinds(sport, terms);
  const positions = new Set(entries.map(positionOf));
  byTable.add({
    ...{ entries, points, kindOf },
    source: factorSourceOf(problem, model, withoutSpreads(terms)),
    groupsOf: (entry) => [sport, ...(positions.size > 1 ? [`${sport} ${positionOf(entry)}`] : [])],
  });
  const spread = new Set(
    terms.known.flatMap(({ uuid, deviation, percentiles, samples }) =>
      (deviation ?? percentiles ?? samples) === undefined ? [] : [uuid],
    ),
  );
  if (spread.size === 0) return;
  byProjections.add({
    entries,
    points: points.map((one, at) => (spread.has(entries[at]!.uuid) ? one : Number.NaN)),
    source: factorSourceOf(problem, model, terms),
    groupsOf: () => [`${sport}, spreads of the projections`],
    kindOf: () => null,
  });
}

function positionOf({ plays, positions }: Entry): string {
  return plays[0] ?? positions[0] ?? "";
}

/** Names the kind of a pair in one game: the rows of the table, and what they have in common. */
export function pairKinds(
  sport: string,
  { table, known }: SeededSpreads,
): (one: Entry, other: Entry) => string | null {
  if (table.factors.length === 0) return () => null;
  const knowledge = new Map(known.map((one) => [one.uuid, one]));
  const rowOf = (entry: Entry) => {
    const behaviour = behaviourOf(entry, table);
    return "names" in behaviour ? (behaviour.names as readonly string[]).join("/") : "others";
  };
  return (one, other) => {
    const [first, second] = [rowOf(one), rowOf(other)].sort();
    const who = `${sport} ${table.positions.length === 0 ? "" : `${first} and ${second}, `}`;
    if (one.team !== other.team) return `${who}opponents`;
    const [own, others] = [knowledge.get(one.uuid), knowledge.get(other.uuid)];
    if (own?.line !== undefined && own.line === others?.line) return `${who}one line`;
    const gap = own?.order && others?.order ? Math.abs(own.order - others.order) : 0;
    if (gap === 1 || gap === 8) return `${who}neighbors in the order`;
    return `${who}one team`;
  };
}

async function fieldFitOf(
  slate: CalibratedSlate,
  observed: Observed,
  tools: Tools,
): Promise<FieldFit | null> {
  const { problem, model, past, ownership, terms, payouts } = slate;
  const reader = new LineupReader(problem, model);
  const { picks, leftOut } = realLineups(past, reader);
  if (picks.length === 0) return null;
  const source = factorSourceOf(problem, model, terms);
  const { field } = await opponentsOf(
    problem,
    model,
    {
      field: {
        size: Math.min(MOST_OPPONENTS, picks.length),
        ownership: ownership.size === 0 ? undefined : ownership,
        others: 0,
      },
      ...{
        seed: terms.seed,
        own: new Uint16Array(0),
        reader,
        source,
        draws: OWNERSHIP_DRAWS,
        ownershipDraws: OWNERSHIP_DRAWS,
      },
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
    ownership: ownership.size === 0 ? "draws" : "projected",
    leftOut,
  };
}
