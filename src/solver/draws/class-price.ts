import type { Automaton } from "../paths/automaton.ts";
import type { Instance } from "../paths/instance.ts";
import type { Line } from "../paths/sweeps.ts";
import type { DrawnRelaxation } from "./drawn-price.ts";
import { searchPrice } from "./price-search.ts";

/** A level of the automaton as ways to read a whole class: taking so many of it leads from one state to another. */
interface ClassLevel {
  readonly entryClass: number;
  /** The most that can be taken. */
  readonly most: number;
  readonly from: Int32Array;
  readonly taken: Int32Array;
  readonly to: Int32Array;
}

const NONE = Number.NEGATIVE_INFINITY;

/**
 * As `DrawnPrice`, for slates with one role and nobody who must be picked: those of a class are then alike but for
 * points and salary, so that of so many of a class the best are taken, and a sweep reads classes, not candidates.
 */
export class ClassPrice {
  readonly #instance: Instance;
  readonly #levels: readonly ClassLevel[];
  readonly #start: number;
  readonly #width: number;
  readonly #worth: Float64Array;
  readonly #slack: Float64Array;
  /** Per level and place: the best members' worth, who they are, and what the best so many are worth in all. */
  readonly #top: Float64Array;
  readonly #who: Int32Array;
  readonly #sum: Float64Array;
  /** Per level and state: the most of a way on, and how many of the class it takes; and the most of a way to it. */
  readonly #after: Float64Array;
  readonly #choice: Int32Array;
  readonly #before: Float64Array;
  readonly #seats: number;
  readonly #most: Float64Array;
  #last = 0;

  constructor(instance: Instance, automaton: Automaton) {
    this.#instance = instance;
    this.#levels = automaton.levels.map((_, at) => levelOf(automaton, at, instance.openSeats));
    this.#start = automaton.start;
    this.#width = Math.max(1, ...automaton.levels.map(({ states }) => states));
    this.#seats = instance.openSeats;
    const [levels, places] = [this.#levels.length, this.#seats + 1];
    this.#most = new Float64Array(places);
    this.#worth = new Float64Array(instance.nobody + 1);
    this.#slack = new Float64Array(instance.size);
    this.#top = new Float64Array(levels * places);
    this.#who = new Int32Array(levels * places);
    this.#sum = new Float64Array(levels * places);
    this.#after = new Float64Array((levels + 1) * this.#width);
    this.#before = new Float64Array((levels + 1) * this.#width);
    this.#choice = new Int32Array(levels * this.#width);
  }

  forget(): void {
    this.#last = 0;
  }

  /** Of candidates class by class, `ends` being where each class ends; null where no lineup keeps the budget. */
  find(candidates: readonly number[], ends: Int32Array): DrawnRelaxation | null {
    const found = searchPrice(this.#instance, this.#last, {
      top: (price) => this.#sweep(candidates, ends, price),
      line: () => this.#line(),
    });
    if (found === null) return null;
    this.#last = found.price;
    this.#setSlacks(candidates, ends);
    return { ...found, candidates, worth: this.#worth, slack: this.#slack };
  }

  #sweep(candidates: readonly number[], ends: Int32Array, price: number): number {
    this.#setTops(candidates, ends, price);
    const [after, choice, sum, width, places] = [
      this.#after,
      this.#choice,
      this.#sum,
      this.#width,
      this.#seats + 1,
    ];
    after.fill(NONE);
    after[this.#levels.length * width] = 0;
    for (let at = this.#levels.length - 1; at >= 0; at -= 1) {
      const { from, taken, to } = this.#levels[at]!;
      for (let arc = 0; arc < from.length; arc += 1) {
        const value = sum[at * places + taken[arc]!]! + after[(at + 1) * width + to[arc]!]!;
        const state = at * width + from[arc]!;
        if (value <= after[state]!) continue;
        after[state] = value;
        choice[state] = arc;
      }
    }
    return after[this.#start]!;
  }

  /** Sets each candidate's worth, and of each class the best. */
  #setTops(candidates: readonly number[], ends: Int32Array, price: number): void {
    const { points, salary } = this.#instance;
    const [worth, top, who, sum] = [this.#worth, this.#top, this.#who, this.#sum];
    for (let at = 0; at < this.#levels.length; at += 1) {
      const { entryClass, most } = this.#levels[at]!;
      const first = at * (this.#seats + 1);
      let kept = 0;
      for (let index = entryClass === 0 ? 0 : ends[entryClass - 1]!; index < ends[entryClass]!; index += 1) {
        const candidate = candidates[index]!;
        const own = points[candidate]! - price * salary[candidate]!;
        worth[candidate] = own;
        if (kept === most && own <= top[first + kept]!) continue;
        if (kept < most) kept += 1;
        let place = first + kept;
        for (; place > first + 1 && top[place - 1]! < own; place -= 1) {
          top[place] = top[place - 1]!;
          who[place] = who[place - 1]!;
        }
        top[place] = own;
        who[place] = candidate;
      }
      sum[first] = 0;
      for (let place = 1; place <= most; place += 1)
        sum[first + place] = place > kept ? NONE : sum[first + place - 1]! + top[first + place]!;
    }
  }

  /** The best way of the last sweep. */
  #line(): Line {
    const { points, salary } = this.#instance;
    let [gained, spent, state] = [0, 0, this.#start];
    for (let at = 0; at < this.#levels.length; at += 1) {
      const { taken, to } = this.#levels[at]!;
      const arc = this.#choice[at * this.#width + state]!;
      const first = at * (this.#seats + 1);
      for (let place = first + 1; place <= first + taken[arc]!; place += 1) {
        gained += points[this.#who[place]!]!;
        spent += salary[this.#who[place]!]!;
      }
      state = to[arc]!;
    }
    return { points: gained, salary: spent };
  }

  /** Whoever is not among the best so many of his class takes the place of the last of them. */
  #setSlacks(candidates: readonly number[], ends: Int32Array): void {
    const [before, after, sum, top, width, places] = [
      this.#before,
      this.#after,
      this.#sum,
      this.#top,
      this.#width,
      this.#seats + 1,
    ];
    const best = after[this.#start]!;
    before.fill(NONE);
    before[this.#start] = 0;
    const most = this.#most;
    for (let at = 0; at < this.#levels.length; at += 1) {
      const { entryClass, from, taken, to, most: seats } = this.#levels[at]!;
      most.fill(NONE);
      for (let arc = 0; arc < from.length; arc += 1) {
        const value = before[at * width + from[arc]!]! + sum[at * places + taken[arc]!]!;
        const reached = (at + 1) * width + to[arc]!;
        if (value > before[reached]!) before[reached] = value;
        const whole = value + after[reached]!;
        if (whole > most[taken[arc]!]!) most[taken[arc]!] = whole;
      }
      for (let index = entryClass === 0 ? 0 : ends[entryClass - 1]!; index < ends[entryClass]!; index += 1) {
        const candidate = candidates[index]!;
        const own = this.#worth[candidate]!;
        let whole = NONE;
        for (let place = 1; place <= seats; place += 1) {
          if (most[place] === NONE) continue;
          const value = most[place]! + Math.min(0, own - top[at * places + place]!);
          whole = Math.max(whole, value);
        }
        this.#slack[candidate] = best - whole;
      }
    }
  }
}

function levelOf({ levels }: Automaton, at: number, openSeats: number): ClassLevel {
  const { entryClass, states, take, next } = levels[at]!;
  const [from, taken, to]: [number[], number[], number[]] = [[], [], []];
  for (let state = 0; state < states; state += 1)
    for (let now = state, count = 0; now !== -1 && count <= openSeats; now = take[now]!, count += 1) {
      if (next[now] === -1) continue;
      from.push(state);
      taken.push(count);
      to.push(next[now]!);
    }
  return {
    entryClass,
    most: taken.reduce((most, count) => Math.max(most, count), 0),
    from: Int32Array.from(from),
    taken: Int32Array.from(taken),
    to: Int32Array.from(to),
  };
}
