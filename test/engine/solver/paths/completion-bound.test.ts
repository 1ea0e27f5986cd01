import fc from "fast-check";
import { expect, it } from "vitest";
import { AutomatonCache } from "../../../../src/engine/solver/paths/automaton.ts";
import { classify } from "../../../../src/engine/solver/paths/classes.ts";
import { cellsAt, completionBound, shiftFor } from "../../../../src/engine/solver/paths/completion-bound.ts";
import { readInstance } from "../../../../src/engine/solver/paths/read-instance.ts";
import { relax } from "../../../../src/engine/solver/paths/relaxation.ts";
import { windowsOf } from "../../../../src/engine/solver/paths/resource-windows.ts";
import { layOut, Scratch } from "../../../../src/engine/solver/paths/trellis.ts";
import { allSolutions } from "../../../../src/testing/exhaustive.ts";
import { bindingModel, extremeModel } from "../../../../src/testing/models/tested-model.ts";
import { runs, share, Tally } from "../../../support/runs.ts";

const RUNS = 150;

it.each([
  ["whose side rules bind", bindingModel],
  ["at the ends of what numbers may be", extremeModel],
])(
  "bounds every lineup of models %s and the best lineup with each candidate, and knows the best",
  (_, models) => {
    const tally = new Tally();
    const scratch = new Scratch();
    fc.assert(
      fc.property(models, fc.constantFrom(10, 200, 200_000), (given, mostCells) => {
        const model = {
          ...given,
          rules: given.rules.filter(({ kind }) => !/group|disjunction/i.test(kind)),
        };
        const all = allSolutions(model);
        const instance = readInstance(model);
        if (instance === null) return void expect(all).toEqual([]);
        const classified = classify(instance);
        const automaton = new AutomatonCache().get(classified)!;
        const { classOf } = classified;
        const candidates = [...instance.entry.subarray(0, instance.size).keys()];
        const trellis = layOut({ instance, automaton, classOf, candidates }, scratch, "all");
        const relaxation = trellis.start === -1 ? null : relax(instance, trellis, scratch);
        if (relaxation === null) return void expect(all).toEqual([]);
        const best = all[0]?.points ?? Number.NEGATIVE_INFINITY;
        expect(best - instance.fixedPoints).toBeLessThanOrEqual(relaxation.bound);
        for (let candidate = 0; candidate < instance.size; candidate += 1) {
          const entry = instance.entry[candidate]!;
          const own = all.find(({ picks }) => picks.some((pick) => model.picks.entry[pick] === entry));
          if (own === undefined) continue;
          const slack = relaxation.slack[candidate]!;
          expect(own.points - instance.fixedPoints).toBeLessThanOrEqual(relaxation.bound - slack);
          if (slack > 0) tally.add("candidate with slack");
        }
        const least = all[0] === undefined ? Number.MIN_SAFE_INTEGER : best - instance.fixedPoints;
        const windows = windowsOf(instance, trellis, relaxation, least, scratch);
        const shift = shiftFor(mostCells, trellis, windows);
        const table = completionBound(instance, trellis, windows, shift, scratch);
        const { start } = trellis;
        const { points } = instance;
        const reachable = windows.low[start]! <= windows.budget && windows.budget <= windows.high[start]!;
        if (all.length > 0) expect(reachable).toBe(true);
        if (!reachable || all.length === 0) return;
        const cell = table.base[start]! + (windows.budget >> table.shift);
        const top = table.unit * table.steps[cell]! + instance.fixedPoints;
        expect(top).toBeGreaterThanOrEqual(best);
        const rounded = points.some((own) => own % table.unit !== 0);
        if (table.shift === 0 && !rounded) expect(top).toBe(best);
        tally.add(table.shift > 0 ? "rounded salaries" : rounded ? "rounded points" : "exact table");
        const before = cellsAt(0, trellis, windows);
        if (cellsAt(shift, trellis, windows) < before) tally.add("fewer cells");
      }),
      runs(RUNS),
    );
    expect(tally.of("candidate with slack"), `${tally}`).toBeGreaterThanOrEqual(share(RUNS, 2));
    expect(tally.of("exact table"), `${tally}`).toBeGreaterThanOrEqual(share(RUNS, 0.01));
    expect(tally.of("rounded salaries"), `${tally}`).toBeGreaterThanOrEqual(share(RUNS, 0.2));
    expect(tally.of("fewer cells"), `${tally}`).toBeGreaterThanOrEqual(share(RUNS, 0.1));
  },
);
