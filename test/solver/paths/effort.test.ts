import { expect, it } from "vitest";
import type { Model } from "../../../src/model/model.ts";
import { createPathEngine, type PathEngine } from "../../../src/solver/paths/index.ts";
import { DEFAULT_LIMITS } from "../../../src/solver/paths/limits.ts";
import { loadOrdered } from "../../../src/solver/paths/ordered/load.ts";
import { lineOf, watchPaths } from "../../support/effort.ts";
import { EFFORT_LIMITS as LIMITS, EFFORT_MODELS as MODELS } from "../../support/effort-models.ts";

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
  ["captains", "undominated", 2, "best"],
  ["captains of teams", "usual", 40, "best"],
  ["captains of teams", "coarse", 20, "best"],
  ["captains of teams", "by group", 20, "best"],
  ["plain", "undominated", 2, "best"],
  ["teams", "usual", 40, "best"],
  ["teams", "guarded", 20, "best"],
  ["teams", "by group", 20, "best"],
  ["teams", "counters", 10, "best"],
  ["games", "counters", 100, "best"],
  ["games", "by group", 100, "best"],
  ["games", "frontiers", 20, "best"],
  ["pair", "usual", 20, "best"],
  ["pair", "split", 20, "best"],
  ["pair and teams", "usual", 40, "best"],
  ["pair and teams", "guarded", 20, "best"],
  ["some", "usual", 10, "best"],
  ["some", "undominated", 2, "best"],
  ["seats", "usual", 20, "best"],
  ["seats", "coarse", 5, "best"],
  ["ways", "usual", 20, "best"],
  ["ways", "counters", 10, "best"],
  ["least sum", "usual", 5, "best"],
  ["most sum", "usual", 20, "best"],
  ["most sum", "counters", 20, "best"],
  ["most sum", "tight", 10, "best"],
  ["teams", "tight", 20, "best"],
  ["pair", "tight", 20, "best"],
  ["sums beside spending", "usual", 10, "best"],
  ["sums beside spending", "counters", 5, "best"],
  ["sums beside spending", "tight", 8, "varied"],
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
  /** The best lineups, as they are. */
  best: (engine: PathEngine, model: Model, count: number): Iterable<number> =>
    engine.bestNow(model, count).points,
  /** Lineups that differ from one another by two, as portfolios ask for them; now and then somebody is barred. */
  *varied(engine: PathEngine, model: Model, count: number): Generator<number> {
    const ordered = engine.inOrder(model, count, { split: new Set(), reach: 2 * count });
    if (ordered === null) return;
    const taken: Int32Array[] = [];
    ordered.useless = (picks, length) =>
      taken.some(
        (own) => picks.subarray(0, length).filter((pick) => own.includes(pick)).length > own.length - 2,
      );
    while (taken.length < count) {
      const search = ordered.next(1);
      let step = search.next();
      while (!step.done) step = search.next();
      const [lineup] = step.value?.lineups ?? [];
      if (step.value === null || lineup === undefined) break;
      yield step.value.points;
      taken.push(lineup);
      ordered.taken = taken.length;
      if (taken.length % 3 === 0) ordered.bar(lineup.subarray(0, 1));
      const unlike = { picks: lineup, least: 0, most: lineup.length - 2 };
      ordered.require([{ when: null, alternatives: [{ counts: [unlike], sums: [] }] }]);
    }
    ordered.close();
  },
} as const;

it("comes to the same points by just as much work as is written down", async () => {
  const lines = SOLVES.map(([model, limits, count, way]) => {
    const engine = createPathEngine({ ...DEFAULT_LIMITS, ...LIMITS[limits] });
    using work = watchPaths();
    let sum = 0;
    for (const own of WAYS_TO_SOLVE[way](engine, MODELS[model], count)) sum += own;
    return lineOf(`${model}, ${limits}, ${count} ${way}`, { points: sum / UNIT, ...work });
  });
  await expect(lines.join("")).toMatchFileSnapshot("effort.txt");
});
