import type { Prospects } from "../../model/contest-prospects.ts";
import type { CHOICE_GOALS } from "../../schema/contest-play.ts";
import { shared } from "../../solver/contest/play.ts";
import { RankedDraws } from "./ranked-draws.ts";

/** What entries are chosen for together. */
export type ChoiceGoal = (typeof CHOICE_GOALS)[number];

/** What one more lineup adds to those taken. */
interface Gain {
  /** Cents over all draws, or a number of draws; below 0 where it ties with a taken one that is the best. */
  readonly gain: number;
  /** It adds no more than this, however many others are taken before it. */
  readonly most: number;
}

/** What lineups are worth together over the draws. */
export interface Worth {
  /** What all that are taken are worth together. */
  readonly total: number;
  gainOf(lineup: number): Gain;
  take(lineup: number): void;
  /** Gives a taken one back. */
  drop(lineup: number): void;
}

interface Payments {
  readonly prospects: Prospects;
  /** What the first so many places are paid together, in cents. */
  readonly prizes: Float64Array;
  readonly draws: number;
  /** How many lineups are taken at the most. */
  readonly count: number;
}

/** The worth of lineups by what they are chosen for. */
export const WORTHS: { readonly [Goal in ChoiceGoal]: (payments: Payments) => Worth } = {
  payout: (payments) => new TotalWorth(payments),
  best: (payments) => new BestWorth(payments),
  first: (payments) => new FirstWorth(payments),
};

/** In how many draws one of the lineups is first, alone or with others. */
class FirstWorth implements Worth {
  total = 0;
  readonly #prospects: Prospects;
  /** Per draw, how many of those taken are first. */
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

/** What the best of the lineups is paid, draw by draw; those that are level with it share its prize. */
class BestWorth implements Worth {
  total = 0;
  readonly #prospects: Prospects;
  readonly #prizes: Float64Array;
  readonly #ranked: RankedDraws;
  /** What each lineup is paid where no other one of those taken is level with it. */
  readonly #alone: Float64Array;
  /** What the best is paid at least once a lineup is taken. */
  readonly #least: Float64Array;
  /** Per draw: the score of the best one taken, what it is paid, and what the best is paid at least from now on. */
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

  /** What a lineup is paid as one of so many own ones that are level, with no own one above. */
  #paidWith(at: number, own: number): number {
    if (own === 1) return this.#alone[at]!;
    return shared(this.#prizes, this.#prospects.above[at]!, this.#prospects.level[at]! + own);
  }
}

/**
 * Per row, what the best of its draw is paid at least once it is taken, whatever else is: the least that any row no
 * lower is paid with all that are level with it, up to `count`.
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
    // The highest score first, with the row's place among those of the draw.
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

/** What all lineups are paid, each of them counting against the others. */
class TotalWorth implements Worth {
  total = 0;
  readonly #prospects: Prospects;
  readonly #prizes: Float64Array;
  /** The part of the prizes that falls by ever less, likewise summed. */
  readonly #easing: Float64Array;
  /**
   * With each, what it and those below it lose by one more above them: of the prizes, and of their easing part. Right
   * where the one before it is not level with it.
   */
  readonly #ranked: RankedDraws;
  /** What each lineup is paid where none is taken. */
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

/** What one of so many level ones loses by one more above them. */
function pushed(prizes: Float64Array, before: number, places: number): number {
  if (before >= prizes.length) return 0;
  return shared(prizes, before, places) - shared(prizes, before + 1, places);
}

/**
 * Of summed prizes the largest part that falls from one place to the next by no more than at any place before, to
 * nothing after the last; summed. What is left never grows from one place to the next.
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
