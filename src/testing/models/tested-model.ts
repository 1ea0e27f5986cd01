import type { LineupTest, PickCount, PickSum } from "../../engine/model/lineup-test.ts";
import {
  atLeast,
  type Model,
  type Picks,
  POINT_UNITS,
  pairTest,
  type Rule,
  type RuleData,
} from "../../engine/model/model.ts";
import { seatCount } from "../../shared/roster.ts";
import fc from "../fast-check.ts";
import { type HandMadeEntry, modelOf, withOrigin } from "./hand-made.ts";

/** The rules that `bindingModel` adds to slots and a budget, named as in their origins; each often binds. */
export const SIDE_RULES = [
  "minimum",
  "groupMaximum",
  "groupsMinimum",
  "pair",
  "lock",
  "slotLock",
  "slotBan",
] as const;

type SideRule = (typeof SIDE_RULES)[number];

/**
 * The side rules of which each model has one to three. Slot exclusions leave few lineups, so they are drawn
 * apart: one model in five has them.
 */
const DRAWN = SIDE_RULES.filter((name) => name !== "slotBan");

/** Rosters as [role, count] per slot. */
const ROSTERS: readonly (readonly (readonly [number, number])[])[] = [
  [
    [0, 1],
    [0, 2],
    [0, 1],
  ],
  [
    [0, 2],
    [0, 2],
  ],
  [
    [0, 1],
    [1, 3],
  ],
  [
    [0, 1],
    [1, 1],
    [1, 2],
  ],
];

/**
 * Rosters with a pool that can usually fill them, one group far better than the others, and side rules that
 * exclude the best lineups, so that a solver has to search and not only check.
 */
export const bindingModel: fc.Arbitrary<Model> = fc
  .record({
    roster: fc.constantFrom(...ROSTERS),
    size: fc.integer({ min: 7, max: 11 }),
    groups: fc.integer({ min: 2, max: 4 }),
    names: fc.uniqueArray(fc.constantFrom(...DRAWN), { minLength: 1, maxLength: 3 }),
    isBanned: fc.integer({ min: 1, max: 5 }).map((one) => one === 1),
    decimals: fc.constantFrom(1, 100, 1e6),
    unit: fc.constantFrom(1, 100),
  })
  .chain(({ roster, size, groups, names, isBanned, decimals, unit }) =>
    fc
      .record({
        points: fc.array(fc.integer({ min: -2 * decimals, max: 30 * decimals }), {
          minLength: size,
          maxLength: size,
        }),
        salaries: fc.array(fc.integer({ min: 30, max: 95 }), { minLength: size, maxLength: size }),
        groupOf: fc.array(fc.nat(groups - 1), { minLength: size, maxLength: size }),
        accepts: fc.array(fc.integer({ min: 1, max: 2 ** roster.length - 1 }), {
          minLength: size,
          maxLength: size,
        }),
        bonus: fc.constantFrom(0, 15, 40),
        ease: fc.double({ min: 0.2, max: 1.1, noNaN: true }),
        limit: fc.integer({ min: 1, max: 2 }),
        chosen: fc.nat(size - 1),
      })
      .map(({ points, salaries, groupOf, accepts, bonus, ease, limit, chosen }) => {
        const captains = roster.some(([role]) => role === 1);
        const entries = points.map((value, entry): HandMadeEntry => {
          const worth = value / decimals + (groupOf[entry] === 0 ? bonus : 0);
          const roles = captains ? [0, 1] : [0];
          return roles.map((role) => {
            const own = roster.flatMap(([slotRole], slot) => (slotRole === role ? [slot] : []));
            const wanted = own.filter((slot) => captains || (accepts[entry]! >> slot) & 1);
            const times = captains && role === 0 ? 1.5 : 1;
            return {
              slots: wanted.length > 0 ? wanted : own,
              points: worth * times,
              salary: Math.floor(salaries[entry]! * times) * unit,
            };
          });
        });
        const seats = roster.reduce((sum, [, count]) => sum + count, 0);
        const sorted = salaries.toSorted((a, b) => a - b);
        const sum = (list: readonly number[]) => list.reduce((total, salary) => total + salary, 0);
        const cheapest = sum(sorted.slice(0, seats));
        const dearest = sum(sorted.slice(-seats));
        const budget = Math.floor((cheapest + ease * (dearest - cheapest)) * (captains ? 1.1 : 1)) * unit;
        const all = [...entries.keys()];
        const { picks } = modelOf(roster, entries);
        const rules: Record<SideRule, RuleData[]> = {
          minimum: [
            atLeast(
              all.filter((entry) => groupOf[entry] !== 0),
              limit,
            ),
          ],
          groupMaximum: [{ kind: "groupMaximum", groups: Int32Array.from(groupOf), maximum: limit + 1 }],
          groupsMinimum: [
            { kind: "groupsMinimum", groups: Int32Array.from(groupOf), minimum: Math.min(groups, limit + 1) },
          ],
          pair: [
            {
              kind: "disjunction",
              ...pairTest(
                picks,
                Int32Array.from(groupOf, (group, entry) => (entry % 5 === 4 ? -1 : group)),
                all.filter((entry) => entry % 3 === 0),
                all.filter((entry) => entry % 3 === 1),
              ),
            },
          ],
          lock: [atLeast([chosen])],
          slotLock: [
            atLeast([(chosen + 1) % size]),
            {
              kind: "allow",
              entries: [(chosen + 1) % size],
              slots: 1 << entries[(chosen + 1) % size]!.at(-1)!.slots[0]!,
            },
          ],
          slotBan: [{ kind: "allow", entries: all.filter((entry) => groupOf[entry] === 0), slots: ~1 }],
        };
        return modelOf(roster, entries, [
          { kind: "budget", maximum: budget },
          ...[...names, ...(isBanned ? (["slotBan"] as const) : [])].flatMap((name) =>
            rules[name].map(
              (data): Rule => ({ ...data, origin: { constraint: name, pointer: null, words: name } }),
            ),
          ),
        ]);
      }),
  );

/** Random tests that a lineup costs at least, or at most, a multiple of the mean salary times the seats. */
const salaryLimit: fc.Arbitrary<TestMaker> = fc
  .double({ min: 0.5, max: 1.3, noNaN: true })
  .map((part) => (picks, seats) => {
    const mean = picks.salary.reduce((sum, salary) => sum + salary, 0) / picks.salary.length;
    // Cheap lineups have few points: a maximum below the average excludes almost all of the best.
    const limit = Math.floor((part < 0.9 ? part : part + 0.3) * mean * seats);
    const [least, most] = part < 0.9 ? [limit, Number.POSITIVE_INFINITY] : [Number.NEGATIVE_INFINITY, limit];
    return {
      when: null,
      alternatives: [{ counts: [], sums: [{ weights: picks.salary, least, most }] }],
    };
  });

/** Rosters that can usually be filled, with rules that bind and one to three tests of whole lineups. */
export const testedModel: fc.Arbitrary<Model> = bindingModel.chain((model) => {
  const test = fc.oneof(
    { weight: 5, arbitrary: randomTest(model.entries) },
    { weight: 1, arbitrary: salaryLimit },
  );
  const seats = seatCount(model.slots);
  return fc.array(test, { minLength: 1, maxLength: 3 }).map((makers) => ({
    ...model,
    rules: [
      ...model.rules,
      ...makers.map((make) => withOrigin({ kind: "disjunction", ...make(model.picks, seats) } as RuleData)),
    ],
  }));
});

type From<Made> = (picks: Picks) => Made;
type DrawnClause = { readonly counts: readonly From<PickCount>[]; readonly sums: readonly From<PickSum>[] };

export type TestMaker = (picks: Picks, seats: number) => LineupTest;

/** Random tests over this many players in roles 0 and 1: counts, sums, conditions and alternatives. */
export function randomTest(entries: number): fc.Arbitrary<TestMaker> {
  const count = fc
    .record({
      members: fc.uniqueArray(fc.nat(entries - 1), { minLength: 1 }),
      role: fc.constantFrom(null, null, 0, 1),
      least: fc.constantFrom(0, 0, 1, 1, 2),
      more: fc.constantFrom(null, 0, 1, 1),
    })
    .map(({ members, role, least, more }) => (picks: Picks): PickCount => {
      const counts = (pick: number) =>
        members.includes(picks.entry[pick]!) && (role === null || picks.role[pick] === role);
      return {
        picks: Int32Array.from([...picks.entry.keys()].filter(counts)),
        least,
        most: more === null ? Number.POSITIVE_INFINITY : least + more,
      };
    });
  const sum = fc
    .record({
      weights: fc.array(fc.integer({ min: -3, max: 9 }), { minLength: entries, maxLength: entries }),
      least: fc.option(fc.integer({ min: -2, max: 12 })),
      most: fc.option(fc.integer({ min: 2, max: 20 })),
    })
    .map(
      ({ weights, least, most }) =>
        (picks: Picks): PickSum => ({
          weights: Float64Array.from(picks.entry, (entry, pick) => weights[entry]! * (1 + picks.role[pick]!)),
          least: least ?? Number.NEGATIVE_INFINITY,
          most: most ?? Number.POSITIVE_INFINITY,
        }),
    );
  const clause: fc.Arbitrary<DrawnClause> = fc.record({
    counts: fc.array(count, { maxLength: 3 }),
    sums: fc.oneof(
      { weight: 3, arbitrary: fc.constant<From<PickSum>[]>([]) },
      { weight: 1, arbitrary: fc.array(sum, { maxLength: 2 }) },
    ),
  });
  const test = fc.record({
    when: fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: count }),
    alternatives: fc.oneof(
      { weight: 4, arbitrary: fc.array(clause, { minLength: 1, maxLength: 1 }) },
      { weight: 4, arbitrary: fc.array(clause, { minLength: 2, maxLength: 4 }) },
      { weight: 1, arbitrary: fc.constant<DrawnClause[]>([]) },
    ),
  });
  return test.map(
    ({ when, alternatives }) =>
      (picks): LineupTest => ({
        when: when === null ? null : when(picks),
        alternatives: alternatives.map(({ counts, sums }) => ({
          counts: counts.map((make) => make(picks)),
          sums: sums.map((make) => make(picks)),
        })),
      }),
  );
}

const MOST_SALARY = 1_000_000_000;
/** The most points of a pick that tables and requests allow, with the slot's multiplier, in units. */
const MOST_POINTS = 10_000 * POINT_UNITS;
/** A factor that makes sums of a five-seat model as large as those of forty seats, the most allowed. */
const FORTY_SEATS = 8;

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
const unitsOf: fc.Arbitrary<(salary: number) => fc.Arbitrary<number>> = fc.constantFrom(
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
 * Rosters of four seats with extreme salaries and points, which differ by as little as one unit or as much as
 * from one extreme to the other; and budgets that a lineup meets exactly or misses by one.
 */
export const extremeModel: fc.Arbitrary<Model> = fc
  .tuple(bindingModel, fc.tuple(salaryOf, salaryOf), fc.tuple(unitsOf, unitsOf))
  .chain(([model, salary, points]) => {
    const entry = fc
      .tuple(fc.nat(1), fc.nat(1))
      .chain(([at, other]) => salary[at]!.chain((cost) => fc.tuple(fc.constant(cost), points[other]!(cost))));
    return fc
      .record({
        entries: fc.array(entry, { minLength: model.entries, maxLength: model.entries }),
        met: fc.shuffledSubarray([...Array(model.entries).keys()], { minLength: 4, maxLength: 4 }),
        off: fc.constantFrom(-1, 0, 0, 1),
        open: fc.constantFrom(false, false, false, true),
      })
      .map(({ entries, met, off, open }) => {
        const spent = met.reduce((sum, one) => sum + entries[one]![0], off);
        const maximum = open ? MOST_SALARY : Math.min(Math.max(0, spent), MOST_SALARY);
        const of = (field: 0 | 1) => Float64Array.from(model.picks.entry, (one) => entries[one]![field]);
        return {
          ...model,
          picks: { ...model.picks, salary: of(0), points: of(1) },
          rules: [
            ...model.rules.filter(({ kind }) => kind === "once" || kind === "fill"),
            withOrigin({ kind: "budget", maximum }),
          ],
        };
      });
  });
