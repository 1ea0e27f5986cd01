import { normalQuantile } from "../../../shared/normal.ts";
import type { Field } from "../../model/contest-plan.ts";
import {
  createKernel,
  GROUP,
  type Kernel,
  type KernelModule,
  LANES,
  NARROW_MOST,
  NARROW_TABLE,
} from "./kernel.ts";

interface ScoreBoardOptions {
  readonly module: KernelModule;
  readonly field: Field;
  readonly own: Uint16Array;
  readonly seats: number;
  readonly picks: number;
  /** The number of integers from the lowest to the highest possible score in a draw. */
  readonly range: number;
  readonly places: number;
}

type BoardPart =
  | "lineups"
  | "sample"
  | "own"
  | "scores"
  | "table"
  | "cuts"
  | "tops"
  | "narrowCuts"
  | "narrowTops"
  | "histogram";

/** How many lineups of the field are used to estimate the scores of paid places. */
const SAMPLE = 256;
/** The first guess of a lowest paid score is lowered by this: one too high costs another tally. */
const CAUTION_DEVIATIONS = 0.25;

/**
 * Scores a field and the user's lineups in `LANES` draws at once. Scores at or below a draw's *cut*, which is
 * below all paid scores, are not distinguished.
 */
export class ScoreBoard {
  readonly own: Int32Array;
  readonly #kernel: Kernel;
  /** The byte offsets of the board's parts in the kernel's memory. */
  readonly #at: ReturnType<typeof inLines<BoardPart>>;
  readonly #words: Int32Array;
  readonly #runs: ReturnType<typeof weightedRuns>["runs"];
  readonly #owned: number;
  readonly #seats: number;
  readonly #picks: number;
  readonly #range: number;
  readonly #places: number;
  readonly #sample: number;
  readonly #deviations: number;
  readonly #zero = new Int32Array(LANES);
  readonly #lowest = new Int32Array(LANES);
  readonly #spread = new Float64Array(LANES).fill(1);
  readonly #cuts: Int32Array;
  readonly #tops: Int32Array;
  readonly #narrow: Uint16Array;
  readonly #narrowCuts: Uint16Array;
  readonly #narrowTops: Uint16Array;
  #isNarrow = true;

  constructor({ module, field, own, seats, picks, range, places }: ScoreBoardOptions) {
    const { lineups, runs } = weightedRuns(field, { seats, group: GROUP, noPick: picks });
    const count = field.weights.length;
    this.#runs = runs;
    this.#owned = own.length / seats;
    this.#seats = seats;
    this.#picks = picks;
    this.#range = range + 1;
    this.#places = places;
    this.#sample = Math.min(SAMPLE, count);
    const scored = Math.max(this.#owned, this.#sample);
    // The first lineups are a fair sample: a field is not ordered by strength.
    const sample = field.lineups.subarray(0, this.#sample * seats);
    this.#at = inLines({
      before: NARROW_TABLE,
      // One extra row for an empty pick, which scores nothing.
      narrow: 2 * LANES * (picks + 1),
      lineups: 2 * lineups.length,
      sample: 2 * sample.length,
      own: 2 * own.length,
      scores: 4 * LANES * scored,
      table: 4 * LANES * picks,
      cuts: 4 * LANES,
      tops: 4 * LANES,
      narrowCuts: 2 * LANES,
      narrowTops: 2 * LANES,
      histogram: 4 * LANES * this.#range,
    });
    const at = this.#at;
    const { kernel, memory } = createKernel(module, at.end);
    const { buffer } = memory;
    this.#kernel = kernel;
    new Uint16Array(buffer, at.lineups, lineups.length).set(lineups);
    new Uint16Array(buffer, at.sample, sample.length).set(sample);
    new Uint16Array(buffer, at.own, own.length).set(own);
    this.#words = new Int32Array(buffer);
    this.own = new Int32Array(buffer, at.scores, LANES * scored);
    this.#cuts = new Int32Array(buffer, at.cuts, LANES);
    this.#tops = new Int32Array(buffer, at.tops, LANES);
    this.#narrow = new Uint16Array(buffer, NARROW_TABLE, LANES * (picks + 1));
    this.#narrowCuts = new Uint16Array(buffer, at.narrowCuts, LANES);
    this.#narrowTops = new Uint16Array(buffer, at.narrowTops, LANES);
    const all = field.weights.reduce((sum, weight) => sum + weight, 0);
    this.#deviations = deviationsAbove(all === 0 ? 1 : places / all);
  }

  setScores(lane: number, scores: Int32Array): void {
    const table = this.#at.table / 4 + lane;
    let least = Number.POSITIVE_INFINITY;
    for (let pick = 0; pick < this.#picks; pick += 1) {
      const own = scores[pick]!;
      this.#words[table + pick * LANES] = own;
      if (own < least) least = own;
    }
    // Narrow scores are at least 1, so that an empty pick's 0 is below all.
    for (let pick = 0; pick < this.#picks; pick += 1)
      this.#narrow[lane + pick * LANES] = Math.min(NARROW_MOST, scores[pick]! - least + 1);
    this.#zero[lane] = this.#seats * (least - 1);
    this.#lowest[lane] = this.#seats * least - 1;
  }

  tally(): void {
    const { own, scores, table, cuts, tops, histogram } = this.#at;
    const [kernel, range] = [this.#kernel, this.#range];
    this.#guessCuts();
    for (let isSure = false; !isSure; ) {
      this.#count();
      kernel.accumulate(histogram, range, cuts, tops);
      const lower = this.#cuts.map((cut, lane) =>
        this.#counted(lane, 1) >= this.#places
          ? cut
          : Math.max(this.#lowest[lane]!, Math.floor(cut - this.#spread[lane]!)),
      );
      isSure = lower.every((cut, lane) => cut === this.#cuts[lane]);
      if (isSure) continue;
      kernel.clear(histogram, range, cuts, tops);
      this.#cuts.set(lower);
    }
    kernel.score(own, this.#owned, this.#seats, table, scores);
  }

  #count(): void {
    if (this.#isNarrow && this.#countNarrow()) return;
    this.#isNarrow = false;
    const { lineups, table, cuts, tops, histogram } = this.#at;
    this.#tops.set(this.#cuts);
    for (const { weight, first, count } of this.#runs) {
      const from = lineups + 2 * first * this.#seats;
      this.#kernel.tally(from, count, weight, this.#seats, table, cuts, histogram, this.#range, tops);
    }
  }

  /** Counts in 16 bits. Returns false, with nothing counted, if a score needs more. */
  #countNarrow(): boolean {
    const { lineups, cuts, tops, narrowCuts, narrowTops, histogram } = this.#at;
    const [kernel, seats, range] = [this.#kernel, this.#seats, this.#range];
    for (let lane = 0; lane < LANES; lane += 1) {
      const cut = this.#cuts[lane]! - this.#zero[lane]!;
      if (cut >= NARROW_MOST) return false;
      this.#narrowCuts[lane] = cut;
    }
    this.#narrowTops.fill(0);
    for (const { weight, first, count } of this.#runs) {
      const from = lineups + 2 * first * seats;
      const whole = Math.ceil(count / GROUP) * GROUP;
      kernel.tallyNarrow(from, whole, weight, seats, narrowCuts, histogram, range, narrowTops);
    }
    let isEnough = true;
    for (let lane = 0; lane < LANES; lane += 1) {
      const reach = this.#narrowTops[lane]!;
      this.#tops[lane] = this.#cuts[lane]! + reach;
      isEnough &&= reach + this.#narrowCuts[lane]! < NARROW_MOST;
    }
    if (!isEnough) kernel.clear(histogram, range, cuts, tops);
    return isEnough;
  }

  isAboveCut(lane: number, score: number): boolean {
    return score > this.#cuts[lane]!;
  }

  /** How many of the field's lineups are above a score; at least `places` for a score at or below the cut. */
  above(lane: number, score: number): number {
    const from = score - this.#cuts[lane]! + 1;
    return from < 1 ? this.#places : this.#counted(lane, from);
  }

  level(lane: number, score: number): number {
    const from = score - this.#cuts[lane]!;
    return from < 1 ? 0 : this.#counted(lane, from) - this.#counted(lane, from + 1);
  }

  clear(): void {
    const { histogram, cuts, tops } = this.#at;
    this.#kernel.clear(histogram, this.#range, cuts, tops);
  }

  #counted(lane: number, from: number): number {
    if (from > this.#tops[lane]! - this.#cuts[lane]!) return 0;
    return this.#words[this.#at.histogram / 4 + lane * this.#range + from]!;
  }

  /** Estimates each draw's cut from a sample of the field; a wrong guess only costs time. */
  #guessCuts(): void {
    const size = this.#sample;
    this.#cuts.set(this.#lowest);
    if (this.#deviations === Number.NEGATIVE_INFINITY || size < SAMPLE) return;
    const { sample, scores, table } = this.#at;
    this.#kernel.score(sample, size, this.#seats, table, scores);
    for (let lane = 0; lane < LANES; lane += 1) {
      let [sum, squares] = [0, 0];
      for (let at = lane; at < size * LANES; at += LANES) {
        sum += this.own[at]!;
        squares += this.own[at]! * this.own[at]!;
      }
      const mean = sum / size;
      const deviation = Math.sqrt(Math.max(0, squares / size - mean * mean));
      this.#spread[lane] = Math.max(1, deviation);
      this.#cuts[lane] = Math.max(this.#lowest[lane]!, Math.floor(mean + this.#deviations * deviation));
    }
  }
}

/** The lowest score of the best `part` of a field in standard deviations above the mean, rather too low. */
function deviationsAbove(part: number): number {
  return part >= 1 ? Number.NEGATIVE_INFINITY : normalQuantile(1 - part) - CAUTION_DEVIATIONS;
}

interface WeightedRun {
  readonly weight: number;
  readonly first: number;
  readonly count: number;
}

/**
 * Sorts a field's lineups into runs of equal weight, padded to a multiple of `group` with lineups of
 * `noPick`.
 */
function weightedRuns(
  { lineups, weights }: Field,
  { seats, group, noPick }: { readonly seats: number; readonly group: number; readonly noPick: number },
): { readonly lineups: Uint16Array; readonly runs: readonly WeightedRun[] } {
  const counts = new Int32Array(1 + weights.reduce((most, weight) => Math.max(most, weight), 0));
  for (const weight of weights) counts[weight]! += 1;
  const runs: WeightedRun[] = [];
  const ends = new Int32Array(counts.length);
  let all = 0;
  for (const [weight, count] of counts.entries()) {
    if (count === 0) continue;
    runs.push({ weight, first: all, count });
    ends[weight] = all * seats;
    all += Math.ceil(count / group) * group;
  }
  const packed = new Uint16Array(all * seats).fill(noPick);
  for (let lineup = 0, from = 0; lineup < weights.length; lineup += 1) {
    const weight = weights[lineup]!;
    const to = ends[weight]!;
    for (let seat = 0; seat < seats; seat += 1, from += 1) packed[to + seat] = lineups[from]!;
    ends[weight] = to + seats;
  }
  return { lineups: packed, runs };
}

/** Returns the offsets of consecutive parts of these sizes, each aligned to a cache line of 64 bytes, and the end. */
function inLines<Name extends string>(sizes: Readonly<Record<Name, number>>) {
  const at: Record<string, number> = {};
  let end = 0;
  for (const [part, size] of Object.entries<number>(sizes)) {
    at[part] = end;
    end += Math.ceil(size / 64) * 64;
  }
  return { ...at, end } as Readonly<Record<Name | "end", number>>;
}
