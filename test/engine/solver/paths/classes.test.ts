import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AutomatonCache } from "../../../../src/engine/solver/paths/automaton.ts";
import { classify } from "../../../../src/engine/solver/paths/classes.ts";
import { readInstance } from "../../../../src/engine/solver/paths/read-instance.ts";
import { permuted } from "../../../../src/testing/models/hand-made.ts";
import { bindingModel } from "../../../../src/testing/models/tested-model.ts";
import { runs, share } from "../../../support/runs.ts";

const RUNS = 150;
const PERMUTED = [..."210543876"].map(Number);

describe("classes", () => {
  it("contain candidates with the same seats and counters, independent of the order of entries", () => {
    let compared = 0;
    fc.assert(
      fc.property(bindingModel, (model) => {
        const instance = readInstance(model);
        if (instance === null) return;
        const { shape, key, classOf } = classify(instance);
        for (let candidate = 0; candidate < instance.size; candidate += 1) {
          const own = shape.classes[classOf[candidate]!]!;
          const from = candidate * instance.roles;
          expect(own.slots).toEqual([...instance.slots.subarray(from, from + instance.roles)]);
          for (const [index, { member }] of instance.counters.entries())
            expect((own.counts >> index) & 1).toBe(member[instance.entry[candidate]!]);
        }
        expect(new Set(classOf).size).toBe(shape.classes.length);
        const order = [...Array(model.entries).keys()].sort(
          (a, b) => (PERMUTED[a % 9] ?? 0) - (PERMUTED[b % 9] ?? 0) || b - a,
        );
        const turned = readInstance(permuted(model, order));
        expect(turned).not.toBeNull();
        expect(classify(turned!).key).toBe(key);
        if (shape.classes.length > 1) compared += 1;
      }),
      runs(RUNS),
    );
    expect(compared).toBeGreaterThan(share(RUNS, 0.3));
  });
});

describe("an automaton", () => {
  it("is built once for all instances of the same classes", () => {
    const cache = new AutomatonCache();
    const [model] = fc.sample(
      bindingModel.filter((one) => readInstance(one) !== null),
      { numRuns: 1, seed: 5 },
    );
    const first = cache.get(classify(readInstance(model!)!));
    expect(first).not.toBeNull();
    expect(cache.get(classify(readInstance(model!)!))).toBe(first);
  });
});
