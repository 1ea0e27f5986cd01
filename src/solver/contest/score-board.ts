import type { Field } from "../../model/contest-plan.ts";
import { createKernel, type Kernel, type KernelModule, LANES } from "./kernel.ts";

interface ScoreBoardOptions {
  readonly module: KernelModule | null;
  readonly field: Field;
  /** Lineups whose places are asked for. */
  readonly own: Uint16Array;
  readonly seats: number;
  /** How many picks there are. */
  readonly picks: number;
  /** How many scores a draw may have from its lowest to its highest, both counted. */
  readonly range: number;
  /** Only so many places are told apart. */
  readonly places: number;
}

/** How many lineups of the field say how high the paid places are. */
const SAMPLE = 256;
/** By how many more standard deviations below that the first guess lies; a high guess costs another tally. */
const CAUTION = 0.25;
/** Where more than this part of the field is paid, the highest scores are nearly all scores. */
const NEARLY_ALL = 0.9;

/** Scores a field and some lineups, `LANES` draws at a time, and tells how many of the field are above a score. */
export class ScoreBoard {
  /** The scores of the own lineups, `LANES` for each, after `tally`. */
  readonly own: Int32Array;
  readonly #kernel: Kernel;
  readonly #at: Layout;
  readonly #words: Int32Array;
  readonly #count: number;
  readonly #owned: number;
  readonly #seats: number;
  readonly #picks: number;
  readonly #range: number;
  readonly #places: number;
  readonly #sample: number;
  readonly #deviations: number;
  readonly #lowest = new Int32Array(LANES);
  /** How far the scores of each draw spread: one standard deviation, at least 1. */
  readonly #spread = new Float64Array(LANES).fill(1);
  readonly #cuts: Int32Array;
  readonly #tops: Int32Array;

  constructor({ module, field, own, seats, picks, range, places }: ScoreBoardOptions) {
    this.#count = field.weights.length;
    this.#owned = own.length / seats;
    this.#seats = seats;
    this.#picks = picks;
    this.#range = range + 1;
    this.#places = places;
    this.#sample = Math.min(SAMPLE, this.#count);
    this.#at = layoutOf({
      lineups: field.lineups.byteLength,
      weights: field.weights.byteLength,
      own: own.byteLength,
      scores: 4 * LANES * Math.max(this.#owned, this.#sample),
      table: 4 * LANES * picks,
      cuts: 4 * LANES,
      tops: 4 * LANES,
      histogram: 4 * LANES * this.#range,
    });
    const { kernel, memory } = createKernel(module, this.#at.end);
    this.#kernel = kernel;
    const { lineups, weights, own: ownAt, scores, cuts, tops } = this.#at;
    new Uint16Array(memory.buffer, lineups, field.lineups.length).set(field.lineups);
    new Int32Array(memory.buffer, weights, field.weights.length).set(field.weights);
    new Uint16Array(memory.buffer, ownAt, own.length).set(own);
    this.#words = new Int32Array(memory.buffer);
    this.own = new Int32Array(memory.buffer, scores, LANES * Math.max(this.#owned, this.#sample));
    this.#cuts = new Int32Array(memory.buffer, cuts, LANES);
    this.#tops = new Int32Array(memory.buffer, tops, LANES);
    const all = field.weights.reduce((sum, weight) => sum + weight, 0);
    this.#deviations = deviationsAbove(all === 0 ? 1 : places / all);
  }

  /** Sets what each pick scores in one of the draws. */
  setScores(lane: number, scores: Int32Array): void {
    const table = this.#at.table / 4 + lane;
    let least = Number.POSITIVE_INFINITY;
    for (let pick = 0; pick < this.#picks; pick += 1) {
      const own = scores[pick]!;
      this.#words[table + pick * LANES] = own;
      if (own < least) least = own;
    }
    this.#lowest[lane] = this.#seats * least - 1;
  }

  /** Scores everybody. */
  tally(): void {
    const { lineups, weights, own, scores, table, cuts, tops, histogram } = this.#at;
    const [kernel, seats, range] = [this.#kernel, this.#seats, this.#range];
    this.#guessCuts();
    for (let isSure = false; !isSure; ) {
      kernel.tally(lineups, weights, this.#count, seats, table, cuts, histogram, range, tops);
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
    kernel.score(own, this.#owned, seats, table, scores);
  }

  /** How many of the field are above a score; all places and more where it is below the ones told apart. */
  above(lane: number, score: number): number {
    const from = score - this.#cuts[lane]! + 1;
    return from < 1 ? this.#places : this.#counted(lane, from);
  }

  /** How many of the field have just that score; nobody where that is below the places told apart. */
  level(lane: number, score: number): number {
    const from = score - this.#cuts[lane]!;
    return from < 1 ? 0 : this.#counted(lane, from) - this.#counted(lane, from + 1);
  }

  /** Makes ready for the next draws. */
  clear(): void {
    const { histogram, cuts, tops } = this.#at;
    this.#kernel.clear(histogram, this.#range, cuts, tops);
  }

  /** The counter of a score, given as its distance from the cut. */
  #counted(lane: number, from: number): number {
    if (from > this.#tops[lane]! - this.#cuts[lane]!) return 0;
    return this.#words[this.#at.histogram / 4 + lane * this.#range + from]!;
  }

  /** Below which scores nobody can be paid, as some lineups of the field suggest; a bad guess costs time only. */
  #guessCuts(): void {
    const size = this.#sample;
    this.#cuts.set(this.#lowest);
    if (this.#deviations === Number.NEGATIVE_INFINITY || size < SAMPLE) return;
    const { lineups, scores, table } = this.#at;
    // The first lineups are as good as any: a field is in no order of strength.
    this.#kernel.score(lineups, size, this.#seats, table, scores);
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

/** How many standard deviations above the mean a part of a field begins, cautiously; -Infinity for nearly all of it. */
function deviationsAbove(part: number): number {
  if (part > NEARLY_ALL) return Number.NEGATIVE_INFINITY;
  let [low, high] = [-3, 5];
  for (let step = 0; step < 40; step += 1) {
    const middle = (low + high) / 2;
    // The logistic curve nearest to the normal distribution: good to a hundredth.
    if (1 / (1 + Math.exp(1.702 * middle)) > part) low = middle;
    else high = middle;
  }
  return low - CAUTION;
}

type Layout = Readonly<Record<keyof Sizes | "end", number>>;

interface Sizes {
  readonly lineups: number;
  readonly weights: number;
  readonly own: number;
  readonly scores: number;
  readonly table: number;
  readonly cuts: number;
  readonly tops: number;
  readonly histogram: number;
}

/** Addresses one after another, each at a whole cache line. */
function layoutOf(sizes: Sizes): Layout {
  const at: Record<string, number> = {};
  let end = 0;
  for (const [name, size] of Object.entries(sizes)) {
    at[name] = end;
    end += Math.ceil(size / 64) * 64;
  }
  return { ...at, end } as Layout;
}
