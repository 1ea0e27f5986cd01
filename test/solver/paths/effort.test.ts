import { expect, it } from "vitest";
import type { Model } from "../../../src/model/model.ts";
import { createPathEngine, type PathEngine } from "../../../src/solver/paths/index.ts";
import { DEFAULT_LIMITS } from "../../../src/solver/paths/limits.ts";
import { loadOrdered } from "../../../src/solver/paths/ordered/load.ts";
import { moreThan, watchPaths } from "../../support/effort.ts";
import { EFFORT_LIMITS as LIMITS, EFFORT_MODELS as MODELS } from "../../support/effort-models.ts";

await loadOrdered();

const UNIT = 1e10;

/** What a solve came to in points, and how it got there. */
type Work = readonly [
  points: number,
  walks: number,
  states: number,
  nodes: number,
  steps: number,
  room: number,
];
type Row = readonly [
  model: keyof typeof MODELS,
  limits: keyof typeof LIMITS,
  count: number,
  way: keyof typeof WAYS_TO_SOLVE,
  work: Work,
];

/** Fewer are welcome, and written down here. */
const WORK: readonly Row[] = [
  ["plain", "usual", 40, "best", [7375.89, 1, 162, 133, 40, 27570]],
  ["large", "usual", 1, "best", [196.44, 1, 77, 1, 1, 18367]],
  ["large", "usual", 60, "best", [11740.23, 2, 378, 106, 98, 63784]],
  ["no divisor of salaries", "usual", 40, "best", [7326.97, 1, 162, 122, 40, 404999]],
  ["no divisor of salaries", "coarse", 10, "best", [1842.35, 1, 132, 9809, 6306, 5372]],
  ["no divisor of salaries", "frontiers", 10, "best", [1842.35, 1, 132, 52, 10, 404549]],
  ["no divisor of points", "usual", 30, "best", [5875.3001761952, 2, 344, 81, 74, 56331]],
  ["points of two values", "usual", 30, "best", [540, 1, 153, 59, 30, 47509]],
  ["budget never binds", "usual", 20, "best", [4668.45, 1, 160, 118, 20, 4467]],
  ["budget is never kept", "usual", 1, "best", [0, 0, 0, 0, 0, 1486]],
  ["captains", "usual", 40, "best", [5082.75, 1, 421, 283, 40, 43442]],
  ["captains", "undominated", 2, "best", [256.5, 1, 205, 7, 2, 16807]],
  ["captains of teams", "usual", 40, "best", [5081.25, 1, 421, 296, 43, 43442]],
  ["captains of teams", "coarse", 20, "best", [2554, 2, 746, 10417, 2623, 8015699]],
  ["captains of teams", "by group", 20, "best", [2554, 1, 373, 211, 21, 38485]],
  ["plain", "undominated", 2, "best", [372.53, 1, 89, 6, 2, 11306]],
  ["teams", "usual", 40, "best", [7344.79, 1, 162, 184, 94, 27570]],
  ["teams", "guarded", 20, "best", [3681.35, 1, 145, 110, 43, 24655]],
  ["teams", "by group", 20, "best", [3681.35, 2, 7862, 73, 21, 287032]],
  ["teams", "counters", 10, "best", [1843.37, 2, 537, 57, 12, 79321]],
  ["games", "counters", 100, "best", [18262.46, 2, 589, 476, 192, 105491]],
  ["games", "by group", 100, "best", [18262.46, 2, 24110, 245, 101, 766973]],
  ["games", "frontiers", 20, "best", [3683.94, 1, 145, 139, 69, 404744]],
  ["pair", "usual", 20, "best", [3665.38, 4, 492, 210, 191, 80351]],
  ["pair", "split", 20, "best", [3665.38, 4, 492, 69, 42, 80351]],
  ["pair and teams", "usual", 40, "best", [7145.56, 14, 3834, 1101, 659, 567748]],
  ["pair and teams", "guarded", 20, "best", [3585.15, 12, 2134, 8774, 2512, 402137]],
  ["some", "usual", 10, "best", [1729.03, 1, 1043, 11, 10, 56525]],
  ["some", "undominated", 2, "best", [348.39, 1, 728, 2, 2, 38023]],
  ["seats", "usual", 20, "best", [3591.95, 2, 226, 38, 33, 34445]],
  ["seats", "coarse", 5, "best", [907.09, 1, 84, 307, 261, 3729]],
  ["ways", "usual", 20, "best", [3644.75, 9, 1853, 241, 135, 378609]],
  ["ways", "counters", 10, "best", [1827.02, 10, 2274, 56, 22, 442606]],
  ["least sum", "usual", 5, "best", [913.25, 3, 686, 867, 237, 231120]],
  ["most sum", "usual", 20, "best", [3508.01, 3, 486, 496, 330, 155780]],
  ["most sum", "counters", 20, "best", [3508.01, 3, 486, 446, 314, 3326025]],
  ["most sum", "tight", 10, "best", [1764.96, 7, 1107, 745, 515, 235414]],
  ["teams", "tight", 20, "best", [3681.35, 1, 145, 129, 49, 24655]],
  ["pair", "tight", 20, "best", [3665.38, 5, 637, 211, 123, 80351]],
  ["sums beside spending", "usual", 10, "best", [1761.19, 4, 1266, 4619, 1268, 417398]],
  ["sums beside spending", "counters", 5, "best", [885.71, 6, 1156, 554, 99, 1005908]],
  ["sums beside spending", "tight", 8, "varied", [1407.13, 9, 3692, 7513, 2160, 829881]],
  ["plain", "usual", 12, "varied", [2213.83, 1, 149, 77, 50, 48511]],
  ["plain", "tight", 12, "varied", [2213.83, 2, 298, 94, 55, 89640]],
  ["plain", "counters", 12, "varied", [2213.83, 1, 149, 77, 50, 48511]],
  ["large", "tight", 12, "varied", [2346.72, 5, 609, 36, 38, 151985]],
  ["no divisor of salaries", "tight", 12, "varied", [2204.94, 1, 151, 70, 30, 133223]],
  ["points of two values", "tight", 12, "varied", [216, 3, 1767, 612, 266, 941937]],
  ["captains", "usual", 12, "varied", [1530, 1, 397, 179, 29, 69334]],
  ["captains", "tight", 12, "varied", [1530, 1, 397, 179, 29, 96066]],
  ["teams", "usual", 12, "varied", [2180.76, 9, 2469, 385, 328, 486015]],
  ["games", "tight", 12, "varied", [2201.22, 3, 422, 139, 96, 124539]],
  ["pair", "counters", 12, "varied", [2189.66, 12, 1074, 55, 38, 256636]],
  ["pair and teams", "usual", 12, "varied", [2145.94, 21, 4247, 709, 259, 1190521]],
  ["some", "usual", 12, "varied", [2044.82, 5, 5826, 42, 42, 413821]],
  ["seats", "usual", 12, "varied", [2130.64, 5, 439, 45, 45, 99826]],
  ["ways", "usual", 12, "varied", [2181.24, 18, 3171, 209, 126, 518408]],
  ["ways", "tight", 12, "varied", [2181.24, 18, 3171, 209, 126, 518408]],
  ["ways", "counters", 12, "varied", [2181.24, 18, 3244, 70, 39, 623809]],
  ["least sum", "tight", 12, "varied", [2110.3, 17, 51020, 32500, 20311, 4533935]],
  ["most sum", "usual", 12, "varied", [2078.4, 8, 1493, 4819, 3309, 482471]],
  ["most sum", "tight", 12, "varied", [2078.4, 23, 4433, 11175, 5659, 940553]],
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

it("does no more work than it did, and comes to the same points", () => {
  for (const [model, limits, count, way, [points, walks, states, nodes, steps, room]] of WORK) {
    const engine = createPathEngine({ ...DEFAULT_LIMITS, ...LIMITS[limits] });
    using work = watchPaths();
    let sum = 0;
    for (const own of WAYS_TO_SOLVE[way](engine, MODELS[model], count)) sum += own;
    const what = `${model}, ${limits}, ${count}, ${way}: ${JSON.stringify([sum / UNIT, ...Object.values(work)])}`;
    expect(sum / UNIT, what).toBe(points);
    expect(moreThan({ walks, states, nodes, steps, room }, work), what).toEqual([]);
  }
});
