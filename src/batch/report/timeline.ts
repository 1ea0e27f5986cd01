/** The most bins that there are. */
const MOST_BINS = 120;

/** So many moments within `width` seconds from `from`, in seconds since 1970. */
export interface TimeBin {
  readonly from: number;
  readonly width: number;
  readonly count: number;
}

/** Counts moments in bins of one width, which doubles when there would be too many: any span takes the same memory. */
export class Timeline {
  #width = 1;
  #counts = new Map<number, number>();
  #first = Number.POSITIVE_INFINITY;
  #last = Number.NEGATIVE_INFINITY;

  /** `moment` in seconds since 1970. */
  add(moment: number): void {
    const bin = Math.floor(moment / this.#width);
    this.#counts.set(bin, (this.#counts.get(bin) ?? 0) + 1);
    this.#first = Math.min(this.#first, bin);
    this.#last = Math.max(this.#last, bin);
    while (this.#last - this.#first >= MOST_BINS) this.#double();
  }

  /** Without gaps: bins between the first and the last in which nothing was have none. */
  bins(): readonly TimeBin[] {
    const width = this.#width;
    return Array.from({ length: Math.max(0, this.#last - this.#first + 1) }, (_, index) => {
      const bin = this.#first + index;
      return { from: bin * width, width, count: this.#counts.get(bin) ?? 0 };
    });
  }

  #double(): void {
    const half = (bin: number) => Math.floor(bin / 2);
    const counts = new Map<number, number>();
    for (const [bin, count] of this.#counts) counts.set(half(bin), (counts.get(half(bin)) ?? 0) + count);
    this.#counts = counts;
    this.#width *= 2;
    this.#first = half(this.#first);
    this.#last = half(this.#last);
  }
}
