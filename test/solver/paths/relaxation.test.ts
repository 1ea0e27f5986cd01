import fc from "fast-check";
import { expect, it } from "vitest";
import { AutomatonCache } from "../../../src/solver/paths/automaton-cache.ts";
import { classify } from "../../../src/solver/paths/classes.ts";
import { readInstance } from "../../../src/solver/paths/instance.ts";
import { layOut } from "../../../src/solver/paths/layers.ts";
import { relax, slacks } from "../../../src/solver/paths/relaxation.ts";
import { BLUR, salaryTable } from "../../../src/solver/paths/salary-table.ts";
import { Scratch } from "../../../src/solver/paths/scratch.ts";
import { bindingModel } from "../../support/binding-models.ts";
import { allSolutions } from "../../support/exhaustive.ts";
import { runs, share, Tally } from "../../support/runs.ts";

const RUNS = 600;

it("bounds every lineup, and every candidate's best lineup by its slack; an exact table knows the best total", () => {
  const tally = new Tally();
  const scratch = new Scratch();
  fc.assert(
    fc.property(bindingModel, fc.constantFrom(1_000_000, 200), (given, mostCells) => {
      const groupless = given.rules.filter(({ kind }) => !/group/i.test(kind));
      const model = { ...given, rules: groupless };
      const all = allSolutions(model);
      const instance = readInstance(model);
      if (instance === null) return void expect(all).toEqual([]);
      const classified = classify(instance);
      const candidates = [...instance.entry.subarray(0, instance.size).keys()];
      const automaton = new AutomatonCache().get(classified)!;
      const layers = layOut(automaton, instance.roles, classified.classOf, candidates, scratch, "all");
      const relaxation = layers.start === -1 ? null : relax(instance, layers, scratch, "all");
      if (relaxation === null) return void expect(all).toEqual([]);
      const bound = relaxation.bound + instance.fixedPoints + BLUR;
      const slack = slacks(layers, relaxation, scratch);
      const best = all[0]?.points ?? Number.NEGATIVE_INFINITY;
      expect(best).toBeLessThanOrEqual(bound);
      for (let layer = 0; layer < layers.length; layer += 1) {
        const entry = instance.entry[layers.candidate[layer]!]!;
        const own = all.find(({ picks }) => picks.some((pick) => model.picks.entry[pick] === entry));
        if (own === undefined) continue;
        expect(own.points).toBeLessThanOrEqual(bound - slack[layer]!);
        if (slack[layer]! > BLUR) tally.add("candidate with slack");
      }
      const table = salaryTable(instance, layers, relaxation, Number.NEGATIVE_INFINITY, scratch, mostCells);
      const reachable = table.low[layers.start]! <= table.budget && table.budget <= table.high[layers.start]!;
      const top = reachable
        ? table.points[table.base[layers.start]! + table.budget]! + instance.fixedPoints
        : Number.NEGATIVE_INFINITY;
      if (table.exact) expect(top).toBe(best);
      else expect(top).toBeGreaterThanOrEqual(best);
      tally.add(table.exact ? "exact table" : "coarse table");
    }),
    runs(RUNS),
  );
  expect(tally.of("candidate with slack"), `${tally}`).toBeGreaterThanOrEqual(share(RUNS, 2));
  expect(tally.of("exact table"), `${tally}`).toBeGreaterThanOrEqual(share(RUNS, 0.2));
  expect(tally.of("coarse table"), `${tally}`).toBeGreaterThanOrEqual(share(RUNS, 0.1));
});
