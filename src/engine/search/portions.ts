interface Portions {
  readonly threads: number;
  /** The size of each portion except the last. */
  readonly size: number;
  readonly all: number;
}

/** Runs work portion by portion, one portion per thread at a time; `take` receives the results in order. */
export async function inPortions<Answer>(
  { threads, size, all }: Portions,
  work: (from: number, count: number) => Promise<Answer>,
  take: (answer: Answer) => void,
): Promise<void> {
  const done = new Map<number, Answer>();
  let asked = 0;
  let taken = 0;
  async function goOn(): Promise<void> {
    while (asked < all) {
      const from = asked;
      const count = Math.min(size, all - from);
      asked += count;
      done.set(from, await work(from, count));
      for (let next = done.get(taken); next !== undefined; next = done.get(taken)) {
        done.delete(taken);
        taken += Math.min(size, all - taken);
        take(next);
      }
    }
  }
  await Promise.all(Array.from({ length: Math.max(1, threads) }, goOn));
}
