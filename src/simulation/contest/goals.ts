import type { Prospects } from "../../engine/model/contest-plan.ts";
import { shared } from "../../engine/solver/contest/play.ts";
import type { CHOICE_GOALS } from "../../shared/schema/contest-play.ts";

export type ChoiceGoal = (typeof CHOICE_GOALS)[number];

interface Gain {
  /**
   * In cents over all draws; for the goal `first`, in draws. Negative if a lineup ties with the best chosen
   * one.
   */
  readonly gain: number;
  readonly most: number;
}

/** The joint value of chosen lineups, each given by its index in `Prospects`. */
export interface Worth {
  readonly total: number;
  gainOf(lineup: number): Gain;
  take(lineup: number): void;
  drop(lineup: number): void;
}

interface Payments {
  readonly prospects: Prospects;
  readonly prizes: Float64Array;
  readonly draws: number;
  readonly count: number;
}

export const WORTHS: { readonly [Goal in ChoiceGoal]: (payments: Payments) => Worth } = {
  payout: (payments) => new TotalWorth(payments),
  best: (payments) => new BestWorth(payments),
  first: (payments) => new FirstWorth(payments),
};

class FirstWorth implements Worth {
  total = 0;
  readonly #prospects: Prospects;
  readonly #firsts: Int32Array;

  constructor({ prospects, draws }: Payments) {
    this.#prospects = prospects;
    this.#firsts = new Int32Array(draws);
  }

  gainOf(lineup: number): Gain {
    const { first, draw, above } = this.#prospects;
    let gain = 0;
    for (let at = first[lineup]!; at < first[lineup + 1]!; at += 1)
      if (above[at] === 0 && this.#firsts[draw[at]!] === 0) gain += 1;
    return { gain, most: gain };
  }

  take(lineup: number): void {
    const { first, draw, above } = this.#prospects;
    for (let at = first[lineup]!; at < first[lineup + 1]!; at += 1) {
      if (above[at] !== 0) continue;
      if (this.#firsts[draw[at]!] === 0) this.total += 1;
      this.#firsts[draw[at]!]! += 1;
    }
  }

  drop(lineup: number): void {
    const { first, draw, above } = this.#prospects;
    for (let at = first[lineup]!; at < first[lineup + 1]!; at += 1) {
      if (above[at] !== 0) continue;
      this.#firsts[draw[at]!]! -= 1;
      if (this.#firsts[draw[at]!] === 0) this.total -= 1;
    }
  }
}

/**
 * Goal `best`: the payment of the best lineup in each draw, shared if own lineups tie. A _row_ is a lineup in
 * a draw in which it is paid.
 */
class BestWorth implements Worth {
  total = 0;
  readonly #prospects: Prospects;
  readonly #prizes: Float64Array;
  readonly #ranked: RankedDraws;
  readonly #alone: Float64Array;
  readonly #least: Float64Array;
  readonly #top: Float64Array;
  readonly #paid: Float64Array;
  readonly #floor: Float64Array;

  constructor(payments: Payments) {
    const { prospects, prizes, draws } = payments;
    this.#prospects = prospects;
    this.#prizes = prizes;
    this.#ranked = new RankedDraws(prospects, draws);
    const { above, level } = prospects;
    this.#alone = Float64Array.from(above, (better, at) => shared(prizes, better, level[at]! + 1));
    this.#least = leastOf(payments);
    this.#top = new Float64Array(draws).fill(Number.NEGATIVE_INFINITY);
    this.#paid = new Float64Array(draws);
    this.#floor = new Float64Array(draws);
  }

  gainOf(lineup: number): Gain {
    const { first, draw, score } = this.#prospects;
    let [gain, most] = [0, 0];
    for (let at = first[lineup]!; at < first[lineup + 1]!; at += 1) {
      const where = draw[at]!;
      const top = this.#top[where]!;
      if (score[at]! < top) continue;
      if (score[at] === top) {
        const own = this.#ranked.levelAt(where, where * this.#ranked.width, top);
        gain += this.#paidWith(at, own + 1) - this.#paid[where]!;
        continue;
      }
      gain += this.#alone[at]! - this.#paid[where]!;
      most += this.#alone[at]! - this.#floor[where]!;
    }
    return { gain, most };
  }

  take(lineup: number): void {
    this.#change(lineup, (at) => this.#ranked.add(at));
  }

  drop(lineup: number): void {
    this.#change(lineup, (at) => this.#ranked.remove(at));
  }

  #change(lineup: number, change: (at: number) => void): void {
    const { first, draw } = this.#prospects;
    for (let at = first[lineup]!; at < first[lineup + 1]!; at += 1) {
      change(at);
      const where = draw[at]!;
      const place = where * this.#ranked.width;
      if (this.#ranked.sizes[where] === 0) {
        this.total -= this.#paid[where]!;
        this.#paid[where] = 0;
        this.#top[where] = Number.NEGATIVE_INFINITY;
        this.#floor[where] = 0;
        continue;
      }
      const best = this.#ranked.rows[place]!;
      const top = this.#ranked.scores[place]!;
      const paid = this.#paidWith(best, this.#ranked.levelAt(where, place, top));
      this.total += paid - this.#paid[where]!;
      this.#paid[where] = paid;
      this.#top[where] = top;
      this.#floor[where] = this.#least[best]!;
    }
  }

  #paidWith(at: number, own: number): number {
    if (own === 1) return this.#alone[at]!;
    return shared(this.#prizes, this.#prospects.above[at]!, this.#prospects.level[at]! + own);
  }
}

/**
 * For each row, the least that the best lineup of its draw is paid once this row is chosen: if it ties with
 * as many own lineups as possible.
 */
function leastOf({ prospects, prizes, draws, count }: Payments): Float64Array {
  const { draw, score, above, level } = prospects;
  const first = new Int32Array(draws + 1);
  for (const where of draw) first[where + 1]! += 1;
  for (let where = 0; where < draws; where += 1) first[where + 1]! += first[where]!;
  const rows = new Int32Array(draw.length);
  const end = first.slice(0, draws);
  for (const [at, where] of draw.entries()) {
    rows[end[where]!] = at;
    end[where]! += 1;
  }
  const least = new Float64Array(draw.length);
  const order = new Float64Array(draw.length);
  for (let where = 0; where < draws; where += 1) {
    const [from, to] = [first[where]!, first[where + 1]!];
    // The highest score first, with the row's place among the rows of the draw.
    for (let at = from; at < to; at += 1) order[at] = (to - from) * -score[rows[at]!]! + at - from;
    order.subarray(from, to).sort();
    const rowAt = (at: number) => rows[from + modulo(order[at]!, to - from)]!;
    let lowest = Number.POSITIVE_INFINITY;
    for (let begin = from; begin < to; ) {
      const row = rowAt(begin);
      let after = begin + 1;
      while (after < to && score[rowAt(after)] === score[row]) after += 1;
      lowest = Math.min(lowest, shared(prizes, above[row]!, level[row]! + Math.min(after - begin, count)));
      for (let at = begin; at < after; at += 1) least[rowAt(at)] = lowest;
      begin = after;
    }
  }
  return least;
}

function modulo(number: number, divisor: number): number {
  return ((number % divisor) + divisor) % divisor;
}

/** Goal `payout`: the payments of all lineups, which compete with each other, by rows. */
class TotalWorth implements Worth {
  total = 0;
  readonly #prospects: Prospects;
  readonly #prizes: Float64Array;
  readonly #easing: Float64Array;
  /**
   * The chosen rows; `first` has what one more row just above would cost it and the rows below, `second` the
   * same for the convex part of the prizes.
   */
  readonly #ranked: RankedDraws;
  readonly #alone: Float64Array;

  constructor({ prospects, prizes, draws }: Payments) {
    this.#prospects = prospects;
    this.#prizes = prizes;
    this.#easing = easingPart(prizes);
    this.#ranked = new RankedDraws(prospects, draws);
    const { above, level } = prospects;
    this.#alone = Float64Array.from(above, (better, at) => shared(prizes, better, level[at]! + 1));
  }

  gainOf(lineup: number): Gain {
    const { first, draw, above, level, score } = this.#prospects;
    const [prizes, easing, ranked] = [this.#prizes, this.#easing, this.#ranked];
    const { sizes, width } = ranked;
    let [gain, most] = [0, 0];
    for (let at = first[lineup]!; at < first[lineup + 1]!; at += 1) {
      const where = draw[at]!;
      const size = sizes[where]!;
      const begin = where * width;
      const place = size === 0 ? begin : ranked.placeOf(where, score[at]!);
      const own = size === 0 ? 0 : ranked.levelAt(where, place, score[at]!);
      const [before, next] = [place - begin, place + own];
      const [better, tied] = [above[at]! + before, level[at]! + own];
      if (better >= prizes.length) continue;
      const paid = before === 0 && own === 0 ? this.#alone[at]! : shared(prizes, better, tied + 1);
      gain += paid;
      most += paid;
      if (next < begin + size) {
        gain -= ranked.first[next]!;
        most -= ranked.second[next]!;
      }
      if (own === 0) continue;
      gain -= own * (shared(prizes, better, tied) - paid);
      most -= own * (shared(easing, better, tied) - shared(easing, better, tied + 1));
    }
    return { gain, most };
  }

  take(lineup: number): void {
    this.total += this.gainOf(lineup).gain;
    this.#change(lineup, (at) => this.#ranked.add(at));
  }

  drop(lineup: number): void {
    this.#change(lineup, (at) => this.#ranked.remove(at));
    this.total -= this.gainOf(lineup).gain;
  }

  #change(lineup: number, change: (at: number) => void): void {
    const { first, draw } = this.#prospects;
    for (let at = first[lineup]!; at < first[lineup + 1]!; at += 1) {
      change(at);
      this.#weighLosses(draw[at]!);
    }
  }

  #weighLosses(where: number): void {
    const { above, level } = this.#prospects;
    const { rows, scores, first, second, width, sizes } = this.#ranked;
    const start = where * width;
    let [all, easing] = [0, 0];
    for (let end = start + sizes[where]!; end > start; ) {
      const at = rows[end - 1]!;
      let begin = end - 1;
      while (begin > start && scores[begin - 1] === scores[end - 1]) begin -= 1;
      const own = end - begin;
      const [better, tied] = [above[at]! + begin - start, level[at]! + own];
      all += own * pushed(this.#prizes, better, tied);
      easing += own * pushed(this.#easing, better, tied);
      first.fill(all, begin, end);
      second.fill(easing, begin, end);
      end = begin;
    }
  }
}

function pushed(prizes: Float64Array, before: number, places: number): number {
  if (before >= prizes.length) return 0;
  return shared(prizes, before, places) - shared(prizes, before + 1, places);
}

/**
 * The largest part of cumulative prizes that falls to 0 by steps that never grow and leaves prizes that never
 * rise: of 100, 60, 50 and 50 it is 50, 10, 0 and 0.
 */
function easingPart(prizes: Float64Array): Float64Array {
  const places = prizes.length;
  const prize = (place: number) =>
    place >= places ? 0 : prizes[place]! - (place === 0 ? 0 : prizes[place - 1]!);
  const falls = new Float64Array(places);
  let least = Number.POSITIVE_INFINITY;
  for (let place = 0; place < places; place += 1) {
    least = Math.min(least, prize(place) - prize(place + 1));
    falls[place] = least;
  }
  const part = new Float64Array(places);
  let own = 0;
  for (let place = places - 1; place >= 0; place -= 1) {
    own += falls[place]!;
    part[place] = own;
  }
  let sum = 0;
  return part.map((one) => {
    sum += one;
    return sum;
  });
}

class RankedDraws {
  width = 8;
  readonly sizes: Int32Array;
  rows: Int32Array;
  scores: Int32Array;
  first: Float64Array;
  second: Float64Array;
  readonly #prospects: Prospects;

  constructor(prospects: Prospects, draws: number) {
    this.#prospects = prospects;
    this.sizes = new Int32Array(draws);
    this.rows = new Int32Array(draws * this.width);
    this.scores = new Int32Array(draws * this.width);
    this.first = new Float64Array(draws * this.width);
    this.second = new Float64Array(draws * this.width);
  }

  /** The place of a draw's first row that is not above a score. */
  placeOf(draw: number, score: number): number {
    const { scores } = this;
    let low = draw * this.width;
    let high = low + this.sizes[draw]!;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (scores[middle]! > score) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  levelAt(draw: number, place: number, score: number): number {
    const last = draw * this.width + this.sizes[draw]!;
    let end = place;
    while (end < last && this.scores[end] === score) end += 1;
    return end - place;
  }

  add(row: number): void {
    const draw = this.#prospects.draw[row]!;
    const score = this.#prospects.score[row]!;
    if (this.sizes[draw] === this.width) this.#widen();
    const place = this.placeOf(draw, score);
    const end = draw * this.width + this.sizes[draw]!;
    this.rows.copyWithin(place + 1, place, end);
    this.scores.copyWithin(place + 1, place, end);
    this.rows[place] = row;
    this.scores[place] = score;
    this.sizes[draw]! += 1;
  }

  remove(row: number): void {
    const draw = this.#prospects.draw[row]!;
    const end = draw * this.width + this.sizes[draw]!;
    let place = this.placeOf(draw, this.#prospects.score[row]!);
    while (this.rows[place] !== row) place += 1;
    this.rows.copyWithin(place, place + 1, end);
    this.scores.copyWithin(place, place + 1, end);
    this.sizes[draw]! -= 1;
  }

  #widen(): void {
    const [before, draws] = [this.width, this.sizes.length];
    this.width = 2 * before;
    const widened = <List extends Int32Array | Float64Array>(list: List, wider: List): List => {
      for (let draw = 0; draw < draws; draw += 1)
        wider.set(list.subarray(draw * before, (draw + 1) * before), draw * this.width);
      return wider;
    };
    this.rows = widened(this.rows, new Int32Array(draws * this.width));
    this.scores = widened(this.scores, new Int32Array(draws * this.width));
    this.first = widened(this.first, new Float64Array(draws * this.width));
    this.second = widened(this.second, new Float64Array(draws * this.width));
  }
}
