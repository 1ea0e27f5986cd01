import { BLOCK } from "../solver/draws/drawing.ts";
import type { TaskTypes } from "./tasks.ts";

export type DrawsKind = "draws" | "contest" | "prospects";

/** A task over `draws` draws, from number `from` on (a multiple of `BLOCK`, 0 by default). */
export type DrawsRequest<K extends DrawsKind> = Omit<TaskTypes[K]["input"], "from" | "count"> & {
  readonly from?: number;
  readonly draws: number;
};

export const CONTEST_PORTION = 2 * BLOCK;

const PORTIONS = { draws: 4 * BLOCK, contest: CONTEST_PORTION, prospects: CONTEST_PORTION };

/**
 * Runs a task portion by portion, as many at a time as there are threads; `take` receives the results in
 * order.
 */
export async function inPortions<K extends DrawsKind>(
  kind: K,
  { from: first = 0, draws, ...rest }: DrawsRequest<K>,
  threads: number,
  run: (portion: TaskTypes[K]["input"]) => Promise<{ readonly output: TaskTypes[K]["output"] }>,
  take: (output: TaskTypes[K]["output"]) => void,
): Promise<void> {
  const size = PORTIONS[kind];
  const done = new Map<number, TaskTypes[K]["output"]>();
  let [asked, taken] = [0, 0];
  async function goOn(): Promise<void> {
    while (asked < draws) {
      const from = asked;
      asked += size;
      const portion = { ...rest, from: first + from, count: Math.min(size, draws - from) };
      done.set(from, (await run(portion as unknown as TaskTypes[K]["input"])).output);
      for (let next = done.get(taken); next !== undefined; next = done.get(taken)) {
        done.delete(taken);
        taken += size;
        take(next);
      }
    }
  }
  const giveUp = (cause: unknown) => {
    asked = draws;
    throw cause;
  };
  await Promise.all(Array.from({ length: Math.max(1, threads) }, () => goOn().catch(giveUp)));
}
