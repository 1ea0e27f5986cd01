import fc from "fast-check";
import { type Clause, type LineupTest, type PickCount, passes } from "../../src/engine/model/lineup-test.ts";
import { POINT_UNITS } from "../../src/engine/model/model.ts";
import type { PlanShare, PortfolioPlan } from "../../src/engine/model/portfolio-plan.ts";
import type { Program, Row } from "../../src/engine/model/program.ts";
import type { Solution } from "../../src/engine/solver/contract.ts";
import { allSolutions } from "../../src/testing/exhaustive.ts";
import { modelOf } from "../../src/testing/models/hand-made.ts";

/** Units of points per unit of a program's gain: small plans' points are integer multiples of it. */
export const CENT = POINT_UNITS / 100;

/** A share of lineups that satisfy one test. */
export function shareOf(test: LineupTest, least: number, most: number): PlanShare {
  return { tests: [test], least, most, origin: { pointer: "", words: "" } };
}

/** A test of one count. */
export function counted(picks: Iterable<number>, least: number, most = Number.POSITIVE_INFINITY): LineupTest {
  const count = { picks: Int32Array.from(picks).sort(), least, most };
  return { when: null, alternatives: [{ counts: [count], sums: [] }] };
}

/**
 * Small plans: a slot with one seat, one or two with several, some with two roles; shares of all kinds,
 * twins, and entered lineups.
 */
export const smallPlan: fc.Arbitrary<PortfolioPlan> = fc
  .record({
    entries: fc.integer({ min: 4, max: 8 }),
    captain: fc.boolean(),
    seats: fc.integer({ min: 1, max: 2 }),
    tight: fc.integer({ min: 0, max: 3 }),
  })
  .chain(({ entries, captain, seats, tight }) =>
    fc
      .record({
        cents: fc.array(fc.integer({ min: -200, max: 3000 }), { minLength: entries, maxLength: entries }),
        salaries: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: entries, maxLength: entries }),
        places: fc.array(fc.integer({ min: 0, max: 2 }), { minLength: entries, maxLength: entries }),
        count: fc.integer({ min: 1, max: 9 }),
        unique: fc.oneof(
          { weight: 3, arbitrary: fc.constant(0) },
          { weight: 2, arbitrary: fc.integer({ min: 1, max: 2 }) },
        ),
        avoided: fc.array(fc.nat(), { maxLength: 2 }),
        twins: fc.integer({ min: 0, max: 3 }).map((draw) => draw === 0),
        bySeats: fc.boolean(),
      })
      .map(({ cents, salaries, places, ...rest }) => {
        const model = modelOf(
          captain
            ? [
                [0, 1],
                [1, seats],
              ]
            : [
                [0, 1],
                [0, seats],
              ],
          cents.map((cent, entry) => {
            const points = cent / 100;
            const salary = salaries[entry]!;
            if (!captain) return [{ slots: [[0], [1], [0, 1]][places[entry]!]!, points, salary }];
            return [
              { slots: [0], points: (points * 3) / 2, salary },
              { slots: [1], points, salary },
            ];
          }),
          tight === 0 ? [] : [{ kind: "budget", maximum: (1 + seats) * (3 + tight) }],
        );
        const points = model.picks.points.map((own) => Math.round(own / CENT) * CENT);
        return { ...rest, model: { ...model, picks: { ...model.picks, points } } };
      }),
  )
  .chain(({ model, count, unique, avoided, twins, bySeats }) => {
    const all = allSolutions(model);
    const picks = [...model.picks.entry.keys()];
    const some = fc.subarray(picks, { minLength: 1 });
    const least = fc.integer({ min: 0, max: 2 });
    const amount: fc.Arbitrary<PickCount> = fc
      .record({ some, least, room: fc.integer({ min: 0, max: 3 }) })
      .map((drawn) => ({
        picks: Int32Array.from(drawn.some),
        least: drawn.least,
        most: drawn.room === 3 ? Number.POSITIVE_INFINITY : drawn.least + drawn.room,
      }));
    const clause: fc.Arbitrary<Clause> = fc
      .array(amount, { minLength: 1, maxLength: 2 })
      .map((counts) => ({ counts, sums: [] }));
    const ofEntry = fc.nat(model.entries - 1).map((entry) =>
      counted(
        picks.filter((pick) => model.picks.entry[pick] === entry),
        1,
      ),
    );
    const test: fc.Arbitrary<LineupTest> = fc.oneof(
      { weight: 4, arbitrary: ofEntry },
      { weight: 2, arbitrary: some.map((chosen) => counted(chosen, 1)) },
      { weight: 1, arbitrary: some.map((chosen) => counted(chosen, 0, 0)) },
      {
        weight: 2,
        arbitrary: fc.record({
          when: fc.option(amount, { freq: 2 }),
          alternatives: fc.array(clause, { minLength: 1, maxLength: 2 }),
        }),
      },
    );
    const share = fc
      .record({
        tests: fc.array(test, { minLength: 1, maxLength: 2 }),
        ends: fc.tuple(fc.integer({ min: 0, max: count }), fc.integer({ min: 0, max: count })),
        kind: fc.integer({ min: 0, max: 3 }),
      })
      .map(({ tests, ends, kind }) => ({
        tests,
        least: kind === 0 ? Math.min(...ends) : kind === 1 ? Math.min(1, ends[0]) : 0,
        most: kind === 1 ? count : Math.max(...ends),
        origin: { pointer: "", words: "" },
      }));
    return fc.array(share, { maxLength: 4 }).map(
      (shares): PortfolioPlan => ({
        model,
        count,
        unique,
        ...(bySeats && !twins && { counted: Int32Array.from(picks) }),
        choices: twins ? model.picks.entry.map((entry) => entry) : null,
        avoid: all.length === 0 ? [] : avoided.map((at) => Int32Array.from(all[at % all.length]!.picks)),
        shares,
        random: null,
      }),
    );
  });

/** Every lineup of a plan's model that does not conflict with entered ones. */
export function lineupsOf(plan: PortfolioPlan): Solution[] {
  return allSolutions(plan.model).filter(
    ({ picks }) => !plan.avoid.some((entered) => clash(plan, picks, [...entered])),
  );
}

/** Whether two lineups overlap too much, by sets. */
function clash(plan: PortfolioPlan, one: readonly number[], other: readonly number[]) {
  const { model, unique, choices, counted: kinds = model.picks.entry } = plan;
  const choicesOf = (picks: readonly number[]) => new Set(picks.map((pick) => choices?.[pick] ?? pick));
  const entriesOf = (picks: readonly number[]) => new Set(picks.map((pick) => kinds[pick]!));
  const [mine, yours] = [choicesOf(one), choicesOf(other)];
  if (mine.size === yours.size && [...mine].every((choice) => yours.has(choice))) return true;
  const seats = model.slots.reduce((sum, { count }) => sum + count, 0);
  const theirs = entriesOf(other);
  return unique > 0 && [...entriesOf(one)].filter((entry) => theirs.has(entry)).length > seats - unique;
}

/** A plan as a binary program over all of its lineups: one column each. */
export function wholeProgram(plan: PortfolioPlan, lineups: readonly Solution[]): Program {
  const every = Int32Array.from(lineups.keys());
  const row = (columns: Iterable<number>, lower: number, upper: number): Row => {
    const list = Int32Array.from(columns);
    return { columns: list, values: new Float64Array(list.length).fill(1), lower, upper };
  };
  const shares = plan.shares.map(({ tests, least, most }) =>
    row(
      every.filter((at) => tests.every((test) => passes(test, lineups[at]!.picks))),
      least,
      most,
    ),
  );
  const clashes = [...every].flatMap((one) =>
    [...every]
      .filter((other) => other > one && clash(plan, lineups[one]!.picks, lineups[other]!.picks))
      .map((other) => row([one, other], 0, 1)),
  );
  return {
    pickCount: lineups.length,
    upper: new Float64Array(lineups.length).fill(1),
    whole: new Uint8Array(lineups.length).fill(1),
    gain: Float64Array.from(lineups, ({ points }) => points / CENT),
    grid: CENT,
    error: 0,
    full: true,
    rows: [row(every, plan.count, plan.count), ...shares, ...clashes],
  };
}

/** Whether the lineups satisfy a plan, read literally. */
export function isPortfolio(plan: PortfolioPlan, lineups: readonly (readonly number[])[]): boolean {
  return (
    lineups.length === plan.count &&
    isApart(plan, lineups) &&
    plan.shares.every(({ tests, least, most }) => {
      const passing = lineups.filter((picks) => tests.every((test) => passes(test, picks))).length;
      return passing >= least && passing <= most;
    })
  );
}

/** Whether no two lineups overlap too much, with each other or with entered ones. */
export function isApart(plan: PortfolioPlan, lineups: readonly (readonly number[])[]): boolean {
  return lineups.every(
    (picks, at) =>
      !lineups.slice(at + 1).some((other) => clash(plan, picks, other)) &&
      !plan.avoid.some((entered) => clash(plan, picks, [...entered])),
  );
}
