/** How many draws the kernel scores side by side. */
export const LANES = 8;

/** Compiled WebAssembly of `kernel.as`. */
export type KernelModule = object;

/** What the inner loops work on; WebAssembly's own where they are of it. */
export interface KernelMemory {
  readonly buffer: ArrayBuffer;
}

/**
 * The inner loops of contests. Arguments are addresses in bytes, counts and sizes in elements. A lineup is the numbers of
 * its picks, 16 bits each; the table has a row per pick, the scores of `LANES` draws in 32 bits each; a histogram has
 * `range` counters for each draw, of which the first is for `cut` and all below, the next for `cut + 1` and so on.
 */
export interface Kernel {
  /** Writes the scores of lineups, a row of `LANES` each. */
  score(lineups: number, count: number, seats: number, table: number, out: number): void;
  /**
   * Counts lineups, each as often as its weight says, by their scores, and writes each draw's highest score, or its cut
   * where that is higher, to `tops`.
   */
  tally(
    lineups: number,
    weights: number,
    count: number,
    seats: number,
    table: number,
    cuts: number,
    histogram: number,
    range: number,
    tops: number,
  ): void;
  /** Makes of each counter how many have its score or a higher one. */
  accumulate(histogram: number, range: number, cuts: number, tops: number): void;
  /** Sets the counters from the cuts to the tops to zero. */
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

const PAGE = 65_536;

/** A kernel over so many bytes: of WebAssembly where its module is given, else the JavaScript twin. */
export function createKernel(
  module: KernelModule | null,
  bytes: number,
): { readonly kernel: Kernel; readonly memory: KernelMemory } {
  const pages = Math.ceil(bytes / PAGE);
  if (module === null) {
    const memory = { buffer: new ArrayBuffer(pages * PAGE) };
    return { kernel: twinOf(memory), memory };
  }
  const memory = new WebAssembly.Memory({ initial: pages });
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  return { kernel: exports as Kernel, memory };
}

/** The same loops in JavaScript. */
function twinOf({ buffer }: KernelMemory): Kernel {
  const picks = new Uint16Array(buffer);
  const words = new Int32Array(buffer);
  const sums = new Int32Array(LANES);

  /** Adds up the lineup whose picks begin at an index. */
  function sum(at: number, seats: number, table: number): void {
    sums.fill(0);
    for (let seat = at; seat < at + seats; seat += 1) {
      const row = table + picks[seat]! * LANES;
      for (let lane = 0; lane < LANES; lane += 1) sums[lane]! += words[row + lane]!;
    }
  }

  /** How far a draw's counters are used beyond the first. */
  const reach = (lane: number, cuts: number, tops: number) =>
    words[tops / 4 + lane]! - words[cuts / 4 + lane]!;

  return {
    score(lineups, count, seats, table, out) {
      for (let lineup = 0; lineup < count; lineup += 1) {
        sum(lineups / 2 + lineup * seats, seats, table / 4);
        words.set(sums, out / 4 + lineup * LANES);
      }
    },
    tally(lineups, weights, count, seats, table, cuts, histogram, range, tops) {
      const [cut, top, counters] = [cuts / 4, tops / 4, histogram / 4];
      words.copyWithin(top, cut, cut + LANES);
      for (let lineup = 0; lineup < count; lineup += 1) {
        sum(lineups / 2 + lineup * seats, seats, table / 4);
        const weight = words[weights / 4 + lineup]!;
        for (let lane = 0; lane < LANES; lane += 1) {
          const own = sums[lane]!;
          if (own > words[top + lane]!) words[top + lane] = own;
          words[counters + lane * range + Math.max(0, own - words[cut + lane]!)]! += weight;
        }
      }
    },
    accumulate(histogram, range, cuts, tops) {
      for (let lane = 0; lane < LANES; lane += 1) {
        const begin = histogram / 4 + lane * range;
        let all = 0;
        for (let at = begin + reach(lane, cuts, tops); at >= begin; at -= 1) {
          all += words[at]!;
          words[at] = all;
        }
      }
    },
    clear(histogram, range, cuts, tops) {
      for (let lane = 0; lane < LANES; lane += 1) {
        const begin = histogram / 4 + lane * range;
        words.fill(0, begin, begin + reach(lane, cuts, tops) + 1);
      }
    },
  };
}
