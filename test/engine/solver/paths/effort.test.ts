import { describe } from "vitest";
import type { Model } from "../../../../src/engine/model/model.ts";
import type { Solution } from "../../../../src/engine/solver/contract.ts";
import type { Interrupt } from "../../../../src/engine/solver/interrupt.ts";
import { unpackSolutions } from "../../../../src/engine/solver/packed-solutions.ts";
import { createPathEngine, type PathEngine } from "../../../../src/engine/solver/paths/index.ts";
import { DEFAULT_LIMITS, type PathLimits } from "../../../../src/engine/solver/paths/limits.ts";
import { loadOrdered } from "../../../../src/engine/solver/paths/ordered/load.ts";
import { UnsupportedModelError } from "../../../../src/shared/errors.ts";
import { watchPaths, wordsOf } from "../../../support/effort.ts";
import {
  DRAWN_LIMITS,
  DRAWN_MODELS,
  EFFORT_LIMITS as LIMITS,
  EFFORT_MODELS as MODELS,
} from "../../../support/effort-models.ts";
import { itKeepsLines } from "../../../support/kept-lines.ts";

await loadOrdered();

const UNIT = 1e10;

type Row = readonly [
  model: keyof typeof MODELS,
  limits: keyof typeof LIMITS,
  count: number,
  way: keyof typeof WAYS_TO_SOLVE,
];

const SOLVES: readonly Row[] = [
  ["plain", "usual", 40, "best"],
  ["large", "usual", 1, "best"],
  ["large", "usual", 60, "best"],
  ["no divisor of salaries", "usual", 40, "best"],
  ["no divisor of salaries", "coarse", 10, "best"],
  ["no divisor of salaries", "frontiers", 10, "best"],
  ["no divisor of points", "usual", 30, "best"],
  ["points of two values", "usual", 30, "best"],
  ["budget never binds", "usual", 20, "best"],
  ["budget is never kept", "usual", 1, "best"],
  ["captains", "usual", 40, "best"],
  ["captains of teams", "usual", 40, "best"],
  ["captains of teams", "coarse", 20, "best"],
  ["captains of teams", "no cuts", 20, "best"],
  ["teams", "usual", 40, "best"],
  ["teams", "guarded", 20, "best"],
  ["teams", "no cuts", 20, "best"],
  ["teams", "counters", 10, "best"],
  ["games", "counters", 100, "best"],
  ["games", "no cuts", 100, "best"],
  ["games", "frontiers", 20, "best"],
  ["pair", "usual", 20, "best"],
  ["pair", "split", 20, "best"],
  ["pair and teams", "usual", 40, "best"],
  ["pair and teams", "guarded", 20, "best"],
  ["some", "usual", 10, "best"],
  ["seats", "usual", 20, "best"],
  ["seats", "coarse", 5, "best"],
  ["ways", "usual", 20, "best"],
  ["ways", "counters", 10, "best"],
  ["games with a seat", "no cuts", 40, "best"],
  ["games with a seat", "guarded", 20, "best"],
  ["games with a seat", "counters", 20, "best"],
  ["three sums", "usual", 10, "best"],
  ["three sums", "tight", 8, "varied"],
  ["sum under a condition", "usual", 10, "best"],
  ["sum under a condition", "counters", 8, "varied"],
  ["points below a limit", "usual", 3, "best"],
  ["least sum", "usual", 5, "best"],
  ["most sum", "usual", 20, "best"],
  ["most sum", "counters", 20, "best"],
  ["most sum", "tight", 10, "best"],
  ["teams", "tight", 20, "best"],
  ["pair", "tight", 20, "best"],
  ["sums and a budget", "usual", 10, "best"],
  ["sums and a budget", "counters", 5, "best"],
  ["sums and a budget", "tight", 8, "varied"],
  ["plain", "flows", 10, "best"],
  ["captains of teams", "flows, counters", 10, "best"],
  ["some", "flows", 5, "best"],
  ["pair and teams", "flows, counters", 5, "best"],
  ["seats", "flows", 5, "best"],
  ["captains of teams", "guarded, coarse", 10, "best"],
  ["no divisor of salaries", "narrowed", 10, "best"],
  ["no divisor of salaries", "narrowed in vain", 10, "best"],
  ["teams of odd salaries", "narrowed", 10, "best"],
  ["teams of odd salaries", "narrowed in vain", 30, "best"],
  ["no divisor of salaries", "narrowed to few", 10, "best"],
  ["apart", "narrowed in vain", 5, "best"],
  ["crowd", "flows", 1, "best"],
  ["no budget", "flows", 5, "best"],
  ["points of two values", "frontiers", 600, "best"],
  ["plain", "usual", 1500, "best"],
  ["points of one value", "guarded", 5, "best"],
  ["positions", "usual", 20, "best"],
  ["positions of few teams", "counters", 10, "best"],
  ["positions of few teams", "no cuts", 10, "best"],
  ["positions of few teams", "flows, counters", 10, "best"],
  ["teams with a seat", "no cuts", 10, "best"],
  ["sum without a budget", "counters", 8, "varied"],
  ["no budget", "usual", 10, "best"],
  ["no budget", "tight", 8, "varied"],
  ["positions", "tight", 8, "varied"],
  ["no divisor of salaries", "coarse", 6, "varied"],
  ["plain", "usual", 12, "varied"],
  ["plain", "tight", 12, "varied"],
  ["plain", "counters", 12, "varied"],
  ["large", "tight", 12, "varied"],
  ["no divisor of salaries", "tight", 12, "varied"],
  ["points of two values", "tight", 12, "varied"],
  ["captains", "usual", 12, "varied"],
  ["captains", "tight", 12, "varied"],
  ["teams", "usual", 12, "varied"],
  ["games", "tight", 12, "varied"],
  ["pair", "counters", 12, "varied"],
  ["pair and teams", "usual", 12, "varied"],
  ["some", "usual", 12, "varied"],
  ["seats", "usual", 12, "varied"],
  ["ways", "usual", 12, "varied"],
  ["ways", "tight", 12, "varied"],
  ["ways", "counters", 12, "varied"],
  ["least sum", "tight", 12, "varied"],
  ["most sum", "usual", 12, "varied"],
  ["most sum", "tight", 12, "varied"],
];

const WAYS_TO_SOLVE = {
  /** The best lineups, without constraints between them. */
  best: (engine: PathEngine, model: Model, count: number, onTurn: () => void): Iterable<Solution> =>
    unpackSolutions(engine.bestNow(model, count, asked(onTurn))),
  /** Lineups that pairwise differ by two players, as for portfolios; occasionally an entry is barred. */
  *varied(engine: PathEngine, model: Model, count: number, onTurn: () => void): Generator<Solution> {
    const ordered = engine.inOrder(model, count, { split: new Set(), reach: 2 * count });
    if (ordered === null) return;
    const taken: Int32Array[] = [];
    ordered.cutOff({
      from: 0,
      isUseless: (picks, length) =>
        taken.some(
          (own) => picks.subarray(0, length).filter((pick) => own.includes(pick)).length > own.length - 2,
        ),
    });
    while (taken.length < count) {
      const search = ordered.next(1);
      let step = search.next();
      for (; !step.done; step = search.next()) onTurn();
      const [lineup] = step.value?.lineups ?? [];
      if (step.value === null || lineup === undefined) break;
      yield { picks: [...lineup], points: step.value.points };
      taken.push(lineup);
      ordered.taken = taken.length;
      if (taken.length % 3 === 0) ordered.bar(lineup.subarray(0, 1));
      const unlike = { picks: lineup, least: 0, most: lineup.length - 2 };
      ordered.require([{ when: null, alternatives: [{ counts: [unlike], sums: [] }] }]);
    }
    ordered.close();
  },
} as const;

/** Counts the interrupt checks. */
const asked = (onTurn: () => void): Interrupt => ({
  flag: new Int32Array(1),
  milliseconds: 0,
  get deadline() {
    onTurn();
    return Number.POSITIVE_INFINITY;
  },
});

/** The work of solving some models in turn, and the totals found; refused models have no points. */
function workOf(
  models: readonly (readonly [model: Model, count: number])[],
  limits: Partial<PathLimits>,
  way: Row[3],
): object {
  using work = watchPaths();
  let [units, refused, turns] = [0, 0, 0];
  const onTurn = () => {
    turns += 1;
  };
  for (const [model, count] of models) {
    const engine = createPathEngine({ ...DEFAULT_LIMITS, ...limits });
    try {
      for (const { points } of WAYS_TO_SOLVE[way](engine, model, count, onTurn)) units += points;
    } catch (error) {
      if (!(error instanceof UnsupportedModelError)) throw error;
      refused += 1;
    }
  }
  return {
    points: units / UNIT,
    refused,
    turns,
    ...work,
  };
}

describe("finds the recorded points with exactly the recorded work", () => {
  itKeepsLines(new URL("effort.txt", import.meta.url), [
    // Another size would change the work on larger models, if not on these.
    ["limits as usual", () => JSON.stringify(DEFAULT_LIMITS)],
    ...SOLVES.map(
      ([model, limits, count, way]) =>
        [
          `${model}, ${limits}, ${count} ${way}`,
          () => wordsOf(workOf([[MODELS[model], count]], LIMITS[limits], way)),
        ] as const,
    ),
  ]);
});

/** The limits that matter if lineups are requested one by one. */
const VARIED: ReadonlySet<string> = new Set([
  ...["usual", "coarse", "finer", "counters", "tight", "few refusals"],
]);

describe("does so under any limits, summed over small models with rules of all kinds", () => {
  itKeepsLines(
    new URL("effort-drawn.txt", import.meta.url),
    Object.entries(DRAWN_LIMITS).flatMap(([name, limits]) =>
      (VARIED.has(name) ? (["best", "varied"] as const) : (["best"] as const)).map(
        (way) => [`${name}, ${way}`, () => wordsOf(workOf(DRAWN_MODELS, limits, way))] as const,
      ),
    ),
  );
});
