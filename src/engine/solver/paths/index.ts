import { turn, withResolvers } from "../../../shared/clock.ts";
import type { Model } from "../../model/model.ts";
import type { PackedSolutions } from "../contract.ts";
import { type Interrupt, throwIfInterrupted } from "../interrupt.ts";
import { AutomatonCache } from "./automaton.ts";
import type { Instance } from "./instance.ts";
import type { InstanceCache } from "./instance-cache.ts";
import { DEFAULT_LIMITS, type PathLimits } from "./limits.ts";
import type { OrderedStart } from "./ordered/branch-search.ts";
import type { FixedCharge } from "./ordered/fixed-charges.ts";
import type { LineupsInOrder } from "./ordered/lineups-in-order.ts";
import { loadOrderedFor, ordered } from "./ordered/load.ts";
import type { EngineScratch } from "./ordered/refined-search.ts";

/** The milliseconds for which a solve may block its thread before other events are handled. */
const LONGEST_TURN = 10;

const NONE: PackedSolutions = { picks: new Int32Array(0), points: new Float64Array(0) };

/**
 * The path engine: legal lineups are the paths through a small automaton, and the N best lineups its N best
 * paths. Its answers are exact. Tables and automata are kept from one solve to the next.
 */
export interface PathEngine {
  /**
   * Like `Solver.best`, but the result is packed, and the thread can handle other events meanwhile.
   * Concurrent calls run one after another.
   * @throws UnsupportedModelError for a model that is no roster, or whose rules refuse nearly every lineup;
   * AbortedError, TimeLimitError.
   */
  best(model: Model, count: number, interrupt: Interrupt): Promise<PackedSolutions>;
  /**
   * Enumerates a model's lineups by descending points; about `count` of them are wanted. Null if the model
   * has none. Call `loadOrdered` first, and close the result when done.
   * @throws UnsupportedModelError as above; calls of the result can throw it too.
   */
  inOrder(model: Model, count: number, start?: OrderedStart): LineupsInOrder | null;
  /**
   * Like `inOrder`, by descending points less fixed charges. Only for models with a single role and no rule of
   * the kind `disjunction`.
   */
  withCharges(
    model: Model,
    count: number,
    charges: readonly FixedCharge[],
    start?: OrderedStart,
  ): Promise<LineupsInOrder | null>;
  bestNow(model: Model, count: number, interrupt?: Interrupt): PackedSolutions;
}

export function createPathEngine(limits: PathLimits = DEFAULT_LIMITS): PathEngine {
  const automata = new AutomatonCache();
  let instances: InstanceCache | undefined;
  const idle: EngineScratch[] = [];
  const engineScratchOf = () => idle.pop() ?? new (ordered().EngineScratch)(automata, limits);
  const read = (model: Model) => {
    instances ??= new (ordered().InstanceCache)();
    return instances.read(model);
  };
  let before: Promise<void> = Promise.resolve();

  function opened(model: Model, count: number) {
    const instance = read(model);
    if (instance === null) return null;
    const engineScratch = engineScratchOf();
    const search = ordered().bestInOrder(instance, count, engineScratch);
    const close = () => {
      search.return(undefined as never);
      idle.push(engineScratch);
    };
    return { search, close };
  }

  function begun(instance: Instance | null, count: number, start?: OrderedStart) {
    if (instance === null) return null;
    const engineScratch = engineScratchOf();
    idle.push(engineScratch);
    return new (ordered().LineupsInOrder)(instance, engineScratch, count, start);
  }

  return {
    inOrder: (model, count, start) => begun(read(model), count, start),
    async withCharges(model, count, charges, start) {
      const { charged } = await import("./ordered/fixed-charges.ts");
      const instance = read(model);
      return begun(instance && charged(instance, charges), count, start);
    },
    async best(model, count, interrupt) {
      const [earlier, done] = [before, withResolvers<void>()];
      before = done.promise;
      await earlier;
      let own: ReturnType<typeof opened> = null;
      try {
        await loadOrderedFor(model);
        own = opened(model, count);
        return own === null ? NONE : await takingTurns(own.search, interrupt);
      } finally {
        own?.close();
        done.resolve();
      }
    },
    bestNow(model, count, interrupt) {
      const own = opened(model, count);
      if (own === null) return NONE;
      try {
        for (let step = own.search.next(); ; step = own.search.next()) {
          if (step.done) return step.value;
          if (interrupt !== undefined) throwIfInterrupted(interrupt);
        }
      } finally {
        own.close();
      }
    },
  };
}

/**
 * Runs all steps of a search; between them, the thread can handle other events.
 * @throws AbortedError, TimeLimitError, and the search's errors
 */
export async function takingTurns<Found>(
  search: Generator<void, Found>,
  interrupt: Interrupt,
): Promise<Found> {
  try {
    throwIfInterrupted(interrupt);
    let turnEnds = performance.now() + LONGEST_TURN;
    for (;;) {
      const step = search.next();
      if (step.done) return step.value;
      throwIfInterrupted(interrupt);
      if (performance.now() < turnEnds) continue;
      await turn();
      turnEnds = performance.now() + LONGEST_TURN;
    }
  } finally {
    // Ends the generator early if it was interrupted, so that it releases its tables.
    search.return(undefined as never);
  }
}
