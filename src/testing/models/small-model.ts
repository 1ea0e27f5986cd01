import {
  atLeast,
  type Model,
  noneOf,
  POINT_UNITS,
  pairTest,
  type RuleData,
  type RuleKind,
} from "../../engine/model/model.ts";
import { seatCount } from "../../shared/roster.ts";
import fc from "../fast-check.ts";
import { withOrigin } from "./hand-made.ts";

/** Every kind of rule, as a record, so that the compiler reports a missing kind. */
const KINDS: Record<RuleKind, true> = {
  allow: true,
  budget: true,
  count: true,
  disjunction: true,
  fill: true,
  groupMaximum: true,
  groupsMinimum: true,
  once: true,
};
/** The kinds of rules that `smallModel` has. */
export const RULE_KINDS = Object.keys(KINDS) as RuleKind[];

/** Random lists of `length` points: whole, decimals, finer than any book pays, all equal, or negative. */
const pointsOf = (length: number): fc.Arbitrary<number[]> => {
  const list = (value: fc.Arbitrary<number>) => fc.array(value, { minLength: length, maxLength: length });
  return fc.oneof(
    { weight: 3, arbitrary: list(fc.integer({ min: -300, max: 3000 }).map((cents) => cents / 100)) },
    { weight: 2, arbitrary: list(fc.integer({ min: -2, max: 4 })) },
    { weight: 2, arbitrary: list(fc.double({ min: -5, max: 40, noNaN: true })) },
    { weight: 2, arbitrary: list(fc.integer({ min: 0, max: 3 }).map((tiny) => 10 + tiny * 1e-9)) },
    {
      weight: 1,
      arbitrary: fc.integer({ min: -1, max: 1 }).map((same) => new Array<number>(length).fill(same)),
    },
  );
};

const salariesOf = (length: number): fc.Arbitrary<number[]> => {
  const list = (value: fc.Arbitrary<number>) => fc.array(value, { minLength: length, maxLength: length });
  return fc.oneof(
    list(fc.integer({ min: 20, max: 100 }).map((hundreds) => hundreds * 100)),
    list(fc.integer({ min: 0, max: 9999 })),
    list(fc.integer({ min: 5_000, max: 5_999 })),
  );
};

/** Small random models of one role or two, usually with all slots filled and no player picked twice. */
export const smallModel: fc.Arbitrary<Model> = fc
  .record({
    slots: fc.array(fc.record({ role: fc.nat(1), count: fc.integer({ min: 1, max: 3 }) }), {
      minLength: 1,
      maxLength: 4,
    }),
    entries: fc.integer({ min: 3, max: 9 }),
  })
  .map(({ slots, entries }) => ({ slots: fewSeats(slots), entries }))
  .chain(({ slots, entries }) =>
    fc
      .record({
        accepts: fc.array(fc.integer({ min: 1, max: 2 ** slots.length - 1 }), {
          minLength: entries,
          maxLength: entries,
        }),
        points: pointsOf(2 * entries),
        salaries: salariesOf(2 * entries),
        data: rulesOf(entries, slots.length),
        budget: fc.option(fc.double({ min: 0.7, max: 1.2, noNaN: true }), { freq: 4 }),
      })
      .map(({ accepts, points, salaries, data, budget }) => {
        const picks = picksOf(slots, accepts, points, salaries);
        const seats = seatCount(slots);
        const mean = picks.salary.reduce((sum, salary) => sum + salary, 0) / Math.max(1, picks.salary.length);
        const limits: RuleData[] =
          budget === null ? [] : [{ kind: "budget", maximum: Math.floor(mean * seats * budget) }];
        return {
          entries,
          slots,
          picks,
          rules: [...limits, ...data.map((rule) => (typeof rule === "function" ? rule(picks) : rule))].map(
            withOrigin,
          ),
        };
      }),
  );

function fewSeats(slots: readonly { role: number; count: number }[]) {
  let left = 5;
  return slots.flatMap(({ role, count }) => {
    const kept = Math.min(count, left);
    left -= kept;
    return kept > 0 ? [{ role, count: kept }] : [];
  });
}

function picksOf(
  slots: Model["slots"],
  accepts: readonly number[],
  points: readonly number[],
  salaries: readonly number[],
): Model["picks"] {
  const rows = accepts.flatMap((mask, entry) =>
    [0, 1].flatMap((role) => {
      const bits = slots.reduce((sum, slot, at) => (slot.role === role ? sum | (mask & (1 << at)) : sum), 0);
      return bits === 0 ? [] : [{ entry, role, bits, at: 2 * entry + role }];
    }),
  );
  return {
    entry: Int32Array.from(rows, (row) => row.entry),
    role: Uint8Array.from(rows, (row) => row.role),
    slots: Int32Array.from(rows, (row) => row.bits),
    points: Float64Array.from(rows, (row) => Math.round(points[row.at]! * POINT_UNITS)),
    salary: Float64Array.from(rows, (row) => salaries[row.at]!),
  };
}

type RuleMaker = (picks: Model["picks"]) => RuleData;

function rulesOf(entries: number, slots: number): fc.Arbitrary<(RuleData | RuleMaker)[]> {
  const entry = fc.nat(entries - 1);
  const some = fc.uniqueArray(entry, { minLength: 1 });
  const groups = fc
    .array(fc.integer({ min: -1, max: 2 }), { minLength: entries, maxLength: entries })
    .map((list) => Int32Array.from(list));
  const mostly = (data: RuleData) => fc.constantFrom<RuleData[]>([data], [data], [data], [data], [data], []);
  const sometimes = <Data extends RuleData | RuleMaker>(data: fc.Arbitrary<Data>, most: number) =>
    fc.oneof(
      { weight: 2, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.array(data, { minLength: 1, maxLength: most }) },
    );
  const slot = fc.nat(slots - 1).map((at) => 1 << at);
  const allow = (members: fc.Arbitrary<number[]>, allowed: fc.Arbitrary<number>) =>
    fc.record({ kind: fc.constant("allow" as const), entries: members, slots: allowed });
  const few = fc.uniqueArray(entry, { minLength: 1, maxLength: 3 });
  const count = fc
    .record({
      entries: some,
      least: fc.nat(2),
      more: fc.constantFrom(0, 1, ...new Array<number>(4).fill(Number.POSITIVE_INFINITY)),
    })
    .map(
      ({ entries: members, least, more }): RuleData => ({
        ...atLeast(members, least),
        most: least === 0 && more === 0 ? 1 : least + more,
      }),
    );
  const filled = Array.from({ length: slots }, (_, slot): RuleData => ({ kind: "fill", slot }));
  return fc
    .tuple(
      mostly({ kind: "once" }),
      fc.oneof({ weight: 3, arbitrary: fc.constant(filled) }, { weight: 1, arbitrary: fc.subarray(filled) }),
      sometimes(fc.uniqueArray(entry, { minLength: 1, maxLength: 2 }).map(noneOf), 1),
      sometimes(
        entry.map((one) => atLeast([one])),
        1,
      ),
      sometimes(allow(fc.tuple(entry), slot), 2),
      fc.oneof(
        { weight: 5, arbitrary: fc.constant([]) },
        {
          weight: 1,
          arbitrary: fc.tuple(
            allow(
              few,
              slot.map((bits) => ~bits),
            ),
          ),
        },
      ),
      sometimes(count, 1),
      sometimes(
        fc.record({
          kind: fc.constant("groupMaximum" as const),
          groups,
          maximum: fc.integer({ min: 1, max: 2 }),
        }),
        1,
      ),
      sometimes(
        fc.record({
          kind: fc.constant("groupsMinimum" as const),
          groups,
          minimum: fc.integer({ min: 2, max: 3 }),
        }),
        1,
      ),
      sometimes(
        fc.record({ groups, left: some, right: some }).map(
          ({ groups: own, left, right }): RuleMaker =>
            (picks) => ({ kind: "disjunction", ...pairTest(picks, own, left, right) }),
        ),
        1,
      ),
    )
    .map((parts) => parts.flat());
}
