import type { ContestTable } from "../../contests/catalog/contest-table.ts";
import type { Model } from "../../engine/model/model.ts";
import { UnsupportedModelError } from "../../shared/errors.ts";
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

/** The fraction of models in which each kind of rule must change the best totals. */
const KIND_PART = 0.008;
const SIDE_PART = 0.04;

/** How many cases to try, and what the solver may refuse. */
export interface ConformanceOptions {
  /** The number of random models of each kind. */
  readonly models: number;
  /** Contests whose random requests are tried; none by default. */
  readonly contests?: readonly ContestTable[];
  /** The number of requests per contest. */
  readonly requestsPerContest?: number;
  /** The most lineups requested from random models; 12 by default. */
  readonly most?: number;
  /** The number of lineups requested from models too large for exhaustive search. */
  readonly many?: number;
  /** Which models the solver refuses with `UnsupportedModelError`; none by default. */
  readonly refuses?: (model: Model) => boolean;
  /** The errors the solver may throw for extreme numbers instead of a wrong answer; none by default. */
  readonly declines?: readonly (new (
    ...given: never[]
  ) => Error)[];
}

/**
 * The properties that every solver must have: its N best totals match exhaustive search on random models and
 * requests, and hand-made results; they do not depend on the order of the entries; N best are a prefix of
 * more; every run gives the same answer. Make each a test: `for (const { name, run } of
 * solverProperties(solver, { models: 200 })) test(name, async () => void (await run()));`
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
      least: { feasible: 0.3, "more than requested": 0.1, ...eachOf(RULE_KINDS, KIND_PART) },
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
      name: "finds the N best totals for extreme numbers",
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
      hold(said === null, () => `The solver must refuse the model with UnsupportedModelError, but: ${said}.`);
      tally.add("refused");
    },
  });
}
