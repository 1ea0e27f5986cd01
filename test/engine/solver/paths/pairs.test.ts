import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import {
  atLeast,
  POINT_UNITS,
  pairTest,
  type Rule,
  type RuleData,
} from "../../../../src/engine/model/model.ts";
import { createPathEngine } from "../../../../src/engine/solver/paths/index.ts";
import { DEFAULT_LIMITS } from "../../../../src/engine/solver/paths/limits.ts";
import { loadOrdered } from "../../../../src/engine/solver/paths/ordered/load.ts";
import { allSolutions } from "../../../../src/testing/exhaustive.ts";
import { modelOf } from "../../../../src/testing/models/hand-made.ts";
import { bindingModel } from "../../../../src/testing/models/tested-model.ts";
import { runs, share, Tally } from "../../../support/runs.ts";

const RUNS = 150;

beforeAll(loadOrdered);

it("does not add the slacks of a pair if minimums link its entries", () => {
  const entries = [
    [105, 0],
    [105, 1],
    [60, 2],
    [80, 2],
    [90, 0],
    [90, 1],
    [95, 0],
    [100, 1],
  ] as const;
  const rules: RuleData[] = [
    {
      kind: "disjunction",
      ...pairTest(
        { entry: Int32Array.from(entries.keys()) },
        Int32Array.of(2, 3, -1, -1, 1, 1, 0, 0),
        [0, 4, 6],
        [1, 5, 7],
      ),
    },
    atLeast([2, 4], 1),
    atLeast([2, 5], 1),
  ];
  const model = modelOf(
    [
      [0, 1],
      [0, 1],
      [0, 1],
    ],
    entries.map(([points, slot]) => [{ slots: [slot], points }]),
    rules,
  );
  const engine = createPathEngine({ ...DEFAULT_LIMITS, refusalsForTest: 0 });
  expect([...engine.bestNow(model, 1).points]).toEqual([260 * POINT_UNITS]);
});

it("requires one entry from either side if a group allows only one pick, as exhaustive search does", () => {
  const tally = new Tally();
  const engine = createPathEngine();
  const models = bindingModel.chain((model) => {
    const entries = [...new Array<number>(model.entries).keys()];
    return fc.record({
      model: fc.constant(model),
      groups: fc.array(fc.integer({ min: -1, max: 4 }), {
        minLength: model.entries,
        maxLength: model.entries,
      }),
      left: fc.subarray(entries, { minLength: 1 }),
      right: fc.subarray(entries, { minLength: 1 }),
    });
  });
  fc.assert(
    fc.property(models, fc.boolean(), ({ model: bound, groups, left, right }, isStrict) => {
      const plain = bound.rules.filter(({ kind }) => ["once", "fill", "budget"].includes(kind));
      const [{ origin }] = plain as [Rule];
      const limit: Rule = {
        ...{ kind: "groupMaximum", groups: Int32Array.from(groups), maximum: isStrict ? 1 : 2, origin },
      };
      const pair: Rule = {
        kind: "disjunction",
        ...pairTest(bound.picks, Int32Array.from(groups), left, right),
        origin,
      };
      const model = { ...bound, rules: [...plain, limit, pair] };
      const best = allSolutions(model).slice(0, 5);
      expect([...engine.bestNow(model, 5).points]).toEqual(best.map(({ points }) => points));
      const [free] = allSolutions({ ...model, rules: [...plain, limit] });
      if (isStrict && best.length > 0 && free!.points > best[0]!.points) tally.add("binds");
      if (isStrict && best.length === 0 && free !== undefined) tally.add("noPick");
    }),
    runs(RUNS),
  );
  for (const kind of ["binds", "noPick"])
    expect(tally.of(kind), `${tally}`).toBeGreaterThanOrEqual(share(RUNS, 0.04));
});
