import { type Model, POINT_UNITS, type RuleData } from "../../engine/model/model.ts";
import fc from "../fast-check.ts";
import { modelOf } from "./hand-made.ts";

const MOST_SALARY = 1_000_000_000;
/** The most points of a pick that tables and requests allow, with the slot's multiplier, in units. */
const MOST_POINTS = 10_000 * POINT_UNITS;
/** A factor that makes sums of a five-seat model as large as those of forty seats, the most allowed. */
const FORTY_SEATS = 8;

const ROSTERS: readonly (readonly (readonly [role: number, count: number])[])[] = [
  [[0, 5]],
  [
    [0, 2],
    [0, 1],
    [0, 1],
  ],
  [
    [0, 1],
    [1, 3],
  ],
];

const salaryOf: fc.Arbitrary<fc.Arbitrary<number>> = fc.constantFrom(
  fc.integer({ min: 1_000_000, max: MOST_SALARY }),
  fc.integer({ min: 1, max: 20_000 }).map((units) => (MOST_SALARY / 20_000) * units),
  fc.integer({ min: 3_600, max: 3_609 }).map((units) => (MOST_SALARY / 20_000) * units),
  fc.integer({ min: 100_000_000, max: MOST_SALARY }),
  fc.integer({ min: MOST_SALARY / 8, max: MOST_SALARY / 4 }),
  fc.integer({ min: 180_000_000, max: 180_000_009 }),
  fc.integer({ min: 30, max: 95 }).map((hundreds) => 100 * hundreds),
  fc.integer({ min: 0, max: 3 }),
  fc.constantFrom(0, 1, MOST_SALARY - 1, MOST_SALARY),
);

/** Ways to draw a pick's points, in units, given its salary. */
const pointsOf: fc.Arbitrary<(salary: number) => fc.Arbitrary<number>> = fc.constantFrom(
  () => fc.integer({ min: -MOST_POINTS, max: MOST_POINTS }),
  () => fc.constantFrom(-MOST_POINTS, 1 - MOST_POINTS, 0, 1, MOST_POINTS - 1, MOST_POINTS),
  () => fc.integer({ min: MOST_POINTS - 9, max: MOST_POINTS }),
  () => fc.integer({ min: 0, max: 3000 }).map((hundredths) => hundredths * (POINT_UNITS / 100)),
  () => fc.double({ min: 0, max: 40, noNaN: true }).map((points) => Math.round(points * POINT_UNITS)),
  () => fc.constantFrom(-1, 0, 1).map((sign) => sign * FORTY_SEATS * MOST_POINTS),
  () => fc.integer({ min: -9, max: 0 }).map((units) => FORTY_SEATS * MOST_POINTS + units),
  () => fc.integer({ min: -3, max: 3 }),
  (salary: number) => fc.integer({ min: -9, max: 9 }).map((units) => 100_000 * salary + units),
  (salary: number) =>
    fc.constant(Math.round(salary / 200) * POINT_UNITS).map((points) => points % MOST_POINTS),
);

/**
 * Rosters of four or five seats with extreme salaries and points, which differ by as little as one unit or as
 * much as from one extreme to the other; and budgets that a lineup meets exactly or misses by one.
 */
export const extremeModel: fc.Arbitrary<Model> = fc
  .record({
    roster: fc.constantFrom(...ROSTERS),
    size: fc.integer({ min: 6, max: 10 }),
    salary: fc.tuple(salaryOf, salaryOf),
    points: fc.tuple(pointsOf, pointsOf),
  })
  .chain(({ roster, size, salary, points }) =>
    fc
      .array(
        fc
          .tuple(fc.boolean(), fc.boolean())
          .chain(([otherSalary, otherPoints]) =>
            salary[Number(otherSalary)]!.chain((cost) =>
              fc.tuple(fc.constant(cost), points[Number(otherPoints)]!(cost)),
            ),
          ),
        { minLength: size, maxLength: size },
      )
      .chain((entries) =>
        fc
          .record({
            met: fc.shuffledSubarray([...entries.keys()], { minLength: 4, maxLength: 5 }),
            off: fc.constantFrom(-1, 0, 0, 1),
            open: fc.constantFrom(false, false, false, true),
          })
          .map(({ met, off, open }) => {
            const spent = met.reduce((sum, entry) => sum + entries[entry]![0], off);
            const maximum = open ? MOST_SALARY : Math.min(Math.max(0, spent), MOST_SALARY);
            return extremeModelOf(roster, entries, [{ kind: "budget", maximum }]);
          }),
      ),
  );

function extremeModelOf(
  roster: (typeof ROSTERS)[number],
  entries: readonly (readonly [salary: number, points: number])[],
  rules: readonly RuleData[],
): Model {
  const roles = [...new Set(roster.map(([role]) => role))];
  const model = modelOf(
    roster,
    entries.map(([salary, points], entry) =>
      roles.map((role) => {
        const own = roster.flatMap(([slotRole], slot) => (slotRole === role ? [slot] : []));
        return { slots: entry % 3 === 0 ? own.slice(0, 1) : own, points, salary };
      }),
    ),
    rules,
  );
  // `modelOf` takes points, and converting the largest value loses its last unit.
  const points = Float64Array.from(model.picks.entry, (entry) => entries[entry]![1]);
  return { ...model, picks: { ...model.picks, points } };
}
