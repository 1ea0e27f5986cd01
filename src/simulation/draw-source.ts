import type { Entry, Problem } from "../contests/problem/problem.ts";
import type { DrawSource, FactorSource, Rivals } from "../engine/model/draw-source.ts";
import type { Model } from "../engine/model/model.ts";
import { groupBy } from "../shared/collections.ts";
import { exp, GRID_SIZE, ln } from "../shared/normal.ts";
import { pointsIn } from "../shared/roster.ts";
import type { OutcomesTable, SpreadTable } from "../shared/schema/outcomes.ts";
import { type Correlations, loadingsOf } from "./correlations.ts";
import { highShare, outcomesOf, type Spread } from "./outcomes.ts";
import { type SimulatedTerms, simulatedSource } from "./simulated-outcomes.ts";

/**
 * What is known about one player, instead of the usual spread of the position: samples, or percentiles, or a
 * deviation.
 */
export interface OutcomeKnowledge {
  readonly uuid: string;
  /** Standard deviation, in points; 0 means that the points are certain. */
  readonly deviation?: number | undefined;
  readonly percentiles?: readonly { readonly at: number; readonly points: number }[] | undefined;
  readonly samples?: readonly number[] | undefined;
  /** Hockey: the number of the player's line, 1 to 9. */
  readonly line?: number | undefined;
  /** Hockey: the number of the player's power-play unit, 1 to 9. */
  readonly powerPlay?: number | undefined;
  /** Baseball: the player's place in the batting order, 1 to 9. */
  readonly order?: number | undefined;
  readonly start?: number | undefined;
  /** Golf: the chance to make the cut, 0 to 1; by default it follows from the projection. */
  readonly cut?: number | undefined;
}

/**
 * The table's spread for a projection. `share` is the chance of the high hump: to win, or to make the cut.
 */
export function spreadOf(usual: SpreadTable, points: number, share?: number, deviation?: number): Spread {
  const size = Math.abs(points);
  if (usual.family === "two-humps") {
    const { family, low, high } = usual;
    if (deviation === 0) return { family: "normal", deviation };
    return { family, low, high, share, ...(deviation !== undefined && { stretched: deviation }) };
  }
  const { ratio, falls } = usual;
  const factor = falls === undefined || size === 0 ? 1 : exp(falls.power * ln(falls.from / size));
  const own = deviation ?? ratio * size * factor;
  if (usual.family !== "zero-gamma") return { family: usual.family, deviation: own };
  return { family: usual.family, deviation: own, zero: exp(size * ln(usual.zero)) };
}

export type DrawTerms = { readonly seed: number } & ({ readonly simulated: SimulatedTerms } | SpreadTerms);

export interface SpreadTerms {
  readonly table: OutcomesTable;
  readonly known: readonly OutcomeKnowledge[];
  readonly correlations?: Correlations | undefined;
}

export type SeededSpreads = SpreadTerms & { readonly seed: number };

type Behaviour = OutcomesTable["otherwise"];

export function drawSourceOf(problem: Problem, model: Model, terms: DrawTerms): DrawSource {
  return "simulated" in terms
    ? simulatedSource(problem, multipliersOf(problem, model), terms.simulated)
    : factorSourceOf(problem, model, terms);
}

/** A captain's own points follow the player's draw in proportion. */
function multipliersOf({ contest, entries }: Problem, { slots, picks }: Model): Float64Array {
  const roles = slots.map(({ role }) => role);
  return Float64Array.from(picks.role, (role, pick) => {
    const slot = contest.slots[roles.indexOf(role)]!;
    const entry = entries[picks.entry[pick]!]!;
    return entry.captain === undefined || entry.points === 0
      ? slot.pointsMultiplier
      : pointsIn(slot, entry) / entry.points;
  });
}

export function factorSourceOf(
  problem: Problem,
  model: Model,
  { seed, table, known, correlations }: SeededSpreads,
): FactorSource {
  const { entries } = problem;
  const outcomes = new Float64Array(entries.length * GRID_SIZE);
  const knowledge = new Map(known.map((one) => [one.uuid, one]));
  const { rivals, shares } = highShares(entries, { table, correlations });
  for (const [index, entry] of entries.entries()) {
    const behaviour = behaviourOf(entry, table);
    const spread = spreadFor(
      entry,
      behaviour,
      knowledge,
      shares.get(index) ?? knowledge.get(entry.uuid)?.cut,
    );
    outcomes.set(outcomesOf(entry.points, spread, behaviour.spread.least), index * GRID_SIZE);
  }
  const multiplier = multipliersOf(problem, model);
  return { ...sharedFactors(entries, { table, known, correlations }), outcomes, rivals, seed, multiplier };
}

/**
 * The pairs of players of which exactly one wins, and each one's chance, without players with given
 * correlations.
 */
export function highShares(
  entries: readonly Entry[],
  { table, correlations }: Pick<SpreadTerms, "table" | "correlations">,
): { readonly rivals: readonly Rivals[]; readonly shares: ReadonlyMap<number, number> } {
  const given = new Set(correlations?.uuids);
  const rivals = rivalsOf(entries, table).filter(
    ({ first, second }) => !given.has(entries[first]!.uuid) && !given.has(entries[second]!.uuid),
  );
  const shares = rivals.flatMap(({ first, second, chance }): [number, number][] => [
    [first, chance],
    [second, 1 - chance],
  ]);
  return { rivals, shares: new Map(shares) };
}

export function sharedFactors(
  entries: readonly Entry[],
  { table, known, correlations }: SpreadTerms,
): Pick<FactorSource, "factors" | "first" | "factor" | "loading" | "own"> {
  const knowledge = new Map(known.map((one) => [one.uuid, one]));
  const factors = new Factors(table, entries);
  const loadings = correlations && loadingsOf(correlations);
  const games = groupBy(entries, ({ event }) => event);
  const first = [0];
  const own: number[] = [];
  for (const entry of entries) {
    const behaviour = behaviourOf(entry, table);
    const row = loadings?.get(entry.uuid);
    own.push(
      row
        ? factors.loadRow(row)
        : factors.load(entry, opponentOf(entry, games), behaviour, knowledge.get(entry.uuid)),
    );
    first.push(factors.loading.length);
  }
  return {
    factors: factors.size,
    first: Int32Array.from(first),
    factor: Int32Array.from(factors.factor),
    loading: Float64Array.from(factors.loading),
    own: Float64Array.from(own),
  };
}

/** The row of the first of the player's positions that the table lists, else `otherwise`. */
export function behaviourOf({ plays }: Entry, { positions, otherwise }: OutcomesTable): Behaviour {
  for (const position of plays) {
    const listed = positions.find(({ names }) => names.includes(position));
    if (listed !== undefined) return listed;
  }
  return otherwise;
}

export function spreadFor(
  { uuid, points }: Entry,
  { spread }: Behaviour,
  knowledge: ReadonlyMap<string, OutcomeKnowledge>,
  share: number | undefined,
): Spread {
  const { samples, percentiles, deviation } = knowledge.get(uuid) ?? {};
  if (samples !== undefined) return { family: "samples", points: samples };
  if (percentiles === undefined) return spreadOf(spread, points, share, deviation);
  const column = (key: "at" | "points") => percentiles.map((one) => one[key]);
  return { family: "percentiles", at: column("at"), points: column("points") };
}

/** The pairs of players in one game of which exactly one wins, by their projections. */
function rivalsOf(entries: readonly Entry[], table: OutcomesTable): Rivals[] {
  const games = groupBy(entries.keys(), (index) => entries[index]!.event);
  return [...games.values()].flatMap((game): Rivals[] => {
    const [first, second, ...others] = game;
    if (second === undefined || others.length > 0) return [];
    const [one, other] = [first!, second].map((index) => winShare(entries[index]!, table));
    return one && other ? [{ first: first!, second, chance: one / (one + other) }] : [];
  });
}

function winShare(entry: Entry, table: OutcomesTable): number | null {
  const { spread } = behaviourOf(entry, table);
  const isExclusive = spread.family === "two-humps" && spread.exclusive === true;
  return isExclusive ? highShare(entry.points, spread.low, spread.high) : null;
}

function opponentOf({ team, event }: Entry, games: ReadonlyMap<string, readonly Entry[]>): string | null {
  return games.get(event)!.find((other) => other.team !== team)?.team ?? null;
}

const BATTING_PLACES = 9;

const ROUNDING = 1e-9;

/** The random factors that players share, numbered in the order of first use. */
class Factors {
  readonly factor: number[] = [];
  readonly loading: number[] = [];
  readonly #table: OutcomesTable;
  readonly #entries: readonly Entry[];
  readonly #kinds: ReadonlyMap<string, OutcomesTable["factors"][number]>;
  readonly #places = new Map<string, number>();
  readonly #contests = new Map<string, Contested>();
  #size = 0;

  constructor(table: OutcomesTable, entries: readonly Entry[]) {
    this.#table = table;
    this.#entries = entries;
    this.#kinds = new Map(table.factors.map((factor) => [factor.name, factor]));
  }

  get size(): number {
    return this.#size;
  }

  /** Adds a player's loadings; returns that on the player's own number, the rest of the variance. */
  load(
    entry: Entry,
    opponent: string | null,
    { loadings }: Behaviour,
    known: OutcomeKnowledge | undefined,
  ): number {
    let squares = 0;
    for (const { factor, side, loading } of loadings) {
      const kind = this.#kinds.get(factor)!;
      const unit = kind.of === "game" || kind.of === "team" ? 0 : known?.[kind.of];
      const whose = kind.of === "game" ? entry.event : side === "opponent" ? opponent : entry.team;
      if (whose === null || unit === undefined) continue;
      const place = side === "next" ? (unit % BATTING_PLACES) + 1 : unit;
      const key = `${factor} ${entry.event} ${whose} ${place}`;
      if (kind.contested) {
        squares += this.#loadContested(key, kind, entry, loading);
        continue;
      }
      this.factor.push(this.#placeOf(key));
      this.loading.push(loading);
      squares += loading * loading;
    }
    return Math.sqrt(Math.max(0, 1 - squares));
  }

  /**
   * Adds the loadings on a contested factor: a player's own number minus the mean of all, weighted by
   * projected points, scaled to `loading`. Returns the sum of their squares.
   */
  #loadContested(key: string, kind: OutcomesTable["factors"][number], entry: Entry, loading: number): number {
    const contested = this.#contests.get(key) ?? this.#contestedBy(kind, entry);
    this.#contests.set(key, contested);
    const { weights, places } = contested;
    const own = contested.players.indexOf(entry);
    const partOf = (at: number) => (at === own ? 1 : 0) - weights[at]!;
    let squares = 0;
    for (let at = 0; at < weights.length; at += 1) squares += partOf(at) * partOf(at);
    const size = Math.sqrt(squares);
    // A player without rivals has the whole amount, which never varies.
    if (size < ROUNDING) return 0;
    for (let at = 0; at < weights.length; at += 1) {
      const part = partOf(at);
      if (part === 0) continue;
      if (places[at] === -1) places[at] = this.#newPlace();
      this.factor.push(places[at]!);
      this.loading.push((loading * part) / size);
    }
    return loading * loading;
  }

  #contestedBy({ name, of }: OutcomesTable["factors"][number], { event, team }: Entry): Contested {
    const players = this.#entries.filter(
      (other) =>
        other.event === event &&
        (of === "game" || other.team === team) &&
        behaviourOf(other, this.#table).loadings.some(({ factor }) => factor === name),
    );
    const points = players.map((player) => Math.max(0, player.points));
    const total = points.reduce((sum, one) => sum + one, 0);
    const weights = points.map((one) => (total > 0 ? one / total : 1 / players.length));
    return { players, weights, places: new Int32Array(players.length).fill(-1) };
  }

  loadRow(row: readonly number[]): number {
    for (const [at, loading] of row.entries()) {
      if (loading === 0) continue;
      this.factor.push(this.#placeOf(`correlations ${at}`));
      this.loading.push(loading);
    }
    return 0;
  }

  #placeOf(key: string): number {
    const place = this.#places.get(key) ?? this.#newPlace();
    this.#places.set(key, place);
    return place;
  }

  #newPlace(): number {
    this.#size += 1;
    return this.#size - 1;
  }
}

/** Players who divide a fixed amount, by their shares of the projected points. */
interface Contested {
  readonly players: readonly Entry[];
  readonly weights: readonly number[];
  readonly places: Int32Array;
}

/** The chance that all of these players make the cut, independently of each other. */
export type CutChance = (uuids: readonly string[]) => number;

/** Null for sports without a cut, and for outcomes that another program simulated. */
export function cutChances(entries: readonly Entry[], terms: DrawTerms): CutChance | null {
  if ("simulated" in terms) return null;
  const { table, known } = terms;
  const given = new Map(known.map(({ uuid, cut }) => [uuid, cut]));
  const chances = new Map(
    entries.flatMap((entry): [string, number][] => {
      const { spread } = behaviourOf(entry, table);
      if (spread.family !== "two-humps" || spread.cut !== true) return [];
      return [[entry.uuid, given.get(entry.uuid) ?? highShare(entry.points, spread.low, spread.high)]];
    }),
  );
  return chances.size === 0
    ? null
    : (uuids) => uuids.reduce((all, uuid) => all * (chances.get(uuid) ?? 1), 1);
}
