import type { Model } from "../../model/model.ts";
import type { Solution } from "../contract.ts";
import type { HighsSolver } from "../highs.ts";
import type { Interrupt } from "../interrupt.ts";
import { type PathEngine, takingTurns } from "../paths/index.ts";
import type { OrderedStart } from "../paths/ordered/branch-search.ts";
import type { FixedCharge } from "../paths/ordered/fixed-charges.ts";
import type { LineupsInOrder } from "../paths/ordered/lineups-in-order.ts";

/**
 * Finds the `count` best lineups of a model, exactly and best first; all of them if there are fewer.
 * @throws AbortedError, TimeLimitError, UnsupportedModelError, SolverFailedError
 */
export type LineupSource = (model: Model, count: number) => Promise<readonly Solution[]>;

export interface PortfolioTools {
  readonly best: LineupSource;
  /** The path engine; null if another solver was requested. */
  readonly pathEngine: PathEngine | null;
  /** Continues if the path engine gives up; null if no other solver is allowed. */
  readonly otherwise: LineupSource | null;
  /** Loads HiGHS, for the linear programs of joint portfolios. */
  readonly highs: () => Promise<HighsSolver>;
}

/**
 * Yields a model's best lineups in batches, best first, without lineups that have a `barred` pick. `count` is
 * about how many lineups the caller needs; it may stop at any batch.
 */
export interface LineupStream {
  (model: Model, count: number, barred: readonly number[]): AsyncGenerator<readonly Solution[], void>;
  /**
   * Like the stream itself, but lineups are ordered by points minus fixed charges (see `FixedCharge`). Only
   * for models with a single role and no rule of the kind `disjunction`. Absent if the solver cannot impose
   * fixed charges.
   */
  readonly withCharges?: (
    model: Model,
    count: number,
    barred: readonly number[],
    charges: readonly FixedCharge[],
  ) => AsyncGenerator<readonly Solution[], void>;
}

/** Maximum batch size: where points do not count, a tie would fill the memory. */
const MOST_AT_ONCE = 500;

/** The number of lineups that pricing examines before it checks again whether it has found enough. */
export const STRIDE = 64;

/** Each search of `streamOf` asks for this many times as many lineups as the one before. */
const DEPTH_FACTOR = 3;

/** Asks for more and more lineups, and yields the new ones: ties may come in another order each time. */
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

/** What several searches of a slate learn and share. */
export function searchMemory(): OrderedStart {
  return { split: new Set(), sumPrices: new WeakMap() };
}

/**
 * A stream that uses the ordered search of the path engine if the model has a rule of the kind `disjunction`,
 * and `best` otherwise. The points reported with a batch are at least those of all later lineups.
 */
export function streamByPaths(
  engine: Pick<PathEngine, "inOrder" | "withCharges">,
  best: LineupSource,
  interrupt: Interrupt,
  memory: OrderedStart = searchMemory(),
): LineupStream {
  const repeated = streamOf(best);

  async function* read(lineups: LineupsInOrder | null) {
    try {
      while (lineups !== null) {
        const tie = await takingTurns(lineups.next(MOST_AT_ONCE), interrupt);
        if (tie === null) return;
        lineups.taken += tie.lineups.length;
        yield tie.lineups.map((picks) => ({ picks: [...picks], points: tie.points }));
      }
    } finally {
      lineups?.close();
    }
  }

  const plain: LineupStream = async function* (model, count, barred) {
    if (model.rules.every(({ kind }) => kind !== "disjunction")) {
      yield* repeated(model, count, barred);
      return;
    }
    yield* read(engine.inOrder(model, Math.max(count, STRIDE), { ...memory, barred }));
  };
  const withCharges: LineupStream["withCharges"] = async function* (model, count, barred, charges) {
    yield* read(await engine.withCharges(model, count, charges, { barred }));
  };
  return Object.assign(plain, { withCharges });
}

/** The model without these picks: they may take no slot. */
function without(model: Model, barred: readonly number[]): Model {
  if (barred.length === 0) return model;
  const slots = model.picks.slots.slice();
  for (const pick of barred) slots[pick] = 0;
  return { ...model, picks: { ...model.picks, slots } };
}
