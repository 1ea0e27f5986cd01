/** How many draws the kernel scores at the same time, each in its own lane. */
export const LANES = 16;
/** `tallyNarrow` takes lineups in groups of this size. */
export const GROUP = 32;
/** The address of the narrow table (see `Kernel`); the memory below it belongs to the kernel. */
export const NARROW_TABLE = 4_096 + 64 + 32 * GROUP + LANES * (2 * 4_096 + 64);
/** The largest score that 16 bits hold; higher ones are reduced to it. */
export const NARROW_MOST = 0xffff;

/** The compiled WebAssembly module of `kernel.as`. */
export type KernelModule = object;

export interface KernelMemory {
  readonly buffer: ArrayBuffer;
}

/**
 * The inner loops of contest simulations: they score and count lineups in `LANES` draws at once. Arguments
 * are addresses in bytes, or numbers of elements.
 *
 * - A lineup is a list of picks with 16 bits each.
 * - A table has a row per pick: its score in each draw. Scores have 32 bits in the wide table; in the narrow
 *   table they have 16 bits and are not negative.
 * - Each draw has a cut: scores at or below it are not counted.
 * - A histogram has `range` counters per draw. Counter n is for the score `cut + n`; counter 0 has no
 *   meaning.
 */
export interface Kernel {
  /** Adds up each lineup's scores from the wide table, and writes them to `out`: `LANES` sums per lineup. */
  score(lineups: number, count: number, seats: number, table: number, out: number): void;
  /**
   * Counts lineups by score, each `weight` times, and raises each draw's `tops` to the highest score.
   * Initially `tops` must equal the cuts; later calls continue from the earlier ones.
   */
  tally(
    lineups: number,
    count: number,
    weight: number,
    seats: number,
    table: number,
    cuts: number,
    histogram: number,
    range: number,
    tops: number,
  ): void;
  /**
   * Like `tally`, with the narrow table at `NARROW_TABLE` and cuts and tops of 16 bits each. A top is the
   * distance of the highest score from the cut, initially 0. If a cut and its top sum to `NARROW_MOST`, 16
   * bits may be too few, and the counts are meaningless. `count` is a multiple of `GROUP`.
   */
  tallyNarrow(
    lineups: number,
    count: number,
    weight: number,
    seats: number,
    cuts: number,
    histogram: number,
    range: number,
    tops: number,
  ): void;
  /** Replaces each counter except the first by the number of lineups with its score or a higher one. */
  accumulate(histogram: number, range: number, cuts: number, tops: number): void;
  /** Resets the counters from the cuts to the tops to zero. */
  clear(histogram: number, range: number, cuts: number, tops: number): void;
}

interface WebAssemblyMemory extends KernelMemory {
  readonly grow: unknown;
}

declare const WebAssembly: {
  readonly Memory: new (size: { readonly initial: number }) => WebAssemblyMemory;
  readonly Instance: new (
    module: KernelModule,
    imports: { readonly env: { readonly memory: KernelMemory } },
  ) => { readonly exports: unknown };
};

export function createKernel(
  module: KernelModule,
  bytes: number,
): { readonly kernel: Kernel; readonly memory: KernelMemory } {
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / 2 ** 16) });
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  const kernel = exports as Kernel & { prepare(): void };
  kernel.prepare();
  return { kernel, memory };
}
