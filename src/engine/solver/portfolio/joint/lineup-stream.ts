import type { LineupTest, PickSum } from "../../../model/lineup-test.ts";
import type { Model } from "../../../model/model.ts";
import type { Solution } from "../../contract.ts";
import type { Interrupt } from "../../interrupt.ts";
import { type PathEngine, takingTurns } from "../../paths/index.ts";
import type { LineupSource } from "../lineup-source.ts";

/**
 * Yields a model's best lineups in batches, as long as the caller continues; about `count` are needed,
 * without the picks in `barred`.
 */
export type LineupStream = (
  model: Model,
  count: number,
  barred: readonly number[],
) => AsyncGenerator<readonly Solution[], void>;

/**
 * Maximum batch size: if points do not count, nearly all lineups tie, and one batch would fill the memory.
 */
const MOST_AT_ONCE = 500;

/** Factor between the depths of successive searches. */
const DEEPER = 3;

/** Requests the best lineups repeatedly, each time more of them: ties can come in a different order then. */
export function streamOf(best: LineupSource): LineupStream {
  return async function* (asked, count, barred) {
    const model = without(asked, barred);
    const yielded = new Set<string>();
    const isNew = ({ picks }: Solution) => {
      const { size } = yielded;
      return yielded.add(picks.join()).size > size;
    };
    for (let looked = count; ; looked *= DEEPER) {
      const found = await best(model, looked);
      yield found.filter(isNew);
      if (found.length < looked) return;
    }
  };
}

/**
 * Takes lineups from the ordered search of the path engine if the model has disjunctions. `near` as in `OrderedStart`: the
 * reported points are at least those of all later lineups.
 */
export function streamByPaths(
  engine: Pick<PathEngine, "inOrder">,
  best: LineupSource,
  interrupt: Interrupt,
  near = 0,
): LineupStream {
  const repeated = streamOf(best);
  const split = new Set<LineupTest>();
  const sumPrices = new WeakMap<PickSum, number>();
  return async function* (model, count, barred) {
    if (model.rules.every(({ kind }) => kind !== "disjunction")) {
      yield* repeated(model, count, barred);
      return;
    }
    const lineups = engine.inOrder(model, count, { split, sumPrices, barred, near });
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
}

function without(model: Model, barred: readonly number[]): Model {
  if (barred.length === 0) return model;
  const slots = model.picks.slots.slice();
  for (const pick of barred) slots[pick] = 0;
  return { ...model, picks: { ...model.picks, slots } };
}
