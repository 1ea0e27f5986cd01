import fc from "fast-check";
import type { Model } from "../../src/engine/model/model.ts";
import type { PlanShare, PortfolioPlan } from "../../src/engine/model/portfolio-plan.ts";
import type { SwapPlan } from "../../src/engine/model/swap-plan.ts";
import { pricesOf } from "../../src/engine/solver/portfolio/joint/prices.ts";
import {
  columnsOf,
  countRow,
  type Row,
  readShares,
  shareRow,
} from "../../src/engine/solver/portfolio/joint/rows.ts";
import { allSolutions } from "../../src/testing/exhaustive.ts";
import { randomTest } from "../../src/testing/models/tested-model.ts";
import { DRAWN_SWAPS } from "./drawn-plans.ts";
import { smallPlan as planOfShares } from "./portfolios.ts";
import { smallPlan as planOfRules } from "./random-plans.ts";

/**
 * A small plan with shares of all kinds, some of its lineups, and random numbers for functions that need
 * them.
 */
export interface PartCase {
  readonly plan: PortfolioPlan;
  /** Every lineup of the model, and some of them. */
  readonly all: readonly (readonly number[])[];
  readonly some: readonly (readonly number[])[];
  /** From -9 to 9, as many as requested. */
  drawn(count: number): number[];
}

const CASES = 45;
const SEED = 11;
/** Models with more lineups are only sampled. */
const MOST_LISTED = 150;

const drawnShares = (plan: PortfolioPlan): fc.Arbitrary<PlanShare[]> =>
  fc.array(
    fc
      .record({
        makers: fc.array(randomTest(plan.model.entries), { minLength: 1, maxLength: 2 }),
        ends: fc.tuple(fc.integer({ min: -1, max: plan.count }), fc.integer({ min: 0, max: plan.count + 1 })),
      })
      .map(({ makers, ends }) => ({
        tests: makers.map((make) => make(plan.model.picks, 0)),
        least: Math.min(...ends),
        most: Math.max(...ends),
        origin: { pointer: "", words: "" },
      })),
    { minLength: 1, maxLength: 8 },
  );

const withoutPoints = ({ plan, ...rest }: PartCase): PartCase => {
  const picks = { ...plan.model.picks, points: plan.model.picks.points.map(() => 0) };
  return { ...rest, plan: { ...plan, model: { ...plan.model, picks } } };
};

/** The same model, except that an entry may be picked in two roles. */
export function inSeveralRoles(model: Model): Model {
  return { ...model, rules: model.rules.filter(({ kind }) => kind !== "once") };
}

/** Generated once: small parts give the same result each time. */
export const PART_CASES: readonly PartCase[] = fc
  .sample(
    fc.oneof(planOfShares, planOfRules).chain((plan) =>
      fc.record({
        plan: fc.constant(plan),
        shares: drawnShares(plan),
        which: fc.array(fc.nat(), { minLength: 2, maxLength: 12 }),
        numbers: fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 40, maxLength: 40 }),
      }),
    ),
    { numRuns: CASES, seed: SEED },
  )
  .map(({ plan, shares, which, numbers }) => {
    const all = allSolutions(plan.model).map(({ picks }) => picks);
    return {
      plan: { ...plan, shares: [...plan.shares, ...shares] },
      all: all.slice(0, MOST_LISTED),
      some: [...new Set(which.map((at) => at % all.length))].flatMap((at) => [all[at] ?? []]),
      drawn: (count: number) => Array.from({ length: count }, (_, at) => numbers[at % numbers.length] ?? 0),
    };
  })
  .filter(({ all }) => all.length > 0)
  .flatMap((one, at) => (at === 0 ? [one, withoutPoints(one)] : [one]));

/** Lines of lineups under such plans. */
export const PART_SWAPS: readonly SwapPlan[] = DRAWN_SWAPS.map((plan) => ({ ...plan, method: "joint" }));

/** The rows of a plan: those of the count, of shares and entries, and of conflicts between lineups. */
export function rowsOf({ plan, some }: PartCase): Row[] {
  const columns = some.map(columnsOf(plan));
  return [
    countRow(plan.count),
    ...readShares(plan).map((read) => shareRow(read, plan.count)),
    ...columns.flatMap(({ entries, identity }, at): Row[] => [
      at % 2 === 0
        ? { kind: "identity", identity, lower: 0, upper: 1 }
        : { kind: "overlap", entries: entries.slice(1, at), lower: 0, upper: 1 },
    ]),
  ];
}

/** Random prices for the rows, in points. */
export const pricesFor = (one: PartCase, scored = true) => {
  const rows = rowsOf(one);
  return pricesOf(rows, one.drawn(rows.length), one.plan.model.picks.entry.length, scored);
};
