import { turn } from "../../../../shared/clock.ts";
import { type Interrupt, throwIfInterrupted } from "../../interrupt.ts";

/** A limit on a weighted number of chosen items: at least `lower` and at most `upper`. */
export interface ChoiceRow {
  readonly lower: number;
  readonly upper: number;
  /** The items that count. */
  readonly members: readonly number[];
  /** The weight of each member, above 0; 1 by default. */
  readonly weights?: readonly number[] | undefined;
}

/**
 * The task of choosing the items with the greatest total gain. Rows limit the choice, and no two chosen items
 * may clash. Items are lineups; two lineups clash if they conflict.
 */
export interface ChoiceTask {
  /** The gain of each item, a whole number; the gains of chosen items sum to at most 2^53. */
  readonly gains: readonly number[];
  /** How many items to choose. */
  readonly count: number;
  readonly rows: readonly ChoiceRow[];
  /** Whether two items may not both be chosen. */
  readonly clash: (one: number, other: number) => boolean;
  /** A choice to improve, which keeps all rows and has no clashes. */
  readonly start?: readonly number[] | undefined;
  /** The search ends after this many steps of `Effort`. */
  readonly mostWork: number;
}

/** Per item, the rows in which it counts. */
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

// Sets of whole numbers, as bits of 32-bit words.

export function add(bits: Uint32Array, at: number): void {
  bits[at >>> 5]! |= 1 << (at & 31);
}

export function has(bits: Uint32Array, at: number): boolean {
  return (bits[at >>> 5]! & (1 << (at & 31))) !== 0;
}

/** The position of the lowest 1 bit of a word, which must not be 0. */
export function lowest(word: number): number {
  return 31 - Math.clz32(word & -word);
}

/** Steps between two checks of the interrupt. */
const STRIDE = 2e6;

/** Counts a search's steps (units of work) and ends it after a number of them, so all runs end alike. */
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

  /** Lets other events be handled, once per `STRIDE` steps. @throws AbortedError, TimeLimitError */
  async breathe(): Promise<void> {
    if (this.#done <= this.#looked + STRIDE) return;
    this.#looked = this.#done;
    await turn();
    throwIfInterrupted(this.#interrupt);
  }
}
