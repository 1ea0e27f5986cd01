import type { Model } from "../../../model/model.ts";
import type { Solution } from "../../contract.ts";
import type { Interrupt } from "../../interrupt.ts";
import { type PathEngine, takingTurns } from "../../paths/index.ts";
import type { OrderedStart, Tie } from "../../paths/ordered/branch-search.ts";
import type { Toll, TollSearch } from "../../paths/ordered/toll-search.ts";
import type { LineupSource } from "../lineup-source.ts";

/** Yields a model's best lineups without the `barred` picks in batches; about `count` are needed. */
export interface LineupStream {
  (model: Model, count: number, barred: readonly number[]): AsyncGenerator<readonly Solution[], void>;
  /** Yields the best lineups by points less tolls, for models without disjunctions whose picks all have one role. */
  readonly withTolls?: (
    model: Model,
    count: number,
    barred: readonly number[],
    tolls: readonly Toll[],
  ) => AsyncGenerator<readonly Solution[], void>;
}

/** Maximum batch size: where points do not count, nearly all lineups tie and would fill the memory. */
const MOST_AT_ONCE = 500;

/** The number of lineups that are examined between two checks whether there are enough. */
export const STRIDE = 64;

/** Factor between the depths of successive searches. */
const DEPTH_FACTOR = 3;

/**
 * A stream that requests the best lineups repeatedly, each time more of them, because ties may come in a
 * different order each time.
 */
export function streamOf(best: LineupSource): LineupStream {
  return async function* (asked, count, barred) {
    const model = without(asked, barred);
    const yielded = new Set<string>();
    const isNew = ({ picks }: Solution) => {
      const { size } = yielded;
      return yielded.add(picks.join()).size > size;
    };
    for (let looked = count; ; looked *= DEPTH_FACTOR) {
      const found = await best(model, looked);
      yield found.filter(isNew);
      if (found.length < looked) return;
    }
  };
}

/** What searches over one slate learn from each other: tests to branch on, and prices of sums. */
export function searchMemory(near = 0): OrderedStart {
  return { near, split: new Set(), sumPrices: new WeakMap() };
}

/**
 * Takes lineups from the ordered search of the path engine if the model has disjunctions. `memory.near` as in
 * `OrderedStart`: the reported points are at least those of all later lineups.
 */
export function streamByPaths(
  engine: Pick<PathEngine, "inOrder" | "withTolls">,
  best: LineupSource,
  interrupt: Interrupt,
  memory: OrderedStart = searchMemory(),
): LineupStream {
  const repeated = streamOf(best);
  const plain: LineupStream = async function* (model, count, barred) {
    if (model.rules.every(({ kind }) => kind !== "disjunction")) {
      yield* repeated(model, count, barred);
      return;
    }
    const lineups = engine.inOrder(model, Math.max(count, STRIDE), { ...memory, barred });
    if (lineups === null) return;
    try {
      for (;;) {
        const tie = await takingTurns(lineups.next(MOST_AT_ONCE), interrupt);
        if (tie === null) return;
        lineups.taken += tie.lineups.length;
        yield tie.lineups.map((picks) => ({ picks: [...picks], points: tie.points }));
      }
    } finally {
      lineups.close();
    }
  };
  return Object.assign(plain, { withTolls });

  async function* withTolls(
    model: Model,
    count: number,
    barred: readonly number[],
    tolls: readonly Toll[],
  ): AsyncGenerator<readonly Solution[], void> {
    const search = await engine.withTolls(model, count, { tolls, barred });
    if (search === null) return;
    const ties = search.ties();
    try {
      for (;;) {
        const tie = await takingTurns(nextTie(ties), interrupt);
        if (tie === null) return;
        search.taken += tie.lineups.length;
        yield tie.lineups.map((picks) => ({ picks: [...picks], points: tie.points }));
      }
    } finally {
      ties.return();
    }
  }
}

/** The next tie of a search; null at its end. Yields whenever the search pauses before it has one. */
function* nextTie(ties: ReturnType<TollSearch["ties"]>): Generator<void, Tie | null> {
  for (;;) {
    const { done, value } = ties.next();
    if (done) return null;
    if (value !== undefined) return value;
    yield;
  }
}

function without(model: Model, barred: readonly number[]): Model {
  if (barred.length === 0) return model;
  const slots = model.picks.slots.slice();
  for (const pick of barred) slots[pick] = 0;
  return { ...model, picks: { ...model.picks, slots } };
}
