import type { Entry, Problem } from "../contests/problem/problem.ts";
import type { DrawSource } from "../engine/model/draw-source.ts";
import type { Model } from "../engine/model/model.ts";
import { GRID_SIZE } from "../shared/normal.ts";
import type { OutcomesTable } from "../shared/schema/outcomes.ts";
import { type Correlations, loadingsOf } from "./correlations.ts";
import { outcomesOf, type Spread } from "./outcomes.ts";

/**
 * A known spread of one player's points; it replaces the usual spread of the position. Samples take
 * precedence over percentiles, and percentiles over a deviation.
 */
export interface OutcomeKnowledge {
  /** GUID of the pool player. */
  readonly uuid: string;
  /** Standard deviation, in points; 0 means that the points are certain. */
  readonly deviation?: number | undefined;
  /** Points at percentiles between 0 and 100, both ascending; at least two. */
  readonly percentiles?: readonly { readonly at: number; readonly points: number }[] | undefined;
  /** Equally likely outcomes, at least two. */
  readonly samples?: readonly number[] | undefined;
}

/** The spread from known facts: samples take precedence over percentiles, and these over a deviation. */
function spreadOf(
  { deviation, percentiles, samples }: OutcomeKnowledge,
  family: "normal" | "lognormal" | "gamma",
): Spread | null {
  if (samples !== undefined) return { family: "samples", points: samples };
  if (percentiles !== undefined)
    return {
      family: "percentiles",
      at: percentiles.map(({ at }) => at),
      points: percentiles.map(({ points }) => points),
    };
  return deviation === undefined ? null : { family, deviation };
}

/** What determines the draws of a slate. */
export interface DrawTerms {
  readonly table: OutcomesTable;
  readonly seed: number;
  /** What is known about single players. */
  readonly known: readonly OutcomeKnowledge[];
  /** Correlations between some of them. */
  readonly correlations?: Correlations | undefined;
}

type Behaviour = OutcomesTable["otherwise"];

/** Builds the source of a slate's draws. */
export function drawSourceOf(
  problem: Problem,
  model: Model,
  { table, seed, known, correlations }: DrawTerms,
): DrawSource {
  const { entries } = problem;
  const knowledge = new Map(known.map((one) => [one.uuid, one]));
  const outcomes = new Float64Array(entries.length * GRID_SIZE);
  const factors = new Factors(table);
  const loadings = correlations && loadingsOf(correlations);
  const first = [0];
  const own: number[] = [];
  for (const [index, entry] of entries.entries()) {
    const behaviour = behaviourOf(entry, table);
    outcomes.set(
      outcomesOf(entry.points, spreadFor(entry, behaviour, knowledge), behaviour.spread.least),
      index * GRID_SIZE,
    );
    const row = loadings?.get(entry.uuid);
    own.push(row ? factors.loadRow(row) : factors.load(entry, opponentOf(entry, entries), behaviour));
    first.push(factors.loading.length);
  }
  const slots = model.slots.map(({ role }) => role);
  return {
    seed,
    factors: factors.size,
    first: Int32Array.from(first),
    factor: Int32Array.from(factors.factor),
    loading: Float64Array.from(factors.loading),
    own: Float64Array.from(own),
    outcomes,
    multiplier: Float64Array.from(
      model.picks.role,
      (role) => problem.contest.slots[slots.indexOf(role)]!.pointsMultiplier,
    ),
  };
}

/** The behavior of a player's position: of the first one it plays that the table lists. */
function behaviourOf({ plays }: Entry, { positions, otherwise }: OutcomesTable): Behaviour {
  const listed = plays.flatMap((position) => positions.find(({ names }) => names.includes(position)) ?? []);
  return listed[0] ?? otherwise;
}

function spreadFor(
  { uuid, points }: Entry,
  { spread: { family, ratio } }: Behaviour,
  knowledge: ReadonlyMap<string, OutcomeKnowledge>,
): Spread {
  const known = knowledge.get(uuid);
  return (known && spreadOf(known, family)) ?? { family, deviation: ratio * Math.abs(points) };
}

/** The other team of the player's game; null if the pool has no player of it. */
function opponentOf({ team, event }: Entry, entries: readonly Entry[]): string | null {
  return entries.find((other) => other.event === event && other.team !== team)?.team ?? null;
}

/** The random factors that players share, one per factor and game or team, in the order of first use. */
class Factors {
  readonly factor: number[] = [];
  readonly loading: number[] = [];
  readonly #kinds: ReadonlyMap<string, "game" | "team">;
  readonly #places = new Map<string, number>();

  constructor({ factors }: OutcomesTable) {
    this.#kinds = new Map(factors.map((factor) => [factor.name, factor.of]));
  }

  get size(): number {
    return this.#places.size;
  }

  /** Adds a player's loadings and returns the loading left for its own number. */
  load({ team, event }: Entry, opponent: string | null, { loadings }: Behaviour): number {
    let squares = 0;
    for (const { factor, side, loading } of loadings) {
      const whose = this.#kinds.get(factor) === "game" ? event : side === "own" ? team : opponent;
      if (whose === null) continue;
      this.factor.push(this.#placeOf(`${factor} ${event} ${whose}`));
      this.loading.push(loading);
      squares += loading * loading;
    }
    return Math.sqrt(Math.max(0, 1 - squares));
  }

  /** Adds the loadings of a player in the correlation matrix, which leave no variance of its own. */
  loadRow(row: readonly number[]): number {
    for (const [at, loading] of row.entries()) {
      if (loading === 0) continue;
      this.factor.push(this.#placeOf(`correlations ${at}`));
      this.loading.push(loading);
    }
    return 0;
  }

  #placeOf(key: string): number {
    const place = this.#places.get(key) ?? this.#places.size;
    this.#places.set(key, place);
    return place;
  }
}
