import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { atLeast, type Model, noneOf, type Rule, type RuleKind } from "../../../../src/engine/model/model.ts";
import { unpackSolutions } from "../../../../src/engine/solver/contract.ts";
import { createPathEngine, type PathEngine } from "../../../../src/engine/solver/paths/index.ts";
import { loadOrdered } from "../../../../src/engine/solver/paths/ordered/load.ts";
import { AbortedError } from "../../../../src/shared/errors.ts";
import { slate } from "../../../../src/testing/conformance/solver-properties.ts";
import { modelOf, withOrigin } from "../../../../src/testing/models/hand-made.ts";
import { randomTest, testedModel } from "../../../../src/testing/models/tested-model.ts";
import { free, stopped } from "../../../support/interrupts.ts";
import { runs, share, Tally } from "../../../support/runs.ts";

const [small, large] = [slate(12), slate(24)];

const SLOTS = 12;
/** Each slot takes three of nine positions, and each entry has two, so that there are 36 classes. */
const TAKEN = Array.from({ length: SLOTS }, (_, slot) => [0, 2, 5].map((step) => (slot * 4 + step) % 9));
const PAIRS = Array.from({ length: 9 }, (_, one) =>
  [...Array(one).keys()].map((other) => [one, other]),
).flat();
const manySlots = modelOf(
  TAKEN.map(() => [0, 1] as const),
  Array.from({ length: 360 }, (_, entry) => {
    const held = PAIRS[entry % PAIRS.length]!;
    const points = 10 + ((entry * 97) % 211) / 10;
    const slots = [...TAKEN.keys()].filter((slot) => TAKEN[slot]!.some((taken) => held.includes(taken)));
    return [{ slots, points, salary: Math.round(200 * points) + ((entry * 53) % 1301) }];
  }),
  [{ kind: "budget", maximum: 52_000 }],
);

/** Fixed rules make the model a roster; the others vary. */
const LASTING: ReadonlySet<RuleKind> = new Set(["fill", "once"]);

/**
 * A sequence of models over one pool: with some of its rules, with tests on lineups, and sometimes with
 * other points or salaries.
 */
const sequences: fc.Arbitrary<readonly Model[]> = testedModel.chain((model) => {
  const lasting = model.rules.filter(({ kind }) => LASTING.has(kind));
  const others = model.rules.filter(({ kind }) => !LASTING.has(kind));
  const step = fc.record({
    kept: fc.oneof(fc.subarray(others), fc.constant([])),
    tests: fc.array(randomTest(model.entries), { maxLength: 3 }),
    turned: fc.constantFrom(null, null, "points" as const, "salary" as const),
  });
  return fc.array(step, { minLength: 2, maxLength: 5 }).map((steps) =>
    steps.map(({ kept, tests, turned }): Model => {
      const { picks: given } = model;
      const picks = turned === null ? given : { ...given, [turned]: given[turned].toReversed() };
      const own = tests.map((make) => withOrigin({ kind: "disjunction", ...make(model.picks, 3) }));
      return { ...model, rules: [...lasting, ...kept, ...own], picks };
    }),
  );
});

/** The totals of a model's ten best lineups, found in one call or in order. */
const WAYS_TO_ASK = {
  atOnce: (engine: PathEngine, model: Model) => [...engine.bestNow(model, 10).points],
  inOrder(engine: PathEngine, model: Model) {
    const lineups = engine.inOrder(model, 10);
    const totals: number[] = [];
    if (lineups === null) return totals;
    const search = function* () {
      for (let tie = yield* lineups.next(); tie !== null; tie = yield* lineups.next()) {
        for (const _ of tie.lineups) totals.push(tie.points);
        if (totals.length >= 10) return;
      }
    };
    for (const _ of search());
    lineups.close();
    return totals.slice(0, 10);
  },
} as const;

beforeAll(loadOrdered);

describe("createPathEngine", () => {
  it("gives the same answer in one call and in turns, whatever else it solves", async () => {
    const engine = createPathEngine();
    const inTurns = [engine.best(large, 4000, free()), engine.best(small, 300, free())];
    const atOnce = [engine.bestNow(large, 4000), engine.bestNow(small, 300)];
    expect(await Promise.all(inTurns)).toEqual(atOnce);
    expect(atOnce[0]!.points).toHaveLength(4000);
  });

  it("answers models with shared picks as if each were its first", () => {
    const engine = createPathEngine();
    const origin = { constraint: "", pointer: null, words: "" };
    const { entry, salary } = large.picks;
    const [best] = unpackSolutions(createPathEngine().bestNow(large, 1));
    const spent = best!.picks.reduce((sum, pick) => sum + salary[pick]!, 0);
    const [one, other] = best!.picks.map((pick) => entry[pick]!);
    const rules: readonly (readonly Rule[])[] = [
      [],
      [{ ...noneOf([one!]), origin }],
      [{ ...atLeast([other!]), origin }],
      [{ ...atLeast([one!, 0, 1, 2, 3], 2), origin }],
    ];
    const found = new Set<string>();
    // Below the highest salary, then increasingly more.
    const budgets = [Math.max(...salary) - 1, 0.8 * spent, 0.9 * spent, spent - 1, spent, Infinity];
    const dear = { ...large.picks, salary: salary.toReversed() };
    for (const maximum of budgets)
      for (const own of rules) {
        const all: Rule[] = [...large.rules.slice(1), ...own, { kind: "budget", maximum, origin }];
        for (const picks of [large.picks, dear]) {
          const model = { ...large, picks, rules: all };
          const answer = engine.bestNow(model, 20);
          expect(answer).toEqual(createPathEngine().bestNow(model, 20));
          found.add(answer.points.join());
        }
      }
    expect(found.size).toBeGreaterThan(12);
  });

  it.each(["atOnce", "inOrder"] as const)(
    "answers random models of one pool as if each were its first (%s)",
    (way) => {
      const numRuns = 20;
      const tally = new Tally();
      fc.assert(
        fc.property(sequences, (models) => {
          const engine = createPathEngine();
          let had = "";
          for (const [at, model] of models.entries()) {
            const totals = WAYS_TO_ASK[way](engine, model);
            expect(totals).toEqual(WAYS_TO_ASK[way](createPathEngine(), model));
            tally.add(totals.length > 0 ? "lineups" : "none");
            if (at > 0 && had !== totals.join()) tally.add("changed");
            had = totals.join();
          }
        }),
        runs(numRuns),
      );
      expect(tally.of("lineups"), `${tally}`).toBeGreaterThan(share(numRuns, 1));
      expect(tally.of("none"), `${tally}`).toBeGreaterThan(share(numRuns, 0.3));
      expect(tally.of("changed"), `${tally}`).toBeGreaterThan(share(numRuns, 1));
    },
  );

  it("stops a solve whose answer is no longer awaited, and continues with others", async () => {
    const engine = createPathEngine();
    expect(() => engine.bestNow(large, 4000, stopped())).toThrow(AbortedError);
    await expect(engine.best(large, 4000, stopped())).rejects.toBeInstanceOf(AbortedError);
    expect((await engine.best(large, 10, free())).points).toEqual(engine.bestNow(large, 10).points);
  });

  it("refuses so many slots that the automaton is too large, and more seats than a byte can count", async () => {
    const entries = Array.from({ length: 300 }, () => [{ slots: [0], points: 1 }]);
    for (const model of [manySlots, modelOf([[0, 300]], entries)])
      await expect(createPathEngine().best(model, 50, free())).rejects.toThrow(/too large/);
  });
});
