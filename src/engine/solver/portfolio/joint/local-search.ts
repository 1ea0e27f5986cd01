import type { Column } from "./columns.ts";
import type { PlanByKind } from "./restricted-master.ts";

type Limits = Pick<PlanByKind, "pairRule" | "shareRows" | "shareIndex">;

/**
 * The most points that bringing in one candidate may lose, as a fraction of a lineup's mean points. The
 * search passes through all candidates once per element.
 */
const LOSSES = [0.004, 0.002, 0.001, 0.004, 0.002, 0.001, 0];

/** A candidate that conflicts with more chosen lineups than this is skipped. */
const MOST_REMOVED = 3;

/** Maximum number of conflicting pairs to keep in memory. */
const MOST_STORED = 5_000_000;

/** Maximum number of columns to examine; unlike a time limit, it ends every run in the same way. */
const MOST_WORK = 1e8;

/**
 * Local search for plans whose lineups must not overlap much: adds each candidate in turn, removes the chosen
 * lineups that conflict with it, and fills up with the best lineups that fit. Returns a portfolio with more
 * points than the start; null if it finds none.
 */
export function improvedBy(
  limits: Limits,
  start: readonly Column[],
  candidates: readonly Column[],
): readonly Column[] | null {
  return new LocalSearch(limits, [...new Set([...start, ...candidates])]).improve(start.length);
}

class LocalSearch {
  readonly #limits: Limits;
  readonly #columns: readonly Column[];
  /** Per player, the columns (as indices) whose lineup has it. */
  readonly #having: readonly (readonly number[])[];
  readonly #identical = new Map<string, number[]>();
  /** Per share row, how many chosen columns count in it. */
  readonly #taken: Int32Array;
  readonly #chosen = new Set<number>();
  /** Per column, the number of chosen columns that it conflicts with. */
  readonly #conflicts: Int32Array;
  /** Per column, the sum of the indices of these chosen columns: if there is only one, its index. */
  readonly #conflictSums: Float64Array;
  readonly #common: Int32Array;
  /** Cached lists: per column, the columns that conflict with it. `#stored` is their total length. */
  readonly #known = new Map<number, readonly number[]>();
  #stored = 0;
  #sum = 0;
  #work = 0;

  constructor(limits: Limits, columns: readonly Column[]) {
    this.#limits = limits;
    this.#columns = columns;
    this.#taken = new Int32Array(limits.shareRows.length);
    this.#conflicts = new Int32Array(columns.length);
    this.#conflictSums = new Float64Array(columns.length);
    this.#common = new Int32Array(columns.length);
    const having: number[][] = [];
    for (const [at, { entries, identity }] of columns.entries()) {
      for (const entry of entries) {
        having[entry] ??= [];
        having[entry].push(at);
      }
      const same = this.#identical.get(identity) ?? [];
      same.push(at);
      this.#identical.set(identity, same);
    }
    this.#having = having;
  }

  /**
   * Improves the choice of the first `count` columns, which keep the plan. Null if no better choice is found.
   */
  improve(count: number): readonly Column[] | null {
    for (let at = 0; at < count; at += 1) this.#add(at);
    const [start, mean] = [this.#sum, this.#sum / count];
    let [best, most] = [[...this.#chosen], start];
    for (const loss of LOSSES) {
      for (const at of this.#columns.keys()) {
        if (this.#chosen.has(at) || this.#conflicts[at]! > MOST_REMOVED) continue;
        if (this.#work > MOST_WORK) break;
        const [before, sum] = [[...this.#chosen], this.#sum];
        if (!this.#bringIn(at, count) || this.#sum < sum - loss * Math.abs(mean)) this.#restore(before);
        else if (this.#sum > most) [best, most] = [[...this.#chosen], this.#sum];
      }
      this.#restore(best);
    }
    return most > start ? best.map((at) => this.#columns[at]!) : null;
  }

  /**
   * Adds a column, removes the chosen columns that conflict with it and fills up; returns whether the choice
   * keeps the plan.
   */
  #bringIn(at: number, count: number): boolean {
    for (const other of this.#conflictsOf(at)) if (this.#chosen.has(other)) this.#remove(other);
    while (this.#chosen.size === count || !this.#fits(at)) {
      const least = this.#leastFor(at);
      if (least === null) return false;
      this.#remove(least);
    }
    this.#add(at);
    while (this.#chosen.size < count) {
      const best = this.#bestFitting();
      if (best === null) return false;
      this.#add(best);
    }
    this.#exchange();
    return this.#limits.shareRows.every(({ lower }, row) => this.#taken[row]! >= lower);
  }

  /**
   * As long as it can, replaces a chosen column by a better one that conflicts with no other chosen column.
   */
  #exchange(): void {
    for (let isBetter = true; isBetter; ) {
      isBetter = false;
      this.#work += this.#columns.length;
      for (let at = 0; at < this.#columns.length; at += 1) {
        if (this.#conflicts[at] !== 1) continue;
        const other = this.#conflictSums[at]!;
        if (this.#columns[at]!.points <= this.#columns[other]!.points) continue;
        this.#remove(other);
        isBetter ||= this.#fits(at);
        this.#add(this.#fits(at) ? at : other);
      }
    }
  }

  /**
   * The chosen column to remove next, to make room for column `at`: the one with the fewest points. If a row
   * of `at` is full, only columns that count in that row are considered. Null if there is none.
   */
  #leastFor(at: number): number | null {
    const full = this.#rowsOf(at).find((row) => this.#isFull(row));
    let least: number | null = null;
    for (const other of this.#chosen)
      if (
        (full === undefined || this.#rowsOf(other).includes(full)) &&
        (least === null || this.#columns[other]!.points < this.#columns[least]!.points)
      )
        least = other;
    return least;
  }

  #bestFitting(): number | null {
    this.#work += this.#columns.length;
    let best: number | null = null;
    for (let at = 0; at < this.#columns.length; at += 1)
      if (
        this.#conflicts[at] === 0 &&
        (best === null || this.#columns[at]!.points > this.#columns[best]!.points) &&
        !this.#chosen.has(at) &&
        this.#fits(at)
      )
        best = at;
    return best;
  }

  #fits(at: number): boolean {
    return this.#rowsOf(at).every((row) => !this.#isFull(row));
  }

  #isFull(row: number): boolean {
    return this.#taken[row]! >= this.#limits.shareRows[row]!.upper;
  }

  #rowsOf(at: number): readonly number[] {
    return this.#limits.shareIndex(this.#columns[at]!);
  }

  #restore(before: readonly number[]): void {
    const kept = new Set(before);
    for (const at of this.#chosen) if (!kept.has(at)) this.#remove(at);
    for (const at of before) if (!this.#chosen.has(at)) this.#add(at);
  }

  #add(at: number): void {
    this.#chosen.add(at);
    this.#change(at, 1);
  }

  #remove(at: number): void {
    this.#chosen.delete(at);
    this.#change(at, -1);
  }

  #change(at: number, by: 1 | -1): void {
    this.#sum += by * this.#columns[at]!.points;
    for (const row of this.#rowsOf(at)) this.#taken[row]! += by;
    const conflicts = this.#conflictsOf(at);
    this.#work += conflicts.length + this.#chosen.size;
    for (const other of conflicts) {
      this.#conflicts[other]! += by;
      this.#conflictSums[other]! += by * at;
    }
  }

  /** The other columns that conflict with a column. */
  #conflictsOf(at: number): readonly number[] {
    const known = this.#known.get(at);
    if (known !== undefined) return known;
    const { entries, identity } = this.#columns[at]!;
    const { conflictSize } = this.#limits.pairRule;
    const found = this.#identical.get(identity)!.filter((other) => other !== at);
    const common = this.#common.fill(0);
    for (const entry of entries)
      for (const other of this.#having[entry]!) {
        common[other]! += 1;
        if (common[other] === conflictSize && this.#columns[other]!.identity !== identity) found.push(other);
        this.#work += 1;
      }
    this.#stored += found.length;
    if (this.#stored > MOST_STORED) {
      this.#known.clear();
      this.#stored = found.length;
    }
    this.#known.set(at, found);
    return found;
  }
}
