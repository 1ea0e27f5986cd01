import type { Model, RuleData, RuleKind } from "../../engine/model/model.ts";
import fc from "../fast-check.ts";
import { type HandMadeEntry, modelOf } from "./hand-made.ts";

/** The rules other than slots and salaries; each is generated so that it often binds. */
export const SIDE_RULES = [
  "atLeast",
  "groupMaximum",
  "groupsMinimum",
  "pairedGroup",
  "require",
  "seat",
  "unseat",
] as const satisfies readonly RuleKind[];

type SideRule = (typeof SIDE_RULES)[number];

/** Slot exclusions leave few lineups, so that rule is generated on its own, occasionally. */
const DRAWN = SIDE_RULES.filter((kind) => kind !== "unseat");

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
    kinds: fc.uniqueArray(fc.constantFrom(...DRAWN), { minLength: 1, maxLength: 3 }),
    unseats: fc.integer({ min: 1, max: 5 }).map((one) => one === 1),
    decimals: fc.constantFrom(1, 100, 1e6),
    unit: fc.constantFrom(1, 100),
  })
  .chain(({ roster, size, groups, kinds, unseats, decimals, unit }) =>
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
        const rules: Record<SideRule, RuleData[]> = {
          atLeast: [
            { kind: "atLeast", entries: all.filter((entry) => groupOf[entry] !== 0), minimum: limit },
          ],
          groupMaximum: [{ kind: "groupMaximum", groups: Int32Array.from(groupOf), maximum: limit + 1 }],
          groupsMinimum: [
            { kind: "groupsMinimum", groups: Int32Array.from(groupOf), minimum: Math.min(groups, limit + 1) },
          ],
          pairedGroup: [
            {
              kind: "pairedGroup",
              groups: Int32Array.from(groupOf, (group, entry) => (entry % 5 === 4 ? -1 : group)),
              left: all.filter((entry) => entry % 3 === 0),
              right: all.filter((entry) => entry % 3 === 1),
            },
          ],
          require: [{ kind: "require", entry: chosen }],
          seat: [
            { kind: "require", entry: (chosen + 1) % size },
            {
              kind: "seat",
              entry: (chosen + 1) % size,
              slot: entries[(chosen + 1) % size]!.at(-1)!.slots[0]!,
            },
          ],
          unseat: [{ kind: "unseat", entries: all.filter((entry) => groupOf[entry] === 0), slot: 0 }],
        };
        return modelOf(roster, entries, [
          { kind: "budget", maximum: budget },
          ...kinds.flatMap((kind) => rules[kind]),
          ...(unseats ? rules.unseat : []),
        ]);
      }),
  );
