import type { Entry } from "../../contests/problem/problem.ts";
import type { DrawSource } from "../../engine/model/draw-source.ts";
import { BLOCK, Drawing } from "../../engine/solver/draws/drawing.ts";
import { deviationOf, exp, GRID_SIZE, ln, normalChance } from "../../shared/normal.ts";
import { deviation, mean } from "../mean.ts";
import { type Band, bandOf, countedIn, normalScore, overlap, pairsInGames } from "./observed.ts";

export interface ScoredSlate {
  readonly entries: readonly Entry[];
  readonly source: DrawSource;
  readonly outcomes: Float64Array;
  readonly points: Float64Array;
  readonly unbiased: Float64Array;
  readonly groupsOf: (entry: Entry) => readonly string[];
  readonly kindOf: (one: Entry, other: Entry) => string | null;
}

export interface ScoreTest {
  readonly value: number;
  readonly expected: number;
  readonly error: number;
  readonly chance: number;
  /** The smallest true difference that is found with a chance of 80% at a level of 5%; null if none. */
  readonly detects: number | null;
}

/** How a group's points fit their distributions; all but `mean` are without the projections' bias. */
export interface SpreadFit {
  readonly group: string;
  readonly players: number;
  readonly histogram: readonly number[];
  readonly coverage: readonly (ScoreTest & { readonly level: number })[];
  /** Points scored per projected point; `detects` is a difference of this ratio. */
  readonly mean: ScoreTest;
  /**
   * The mean distance from the middle of distributions, 0 to 1; `detects` is a relative difference of the
   * standard deviation.
   */
  readonly spread: ScoreTest;
  readonly deviation: number;
}

export interface PairFit {
  readonly kind: string;
  readonly pairs: number;
  readonly correlation: ScoreTest;
}

export const WORLDS = Math.min(200, BLOCK);
const ALTERNATIVE_WORLDS = 100;
const WIDER = 1.2;
/** The sum of the normal quantiles of 97.5% and 80%. */
const DETECTED_ERRORS = 2.8;
const BINS = 10;
const LEVELS = [0.5, 0.8, 0.95] as const;

class GroupSums {
  points = 0;
  distance = 0;
  readonly inside = LEVELS.map(() => 0);

  add(band: Band, points: number): void {
    this.points += points;
    this.distance += Math.abs(band.low + band.high - 1);
    for (const [at, level] of LEVELS.entries())
      this.inside[at]! += overlap(band, (1 - level) / 2, (1 + level) / 2);
  }
}

interface Group {
  players: number;
  projected: number;
  squares: number;
  variance: number;
  readonly bins: number[];
  readonly real: GroupSums;
  readonly worlds: readonly GroupSums[];
  readonly wider: readonly GroupSums[];
}

interface PairSums {
  products: number;
  squares: number;
}

interface Kind {
  pairs: number;
  readonly real: PairSums;
  readonly worlds: readonly PairSums[];
}

const many = <Item>(count: number, make: () => Item) => Array.from({ length: count }, make);

export class ScoreTests {
  readonly #groups = new Map<string, Group>();
  readonly #kinds = new Map<string, Kind>();
  #slates = 0;

  add({ entries, source, outcomes, points, unbiased, groupsOf, kindOf }: ScoredSlate): void {
    const counted = countedIn(points);
    const groups = counted.map((at) => groupsOf(entries[at]!).map((name) => this.#groupOf(name)));
    const pairs = this.#pairsOf(entries, counted, kindOf);
    const bandAt = (at: number, scored: number) => bandOf(outcomes, at * GRID_SIZE, scored);
    const real = counted.map((at) => bandAt(at, unbiased[at]!));
    for (const [index, at] of counted.entries())
      for (const group of groups[index]!) {
        group.players += 1;
        group.projected += entries[at]!.points;
        group.squares += (unbiased[at]! - entries[at]!.points) ** 2;
        group.variance += deviationOf(outcomes.subarray(at * GRID_SIZE, (at + 1) * GRID_SIZE)) ** 2;
        group.real.add(real[index]!, points[at]!);
        for (let bin = 0; bin < BINS; bin += 1)
          group.bins[bin]! += overlap(real[index]!, bin / BINS, bin === BINS - 1 ? 2 : (bin + 1) / BINS);
      }
    addPairs(pairs, Float64Array.from(real, normalScore), ({ real: sums }) => sums);
    const drawing = new Drawing(source, new Int32Array(0));
    // Each slate has another block of draws: blocks of one seed are independent, successive seeds hardly are.
    drawing.begin("hundredths" in source ? 0 : this.#slates);
    this.#slates += 1;
    for (let world = 0; world < WORLDS; world += 1) {
      drawing.next();
      const bands = counted.map((at, index) => {
        const scored = drawing.hundredths[at]! / 100;
        const band = bandAt(at, scored);
        for (const group of groups[index]!) group.worlds[world]!.add(band, scored);
        if (world < ALTERNATIVE_WORLDS) {
          const { points: mean } = entries[at]!;
          const far = mean + WIDER * (scored - mean);
          const wide = bandAt(at, far);
          for (const group of groups[index]!) group.wider[world]!.add(wide, far);
        }
        return band;
      });
      addPairs(pairs, Float64Array.from(bands, normalScore), ({ worlds }) => worlds[world]!);
    }
  }

  spreads(): SpreadFit[] {
    return [...this.#groups].map(([group, sums]) => ({ group, ...spreadFitOf(sums) }));
  }

  pairs(): PairFit[] {
    return [...this.#kinds]
      .sort(([, one], [, other]) => other.pairs - one.pairs)
      .map(([kind, { pairs, real, worlds }]) => ({
        kind,
        pairs,
        correlation: testOf(correlationIn(real), worlds.map(correlationIn)),
      }));
  }

  #groupOf(name: string): Group {
    const known = this.#groups.get(name) ?? {
      ...{ players: 0, projected: 0, squares: 0, variance: 0 },
      bins: many(BINS, () => 0),
      real: new GroupSums(),
      worlds: many(WORLDS, () => new GroupSums()),
      wider: many(ALTERNATIVE_WORLDS, () => new GroupSums()),
    };
    this.#groups.set(name, known);
    return known;
  }

  #pairsOf(entries: readonly Entry[], counted: readonly number[], kindOf: ScoredSlate["kindOf"]) {
    return pairsInGames(entries, counted).flatMap(([one, other]) => {
      const name = kindOf(entries[counted[one]!]!, entries[counted[other]!]!);
      if (name === null) return [];
      const zero = (): PairSums => ({ products: 0, squares: 0 });
      const kind = this.#kinds.get(name) ?? { pairs: 0, real: zero(), worlds: many(WORLDS, zero) };
      this.#kinds.set(name, kind);
      kind.pairs += 1;
      return [{ one, other, kind }];
    });
  }
}

function addPairs(
  pairs: readonly { readonly one: number; readonly other: number; readonly kind: Kind }[],
  scores: Float64Array,
  sumsOf: (kind: Kind) => PairSums,
): void {
  for (const { one, other, kind } of pairs) {
    const sums = sumsOf(kind);
    sums.products += scores[one]! * scores[other]!;
    sums.squares += (scores[one]! ** 2 + scores[other]! ** 2) / 2;
  }
}

function correlationIn({ products, squares }: PairSums): number {
  return squares === 0 ? 0 : products / squares;
}

function spreadFitOf({ players, projected, squares, variance, bins, real, worlds, wider }: Group) {
  const distances = worlds.map(({ distance }) => distance / players);
  const wide = wider.map(({ distance }) => distance / players);
  const moved = (mean(wide) - mean(distances.slice(0, ALTERNATIVE_WORLDS))) / ln(WIDER);
  const spread = testOf(real.distance / players, distances);
  const ratios = worlds.map(({ points }) => points / projected);
  return {
    players,
    histogram: bins.map((count) => count / players),
    coverage: LEVELS.map((level, at) => ({
      level,
      ...testOf(
        real.inside[at]! / players,
        worlds.map(({ inside }) => inside[at]! / players),
      ),
    })),
    mean: testOf(real.points / projected, ratios),
    spread: { ...spread, detects: moved > 0 ? exp((DETECTED_ERRORS * spread.error) / moved) - 1 : null },
    deviation: Math.sqrt(squares / variance),
  };
}

function testOf(value: number, worlds: readonly number[]): ScoreTest {
  const [expected, error] = [mean(worlds), deviation(worlds)];
  if (error === 0) return { value, expected, error, chance: 1, detects: null };
  const far = Math.min(8, Math.abs(value - expected) / error);
  return { value, expected, error, chance: 2 * (1 - normalChance(far)), detects: DETECTED_ERRORS * error };
}
