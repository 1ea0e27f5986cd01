import { turn } from "../../../../shared/turn.ts";
import { type Interrupt, throwIfInterrupted } from "../../interrupt.ts";

/** From `lower` to `upper` is what the chosen items add to a row. */
export interface ChoiceRow {
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
  /** The search ends after so many steps of work. */
  readonly mostWork: number;
}

export interface Choice {
  /** The greatest gain found; null where no whole choice was found. */
  readonly chosen: readonly number[] | null;
  /** The most items found that clash with none of each other and exceed no row; the choice where there is one. */
  readonly partial: readonly number[];
  /** Whether the choice is proved to have the greatest gain, or that there is none. */
  readonly isProved: boolean;
}

/** Per item the rows that it adds something to. */
export type RowsOfItems = readonly (readonly { readonly row: number; readonly weight: number }[])[];

export function rowsOfItems(
  count: number,
  rows: readonly Pick<ChoiceRow, "members" | "weights">[],
): RowsOfItems {
  const rowsOf = Array.from({ length: count }, (): { row: number; weight: number }[] => []);
  for (const [row, { members, weights }] of rows.entries())
    for (const [at, item] of members.entries()) rowsOf[item]!.push({ row, weight: weights?.[at] ?? 1 });
  return rowsOf;
}

/** Sets of whole numbers as bits of 32-bit words. */

export function add(bits: Uint32Array, at: number): void {
  bits[at >>> 5]! |= 1 << (at & 31);
}

export function remove(bits: Uint32Array, at: number): void {
  bits[at >>> 5]! &= ~(1 << (at & 31));
}

export function has(bits: Uint32Array, at: number): boolean {
  return (bits[at >>> 5]! & (1 << (at & 31))) !== 0;
}

/** The place of the lowest bit of a word that is not 0. */
export function lowest(word: number): number {
  return 31 - Math.clz32(word & -word);
}

/** Work between two looks at the interrupt. */
const STRIDE = 2e6;

/** Counts the steps of a search, which ends after so many of them: at the same place in every run, whatever the time. */
export class Effort {
  readonly #most: number;
  readonly #interrupt: Interrupt;
  #done = 0;
  #looked = Number.NEGATIVE_INFINITY;

  constructor(most: number, interrupt: Interrupt) {
    this.#most = most;
    this.#interrupt = interrupt;
  }

  add(steps: number): void {
    this.#done += steps;
  }

  get isOver(): boolean {
    return this.#done >= this.#most;
  }

  /**
   * Now and then lets other events have their turn.
   * @throws AbortedError, TimeLimitError
   */
  async breathe(): Promise<void> {
    if (this.#done <= this.#looked + STRIDE) return;
    this.#looked = this.#done;
    await turn();
    throwIfInterrupted(this.#interrupt);
  }
}
