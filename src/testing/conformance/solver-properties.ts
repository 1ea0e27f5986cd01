import type { ContestTable } from "../../catalog/contest-table.ts";
import { UnsupportedModelError } from "../../errors.ts";
import type { Model } from "../../model/model.ts";
import type { TestedSolver } from "../exhaustive.ts";
import type fc from "../fast-check.ts";
import { bindingModel, SIDE_RULES } from "../models/binding-model.ts";
import { extremeModel } from "../models/extreme-model.ts";
import { RULE_KINDS, smallModel } from "../models/small-model.ts";
import { testedModel } from "../models/tested-model.ts";
import { hold, type Property, property } from "../property.ts";
import { bestProperty } from "./best-property.ts";
import { addBinding, binds } from "./compare.ts";
import { fixedProperties } from "./fixed-properties.ts";
import { orderProperty } from "./order-property.ts";
import { requestProperty } from "./request-property.ts";

/** In which part of the models each kind of rule has to change the best totals. */
const KIND_PART = 0.008;
const SIDE_PART = 0.04;

/** How many cases a solver is tried on, and what it need not do. */
export interface ConformanceOptions {
  /** Random models of each kind. */
  readonly models: number;
  /** Contests whose random requests it is tried on; none by default. */
  readonly contests?: readonly ContestTable[];
  /** Requests of each contest. */
  readonly requestsPerContest?: number;
  /** How many lineups to ask random models for at most; 12 by default. */
  readonly most?: number;
  /** How many lineups to ask for where exhaustive search cannot follow. */
  readonly many?: number;
  /** Which models the solver refuses with `UnsupportedModelError`; by default none. */
  readonly refuses?: (model: Model) => boolean;
  /** How it may decline numbers at the ends of what they may be, rather than answer wrongly; by default it may not. */
  readonly declines?: readonly (new (
    ...given: never[]
  ) => Error)[];
}

/**
 * What every solver answers alike, whatever its method: the N best totals of models by exhaustive search, by hand and
 * of whole contests, in any order of the entries, the first of many, and the same on every run. One test each:
 * `for (const { name, run } of solverProperties(solver, { models: 200 })) test(name, async () => void (await run()));`
 */
export function solverProperties(
  solver: TestedSolver,
  {
    models,
    contests = [],
    requestsPerContest = 20,
    most = 12,
    many = 60,
    refuses,
    declines,
  }: ConformanceOptions,
): readonly Property[] {
  const stated = refuses === undefined ? smallModel : smallModel.filter((model) => !refuses(model));
  return [
    bestProperty(solver, {
      name: "finds the N best totals of random models",
      runs: models,
      models: stated,
      most,
      least: { feasible: 0.3, "more than asked for": 0.1, ...eachOf(RULE_KINDS, KIND_PART) },
      onBest: (tally, runs, model, best) =>
        addBinding(tally, model, best, RULE_KINDS, Math.floor(runs * KIND_PART)),
    }),
    bestProperty(solver, {
      name: "finds the N best totals of models whose side rules bind",
      runs: models,
      models: bindingModel,
      most,
      least: eachOf(SIDE_RULES, SIDE_PART),
      onBest: (tally, runs, model, best) =>
        addBinding(tally, model, best, SIDE_RULES, Math.floor(runs * SIDE_PART)),
    }),
    bestProperty(solver, {
      name: "finds the N best totals of models with tests of lineups",
      runs: models,
      models: testedModel,
      most,
      least: { binding: 0.12 },
      onBest: (tally, _runs, model, best) => {
        if (binds(model, "clauses", best)) tally.add("binding");
      },
    }),
    bestProperty(solver, {
      name: "finds the N best totals at the ends of what numbers may be",
      runs: models / 2,
      models: extremeModel,
      most: Math.min(6, most),
      declines,
      least: { binding: declines === undefined ? 0.25 : 0.02 },
      onBest: (tally, _runs, model, best) => tally.add(binds(model, "budget", best) ? "binding" : "loose"),
    }),
    ...contests.map((contest) => requestProperty(solver, contest, requestsPerContest)),
    ...(refuses === undefined ? [] : [refusalProperty(solver, refuses)]),
    orderProperty(solver, stated, models / 3),
    ...fixedProperties(solver, many),
  ];
}

function eachOf(kinds: readonly string[], part: number): Readonly<Record<string, number>> {
  return Object.fromEntries(kinds.map((kind) => [kind, part]));
}

function refusalProperty(solver: TestedSolver, refuses: (model: Model) => boolean): Property {
  return property<[Model]>({
    name: "refuses the models it cannot solve",
    runs: 50,
    drawn: [smallModel.filter(refuses) as fc.Arbitrary<Model>],
    async check(tally, _runs, model) {
      const said = await solver.best(model, 1, {}).then(
        (found) => `answered with ${found.length} lineups`,
        (error: unknown) => (error instanceof UnsupportedModelError ? null : String(error)),
      );
      hold(
        said === null,
        () => `The solver should refuse the model with UnsupportedModelError, but: ${said}.`,
      );
      tally.add("refused");
    },
  });
}
