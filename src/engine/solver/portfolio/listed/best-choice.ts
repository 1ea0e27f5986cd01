import { turn } from "../../../../shared/turn.ts";
import { type Interrupt, throwIfInterrupted } from "../../interrupt.ts";

/** From `lower` to `upper` is what the chosen items add to a row. */
interface ChoiceRow {
  readonly lower: number;
  readonly upper: number;
  /** The items that add something. */
  readonly members: readonly number[];
  /** What each member adds, above 0; 1 each where absent. */
  readonly weights?: readonly number[] | undefined;
}

/** Which items to choose. */
export interface ChoiceTask {
  /** What each item gains: whole numbers, the sum of those chosen at most 2^53. */
  readonly gains: readonly number[];
  /** So many items are chosen. */
  readonly count: number;
  readonly rows: readonly ChoiceRow[];
  /** Whether two items may not both be chosen. */
  readonly clash: (one: number, other: number) => boolean;
  /** A choice to beat: a whole one that keeps all of this. */
  readonly start?: readonly number[] | undefined;
  /** The search ends after so many steps of work, which take about as many nanoseconds; 3e9 where absent. */
  readonly mostWork?: number | undefined;
}

export interface Choice {
  /** The greatest gain found; null where no whole choice was found. */
  readonly chosen: readonly number[] | null;
  /** The most items found that clash with none of each other and exceed no row; the choice where there is one. */
  readonly partial: readonly number[];
  /** Whether the choice is proved to have the greatest gain, or that there is none. */
  readonly isProved: boolean;
}

const MOST_WORK = 3e9;
/** Work between two looks at the interrupt. */
const STRIDE = 2e7;

/**
 * The choice with the greatest gain, by branch and bound over sets of items that clash with each other, of which at most one
 * is chosen. Whole numbers throughout, and an end after so much work, not time: the same answer in every run.
 * @throws AbortedError, TimeLimitError
 */
export async function bestChoice(task: ChoiceTask, interrupt: Interrupt): Promise<Choice> {
  return new ChoiceSearch(task, interrupt).run();
}

/** One place of the search: what may still be chosen, and the items to branch on. */
interface Node {
  /** Bits of the items that may still be chosen. */
  readonly open: Uint32Array;
  readonly branches: readonly number[];
  next: number;
}

class ChoiceSearch {
  readonly #task: ChoiceTask;
  readonly #interrupt: Interrupt;
  /** Items by gain, the greatest first: bit `i` of a set is item `order[i]`. */
  readonly #order: readonly number[];
  readonly #gains: Float64Array;
  readonly #words: number;
  /** Per place the places that clash with it, as bits. */
  readonly #clashes: readonly Uint32Array[];
  readonly #rows: readonly {
    readonly lower: number;
    readonly upper: number;
    readonly places: readonly number[];
    readonly weights: readonly number[];
    readonly bits: Uint32Array;
    readonly heaviest: number;
  }[];
  readonly #rowsOf: readonly (readonly { readonly row: number; readonly weight: number }[])[];
  readonly #sums: Float64Array;
  readonly #chosen: number[] = [];
  #gain = 0;
  #best: readonly number[] | null = null;
  #bestGain = Number.NEGATIVE_INFINITY;
  #partial: readonly number[] = [];
  #work = 0;

  constructor(task: ChoiceTask, interrupt: Interrupt) {
    const { gains, rows, clash, start } = task;
    this.#task = task;
    this.#interrupt = interrupt;
    this.#order = [...gains.keys()].sort((a, b) => gains[b]! - gains[a]! || a - b);
    this.#gains = Float64Array.from(this.#order, (item) => gains[item]!);
    this.#words = (gains.length + 31) >>> 5;
    const placeOf = new Int32Array(gains.length);
    for (const [place, item] of this.#order.entries()) placeOf[item] = place;
    this.#clashes = this.#order.map(() => new Uint32Array(this.#words));
    for (let one = 0; one < this.#order.length; one += 1)
      for (let other = one + 1; other < this.#order.length; other += 1)
        if (clash(this.#order[one]!, this.#order[other]!)) {
          add(this.#clashes[one]!, other);
          add(this.#clashes[other]!, one);
        }
    this.#rows = rows.map(({ lower, upper, members, weights: given }) => {
      const places = members.map((member) => placeOf[member]!);
      const weights = members.map((_, at) => given?.[at] ?? 1);
      const bits = new Uint32Array(this.#words);
      for (const place of places) add(bits, place);
      return { lower, upper, places, weights, bits, heaviest: Math.max(0, ...weights) };
    });
    const rowsOf = this.#order.map((): { row: number; weight: number }[] => []);
    for (const [row, { places, weights }] of this.#rows.entries())
      for (const [at, place] of places.entries()) rowsOf[place]!.push({ row, weight: weights[at]! });
    this.#rowsOf = rowsOf;
    this.#sums = new Float64Array(rows.length);
    if (start !== undefined) {
      this.#best = start.map((item) => placeOf[item]!);
      this.#bestGain = start.reduce((sum, item) => sum + gains[item]!, 0);
      this.#partial = this.#best;
    }
  }

  async run(): Promise<Choice> {
    const { count, mostWork = MOST_WORK } = this.#task;
    const all = new Uint32Array(this.#words);
    for (let place = 0; place < this.#order.length; place += 1) add(all, place);
    const stack: Node[] = [];
    let looked = Number.NEGATIVE_INFINITY;
    this.#enter(stack, all);
    while (stack.length > 0 && this.#work < mostWork) {
      if (this.#work > looked + STRIDE) {
        looked = this.#work;
        await turn();
        throwIfInterrupted(this.#interrupt);
      }
      const node = stack.at(-1)!;
      // Of each place but the root, an item was chosen to get there.
      if (node.next === node.branches.length) {
        stack.pop();
        if (stack.length > 0) this.#drop();
        continue;
      }
      const place = node.branches[node.next]!;
      node.next += 1;
      if (!has(node.open, place)) continue;
      // Whatever holds this item is looked at here, and nowhere after.
      remove(node.open, place);
      this.#choose(place);
      const open = this.#without(node.open, this.#clashes[place]!);
      if (this.#chosen.length === count) {
        this.#keepWhole();
        this.#drop();
      } else if (!this.#enter(stack, open)) this.#drop();
    }
    const items = (places: readonly number[]) => places.map((place) => this.#order[place]!);
    return {
      chosen: this.#best && items(this.#best),
      partial: items(this.#best ?? this.#partial),
      isProved: stack.length === 0,
    };
  }

  #choose(place: number): void {
    this.#chosen.push(place);
    this.#gain += this.#gains[place]!;
    for (const { row, weight } of this.#rowsOf[place]!) this.#sums[row]! += weight;
  }

  #drop(): void {
    const place = this.#chosen.pop()!;
    this.#gain -= this.#gains[place]!;
    for (const { row, weight } of this.#rowsOf[place]!) this.#sums[row]! -= weight;
  }

  #keepWhole(): void {
    if (this.#chosen.length > this.#partial.length && this.#best === null) this.#partial = [...this.#chosen];
    if (this.#gain <= this.#bestGain) return;
    if (this.#rows.some(({ lower }, row) => this.#sums[row]! < lower)) return;
    this.#best = [...this.#chosen];
    this.#bestGain = this.#gain;
  }

  /** Puts a place on the stack unless nothing better can follow; `open` is then its own. */
  #enter(stack: Node[], open: Uint32Array): boolean {
    if (this.#chosen.length > this.#partial.length && this.#best === null) this.#partial = [...this.#chosen];
    const asked = this.#keepRows(open);
    if (asked === null) return false;
    const branches = this.#branchesOf(open, asked);
    if (branches.length === 0) return false;
    stack.push({ open, branches, next: 0 });
    return true;
  }

  /**
   * Leaves out of `open` what no row has room for, and what leaves a row short. The members of the row that must have one of
   * the fewest items, or all where no row must; null where some row can no longer be kept.
   */
  #keepRows(open: Uint32Array): Uint32Array | null {
    const missing = this.#task.count - this.#chosen.length;
    this.#work += this.#rows.length;
    for (const [row, { upper, places, weights, heaviest }] of this.#rows.entries()) {
      const room = upper - this.#sums[row]!;
      if (room >= heaviest) continue;
      this.#work += places.length;
      for (const [at, place] of places.entries()) if (weights[at]! > room) remove(open, place);
    }
    let fewest: Uint32Array = open;
    let least = Number.POSITIVE_INFINITY;
    for (const [row, { lower, bits, places, weights, heaviest }] of this.#rows.entries()) {
      const due = lower - this.#sums[row]!;
      if (due <= 0) continue;
      if (due > missing * heaviest) return null;
      this.#work += places.length;
      let [left, members] = [0, 0];
      for (const [at, place] of places.entries())
        if (has(open, place)) {
          left += weights[at]!;
          members += 1;
        }
      if (left < due) return null;
      if (due > (missing - 1) * heaviest) for (let at = 0; at < open.length; at += 1) open[at]! &= bits[at]!;
      if (members < least) [fewest, least] = [bits, members];
    }
    return fewest;
  }

  /**
   * Items of which one is in whatever is better than the best so far; none where nothing is. At most one item of a set in
   * which all clash is chosen: so many of the sets as could not be enough by themselves are left alone.
   */
  #branchesOf(open: Uint32Array, asked: Uint32Array): readonly number[] {
    const missing = this.#task.count - this.#chosen.length;
    const sets = this.#clashingSets(open);
    if (sets.length < missing) return [];
    // The first of each set has its greatest gain, and the sets come in that order.
    let most = this.#gain;
    for (let at = 0; at < missing; at += 1) most += this.#gains[sets[at]![0]!]!;
    if (most <= this.#bestGain) return [];
    // All but the smallest sets, one less than are missing.
    const bySize = [...sets].sort((a, b) => a.length - b.length);
    let branches = bySize.slice(0, sets.length - missing + 1).flat();
    // The last sets that even together gain too little.
    let kept = sets.length;
    for (let sum = this.#gain, first = sets.length - 1; first >= 0; first -= 1) {
      sum += this.#gains[sets[first]![0]!]!;
      if (first + missing < sets.length) sum -= this.#gains[sets[first + missing]![0]!]!;
      if (sum > this.#bestGain && sets.length - first >= missing) break;
      kept = first;
    }
    const byGain = sets.slice(0, kept).reduce((sum, { length }) => sum + length, 0);
    if (byGain < branches.length) branches = sets.slice(0, kept).flat();
    if (asked !== open) {
      const must = sets.flat().filter((place) => has(asked, place));
      if (must.length < branches.length) branches = must;
    }
    return branches.sort((a, b) => a - b);
  }

  /** Disjoint sets that hold all open items, in each of which all clash; the greatest gains first. */
  #clashingSets(open: Uint32Array): number[][] {
    const sets: number[][] = [];
    const left = open.slice();
    const fitting = new Uint32Array(this.#words);
    for (let from = 0; from < this.#words; from += 1)
      while (left[from] !== 0) {
        const first = 32 * from + lowest(left[from]!);
        remove(left, first);
        const set = [first];
        const clashes = this.#clashes[first]!;
        for (let at = from; at < this.#words; at += 1) fitting[at] = left[at]! & clashes[at]!;
        this.#work += this.#words - from;
        for (let word = from; word < this.#words; word += 1)
          while (fitting[word] !== 0) {
            const next = 32 * word + lowest(fitting[word]!);
            set.push(next);
            remove(left, next);
            const others = this.#clashes[next]!;
            fitting[word]! &= ~(1 << (next & 31));
            for (let at = word; at < this.#words; at += 1) fitting[at]! &= others[at]!;
            this.#work += this.#words - word;
          }
        sets.push(set);
      }
    return sets;
  }

  #without(open: Uint32Array, clashes: Uint32Array): Uint32Array {
    this.#work += this.#words;
    const left = new Uint32Array(this.#words);
    for (let at = 0; at < this.#words; at += 1) left[at] = open[at]! & ~clashes[at]!;
    return left;
  }
}

function add(bits: Uint32Array, place: number): void {
  bits[place >>> 5]! |= 1 << (place & 31);
}

function remove(bits: Uint32Array, place: number): void {
  bits[place >>> 5]! &= ~(1 << (place & 31));
}

function has(bits: Uint32Array, place: number): boolean {
  return (bits[place >>> 5]! & (1 << (place & 31))) !== 0;
}

/** The place of the lowest bit of a word that is not 0. */
function lowest(word: number): number {
  return 31 - Math.clz32(word & -word);
}
