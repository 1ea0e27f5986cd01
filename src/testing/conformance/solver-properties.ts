import { buildModel } from "../../contests/constraints/readers/build-model.ts";
import type { ContestTable } from "../../contests/constraints/readers/contest-table.ts";
import { type Model, POINT_UNITS, type RuleData } from "../../engine/model/model.ts";
import type { Solution } from "../../engine/solver/contract.ts";
import { UnsupportedModelError } from "../../shared/errors.ts";
import { allSolutions, type TestedSolver } from "../exhaustive.ts";
import fc from "../fast-check.ts";
import { handMade, permuted, withOrigin } from "../models/hand-made.ts";
import { RULE_KINDS, smallModel } from "../models/small-model.ts";
import { bindingModel, extremeModel, SIDE_RULES, testedModel } from "../models/tested-model.ts";
import { hold, holdEqual, type Property, property, seededRandom, shuffled, Tally } from "../property.ts";
import { problemOf, type SmallRequest, smallRequest } from "../requests/small-request.ts";

/** A roster as in football: the number of seats of each slot. */
const SLOTS = [1, 2, 3, 1, 1, 1];
/** For each kind of player, such as a quarterback, the slots that accept it. Slot 4 is a flex slot. */
const KINDS = [[0], [1, 4], [2, 4], [3, 4], [5]];
const SHARES = [0.12, 0.26, 0.36, 0.16, 0.1];

/**
 * A model made from a seed: `entries` players of `games` games, and a budget that binds. Each lineup must
 * have players of at least two games.
 */
export function slate(entries: number, games = 4, seed = 1): Model {
  const random = seededRandom(seed);
  // Players left over by rounding get the most frequent kind.
  const kinds = SHARES.flatMap((share, kind) => new Array<number>(Math.floor(share * entries)).fill(kind));
  while (kinds.length < entries) kinds.push(SHARES.indexOf(Math.max(...SHARES)));
  const salary = Float64Array.from(kinds, () => 2500 + 100 * Math.floor(70 * random() ** 2));
  const rules: RuleData[] = [
    { kind: "budget", maximum: 50_000 },
    { kind: "once" },
    ...SLOTS.map((_, slot): RuleData => ({ kind: "fill", slot })),
    { kind: "groupsMinimum", groups: Int32Array.from(kinds, (_, entry) => entry % games), minimum: 2 },
  ];
  return {
    entries: kinds.length,
    slots: SLOTS.map((count) => ({ role: 0, count })),
    picks: {
      entry: Int32Array.from(kinds.keys()),
      role: new Uint8Array(kinds.length),
      slots: Int32Array.from(kinds, (kind) => KINDS[kind]!.reduce((bits, slot) => bits | (1 << slot), 0)),
      points: Float64Array.from(
        salary,
        (cost) => Math.round((cost / 400) * (0.6 + random()) * 100) * (POINT_UNITS / 100),
      ),
      salary,
    },
    rules: rules.map(withOrigin),
  };
}

/**
 * Properties of a solver on models that are solved by hand, or too large for exhaustive search. `many` is the
 * number of lineups requested for the longest answer.
 */
export function fixedProperties(solver: TestedSolver, many: number): readonly Property[] {
  const model = slate(24);
  return [
    fixed("finds the best 20 as the first of many", async () => {
      const few = totalsOf(await solver.best(model, 20, {}));
      const all = totalsOf(await solver.best(model, many, {}));
      hold(all.length === many, () => `Only ${all.length} of the ${many} requested lineups were found.`);
      holdEqual(few, all.slice(0, 20), "The best 20");
      const different = new Set(all).size;
      hold(different > many / 3, () => `Only ${different} of the ${many} totals are different.`);
    }),
    fixed("gives the same answer on every run", async () => {
      const [once, again] = [await solver.best(model, 10, {}), await solver.best(model, 10, {})];
      hold(JSON.stringify(once) === JSON.stringify(again), () => "Two runs gave different lineups.");
    }),
    ...handMade.map(({ name, model: small, best }: { name: string; model: Model; best: readonly number[] }) =>
      fixed(`has the totals worked out by hand: ${name}`, async () =>
        holdEqual(totalsOf(await solver.best(small, best.length + 5, {})), best, name),
      ),
    ),
  ];
}

function fixed(name: string, check: () => Promise<void>): Property {
  return {
    name,
    async run() {
      await check();
      const tally = new Tally();
      tally.add("tried");
      return tally;
    },
  };
}

/** In at least this fraction of the random models, each of `RULE_KINDS` must change the best totals. */
const KIND_PART = 0.008;
/** In at least this fraction of the models with side rules, each of `SIDE_RULES` must change the totals. */
const SIDE_PART = 0.04;

/** How many cases to try, and what the solver may refuse. */
export interface ConformanceOptions {
  readonly models: number;
  /** Contests whose random requests are tried; none by default. */
  readonly contests?: readonly ContestTable[];
  readonly requestsPerContest?: number;
  /** The most lineups requested from random models; 12 by default. */
  readonly most?: number;
  /** The number of lineups requested from models too large for exhaustive search. */
  readonly many?: number;
  /** Whether the solver refuses a model with `UnsupportedModelError`; by default it refuses none. */
  readonly refuses?: (model: Model) => boolean;
  /** The errors the solver may throw for extreme numbers instead of a wrong answer; none by default. */
  readonly declines?: readonly (new (
    ...given: never[]
  ) => Error)[];
}

/**
 * The properties that every solver must have: its N best totals match exhaustive search on random models and
 * requests, and hand-made results; they do not depend on the order of the players; the N best are the first
 * of a longer answer; every run gives the same answer. Make each a test: `for (const { name, run } of
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
        if (binds(model, "disjunction", best)) tally.add("binding");
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

/** The property that a solver's totals do not depend on the order of the players. */
function orderProperty(solver: TestedSolver, models: fc.Arbitrary<Model>, runs: number): Property {
  return property<[Model, fc.Stream<number>]>({
    name: "gives the same totals for any order of the entries",
    runs,
    drawn: [models, fc.noShrink(fc.infiniteStream(fc.nat(2 ** 20)))],
    least: { moved: 0.3 },
    async check(tally, _runs, model, keys) {
      const order = shuffled([...Array(model.entries).keys()], () => keys.next().value!);
      const [expected, found] = [
        await solver.best(model, 5, {}),
        await solver.best(permuted(model, order), 5, {}),
      ];
      holdEqual(totalsOf(found), totalsOf(expected), `The best totals in the order ${order}`);
      if (expected.length > 0) tally.add("moved");
    },
  });
}

interface BestProperty {
  readonly name: string;
  readonly runs: number;
  readonly models: fc.Arbitrary<Model>;
  readonly most: number;
  readonly least: Readonly<Record<string, number>>;
  /** Errors that the solver may throw instead of an answer. */
  readonly declines?: readonly (new (...given: never[]) => Error)[] | undefined;
  /** Called for each model that has lineups, to add to the tally. */
  onBest(tally: Tally, runs: number, model: Model, best: readonly number[]): void;
}

/** The property that a solver's N best totals are those of exhaustive search. */
function bestProperty(
  solver: TestedSolver,
  { name, runs, models, most, least, declines = [], onBest }: BestProperty,
): Property {
  return property<[Model, number]>({
    name,
    runs,
    drawn: [models, fc.integer({ min: 1, max: most })],
    least,
    async check(tally, cases, model, count) {
      const all = allSolutions(model);
      try {
        compare(model, all, await solver.best(model, count, {}), count);
      } catch (error) {
        if (declines.some((kind) => error instanceof kind)) return tally.add("declined");
        throw error;
      }
      if (all.length === 0) return tally.add("infeasible");
      tally.add("feasible");
      if (all.length > count) tally.add("more than requested");
      onBest(tally, cases, model, totalsOf(all.slice(0, count)));
    },
  });
}

/** The solutions' totals, in units of points and in the same order. */
function totalsOf(solutions: readonly Solution[]): number[] {
  return solutions.map(({ points }) => points);
}

/**
 * Checks that `found` has the `count` best totals of `all`, the solutions of an exhaustive search, and that
 * each solution is legal and returned once.
 * @throws Error if not
 */
function compare(model: Model, all: readonly Solution[], found: readonly Solution[], count: number): void {
  holdEqual(totalsOf(found), totalsOf(all.slice(0, count)), "The best totals");
  const legal = new Map(all.map(({ picks, points }) => [picks.join(), points]));
  for (const { picks, points } of found) {
    hold(
      legal.get(picks.join()) === points,
      () =>
        `Picks ${picks} of ${model.picks.entry.length} are not a lineup with ${points}, or were returned twice.`,
    );
    legal.delete(picks.join());
  }
}

/**
 * Adds one to the tally under each name whose rules change the best totals. A name that was counted `enough`
 * times is skipped, because the test takes long.
 */
function addBinding(
  tally: Tally,
  model: Model,
  best: readonly number[],
  names: readonly string[],
  enough: number,
): void {
  for (const name of names) if (tally.of(name) < enough && binds(model, name, best)) tally.add(name);
}

/** Whether the rules with this name in their origins change the best totals. */
export function binds(model: Model, name: string, best: readonly number[]): boolean {
  const rules = model.rules.filter(({ origin }) => origin.constraint !== name);
  if (rules.length === model.rules.length) return false;
  const relaxed = allSolutions({ ...model, rules });
  return best.some((points, at) => relaxed[at]?.points !== points);
}

/** The property that a solver's N best totals for random requests are those of exhaustive search. */
export function requestProperty(solver: TestedSolver, contest: ContestTable, runs: number): Property {
  return property<[SmallRequest, number]>({
    name: `finds the N best totals of random requests of ${contest.sport} ${contest.book} ${contest.contest}`,
    runs,
    drawn: [smallRequest(contest, { unseated: 1 }), fc.integer({ min: 1, max: 6 })],
    least: { feasible: 0.25 },
    async check(tally, _runs, request, count) {
      const model = buildModel(problemOf({ contestOf: () => contest }, request));
      const all = allSolutions(model);
      compare(model, all, await solver.best(model, count, {}), count);
      tally.add(all.length === 0 ? "infeasible" : "feasible");
      if (all.length > count) tally.add("more than requested");
    },
  });
}
