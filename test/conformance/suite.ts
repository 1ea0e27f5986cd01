import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildModel } from "../../src/constraints/readers/build-model.ts";
import { UnsupportedModelError } from "../../src/errors.ts";
import type { Model } from "../../src/model/model.ts";
import { loadCatalog } from "../../src/platform/node/catalog.ts";
import type { Solution, Solver } from "../../src/solver/contract.ts";
import { allSolutions } from "../../src/testing/exhaustive.ts";
import { bindingModel, SIDE_RULES } from "../../src/testing/models/binding-model.ts";
import { extremeModel } from "../../src/testing/models/extreme-model.ts";
import { handMade, permuted } from "../../src/testing/models/hand-made.ts";
import { RULE_KINDS, smallModel } from "../../src/testing/models/small-model.ts";
import { testedModel } from "../../src/testing/models/tested-model.ts";
import { problemOf, smallRequest } from "../../src/testing/requests/small-request.ts";
import { runs, share, Tally } from "../support/runs.ts";
import { slate } from "../support/slate.ts";

const catalog = await loadCatalog();

/** How many cases a solver is tried on. */
export interface SuiteSize {
  readonly models: number;
  readonly requestsPerContest: number;
  /** How many lineups to ask for where exhaustive search cannot follow. */
  readonly many: number;
  /** Which models the solver refuses, and says so; by default none. */
  readonly refuses?: (model: Model) => boolean;
  /** How it may decline numbers at the ends of what they may be, rather than answer wrongly; by default it may not. */
  readonly declines?: readonly (new (
    ...given: never[]
  ) => Error)[];
}

/** What every solver answers alike, whatever its method. */
export function conformanceSuite(name: string, solver: Solver, size: SuiteSize): void {
  const { refuses = () => false } = size;
  const models = smallModel.filter((model) => !refuses(model));
  const totals = async (model: Model, count: number) =>
    (await solver.best(model, count, {})).map((solution) => solution.points);

  describe(`${name} conforms`, () => {
    it("finds the N best totals of random models", async () => {
      const tally = new Tally();
      await fc.assert(
        fc.asyncProperty(models, fc.integer({ min: 1, max: 12 }), async (model, count) => {
          const all = allSolutions(model);
          compare(model, all, await solver.best(model, count, {}), count);
          if (all.length === 0) return tally.add("infeasible");
          tally.add("feasible");
          if (all.length > count) tally.add("more than asked for");
          const best = all.slice(0, count).map((solution) => solution.points);
          addBinding(tally, model, best, RULE_KINDS, share(size.models, 0.008));
        }),
        runs(size.models),
      );
      expect(tally.of("feasible"), `${tally}`).toBeGreaterThanOrEqual(share(size.models, 0.3));
      expect(tally.of("more than asked for"), `${tally}`).toBeGreaterThanOrEqual(share(size.models, 0.1));
      for (const kind of RULE_KINDS)
        expect(tally.of(kind), `${kind} hardly bound: ${tally}`).toBeGreaterThanOrEqual(
          share(size.models, 0.008),
        );
    });

    it("finds the N best totals of models whose side rules bind", async () => {
      const tally = new Tally();
      await fc.assert(
        fc.asyncProperty(bindingModel, fc.integer({ min: 1, max: 12 }), async (model, count) => {
          const all = allSolutions(model);
          compare(model, all, await solver.best(model, count, {}), count);
          const best = all.slice(0, count).map((solution) => solution.points);
          addBinding(tally, model, best, SIDE_RULES, share(size.models, 0.04));
        }),
        runs(size.models),
      );
      for (const kind of SIDE_RULES)
        expect(tally.of(kind), `${kind} hardly bound: ${tally}`).toBeGreaterThanOrEqual(
          share(size.models, 0.04),
        );
    });

    it("finds the N best totals of models with tests of lineups", async () => {
      const tally = new Tally();
      await fc.assert(
        fc.asyncProperty(testedModel, fc.integer({ min: 1, max: 12 }), async (model, count) => {
          const all = allSolutions(model);
          compare(model, all, await solver.best(model, count, {}), count);
          const best = all.slice(0, count).map((solution) => solution.points);
          tally.add(best.length === 0 ? "infeasible" : "feasible");
          if (best.length > 0 && binds(model, "clauses", best)) tally.add("binding");
        }),
        runs(size.models),
      );
      expect(tally.of("binding"), `${tally}`).toBeGreaterThanOrEqual(share(size.models, 0.12));
    });

    it("finds the N best totals at the ends of what numbers may be", async () => {
      const tally = new Tally();
      await fc.assert(
        fc.asyncProperty(extremeModel, fc.integer({ min: 1, max: 6 }), async (model, count) => {
          const all = allSolutions(model);
          try {
            compare(model, all, await solver.best(model, count, {}), count);
          } catch (error) {
            if (size.declines?.some((kind) => error instanceof kind)) return tally.add("declined");
            throw error;
          }
          const best = all.slice(0, count).map((solution) => solution.points);
          tally.add(all.length === 0 ? "infeasible" : binds(model, "budget", best) ? "binding" : "loose");
        }),
        runs(size.models / 2),
      );
      const least = size.declines === undefined ? 0.25 : 0.02;
      expect(tally.of("binding"), `${tally}`).toBeGreaterThanOrEqual(share(size.models / 2, least));
    });

    describe.each(
      catalog.contests.map((contest) => [`${contest.sport} ${contest.book} ${contest.contest}`, contest]),
    )("%s", (_, contest) => {
      it("finds the N best totals of random requests", async () => {
        const tally = new Tally();
        await fc.assert(
          fc.asyncProperty(
            smallRequest(contest, { unseated: 1 }),
            fc.integer({ min: 1, max: 6 }),
            async (request, count) => {
              const model = buildModel(problemOf(catalog, request));
              const all = allSolutions(model);
              compare(model, all, await solver.best(model, count, {}), count);
              tally.add(all.length === 0 ? "infeasible" : "feasible");
              if (all.length > count) tally.add("more than asked for");
            },
          ),
          runs(size.requestsPerContest),
        );
        expect(tally.of("feasible"), `${tally}`).toBeGreaterThanOrEqual(share(size.requestsPerContest, 0.25));
      });
    });

    if (size.refuses !== undefined) {
      it("refuses the models it cannot solve", async () => {
        await fc.assert(
          fc.asyncProperty(smallModel.filter(refuses), async (model) => {
            await expect(solver.best(model, 1, {})).rejects.toBeInstanceOf(UnsupportedModelError);
          }),
          runs(50),
        );
      });
    }

    it("gives the same totals whatever the order of the entries", async () => {
      const order = fc.noShrink(fc.infiniteStream(fc.nat(2 ** 20)));
      let moved = 0;
      await fc.assert(
        fc.asyncProperty(models, order, async (model, keys) => {
          const sorted = [...Array(model.entries).keys()].map((entry) => ({
            entry,
            key: keys.next().value!,
          }));
          sorted.sort((a, b) => a.key - b.key);
          const shuffled = permuted(
            model,
            sorted.map(({ entry }) => entry),
          );
          const expected = await totals(model, 5);
          expect(await totals(shuffled, 5)).toEqual(expected);
          if (expected.length > 0) moved += 1;
        }),
        runs(size.models / 3),
      );
      expect(moved).toBeGreaterThanOrEqual(share(size.models / 3, 0.3));
    });

    it("finds the best 20 as the first of many", async () => {
      const model = slate(24);
      const few = await totals(model, 20);
      const many = await totals(model, size.many);
      expect(many).toHaveLength(size.many);
      expect(few).toEqual(many.slice(0, 20));
      expect(new Set(many).size).toBeGreaterThan(size.many / 3);
    }, 60_000);

    it("answers the same on every run", async () => {
      const model = slate(24);
      expect(await solver.best(model, 10, {})).toEqual(await solver.best(model, 10, {}));
    });

    describe.each(handMade)("$name", ({ model, best }) => {
      it("has the totals worked out by hand", async () => {
        expect(await totals(model, best.length + 5)).toEqual(best);
      });
    });
  });
}

/** Same totals as exhaustive search, each solution legal by it and returned once. */
function compare(model: Model, all: readonly Solution[], found: readonly Solution[], count: number): void {
  expect(found.map((solution) => solution.points)).toEqual(
    all.slice(0, count).map((solution) => solution.points),
  );
  const legal = new Map(all.map((solution) => [solution.picks.join(), solution.points]));
  for (const { picks, points } of found) {
    expect(legal.get(picks.join()), `picks ${picks} of ${model.picks.entry.length}`).toBe(points);
    legal.delete(picks.join());
  }
}

/** Counts the kinds of rules that change the best totals, each until there are `enough`: to tell takes a second listing. */
function addBinding(
  tally: Tally,
  model: Model,
  best: readonly number[],
  kinds: readonly string[],
  enough: number,
): void {
  for (const kind of kinds) if (tally.of(kind) < enough && binds(model, kind, best)) tally.add(kind);
}

/** Whether the rules of a kind change the best totals. */
function binds(model: Model, kind: string, best: readonly number[]): boolean {
  if (!model.rules.some((rule) => rule.kind === kind)) return false;
  const relaxed = allSolutions({ ...model, rules: model.rules.filter((rule) => rule.kind !== kind) });
  return best.some((points, at) => relaxed[at]!.points !== points);
}
