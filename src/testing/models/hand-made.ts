import type { PickCount } from "../../engine/model/lineup-test.ts";
import { atLeast, type Model, POINT_UNITS, type Rule, type RuleData } from "../../engine/model/model.ts";

/** A player of a model built by hand: for each role that the player can have, slots, points and salary. */
export type HandMadeEntry = readonly {
  readonly slots: readonly number[];
  readonly points: number;
  readonly salary?: number;
}[];

/** Builds a model by hand: slots as [role, count], all of them filled and no player picked twice. */
export function modelOf(
  slots: readonly (readonly [role: number, count: number])[],
  entries: readonly HandMadeEntry[],
  rules: readonly (Rule | RuleData)[] = [],
): Model {
  const roleOf = (slot: number) => slots[slot]![0];
  const picks = entries.flatMap((roles, entry) =>
    roles.map((pick) => ({ entry, role: roleOf(pick.slots[0]!), ...pick })).sort((a, b) => a.role - b.role),
  );
  const always: RuleData[] = [
    { kind: "once" },
    ...slots.map((_, slot): RuleData => ({ kind: "fill", slot })),
  ];
  return {
    entries: entries.length,
    slots: slots.map(([role, count]) => ({ role, count })),
    picks: {
      entry: Int32Array.from(picks, (pick) => pick.entry),
      role: Uint8Array.from(picks, (pick) => pick.role),
      slots: Int32Array.from(picks, (pick) => pick.slots.reduce((bits, slot) => bits | (1 << slot), 0)),
      points: Float64Array.from(picks, (pick) => Math.round(pick.points * POINT_UNITS)),
      salary: Float64Array.from(picks, (pick) => pick.salary ?? 0),
    },
    rules: [...always, ...rules].map(withOrigin),
  };
}

/** Adds an origin that names the rule's own kind, unless it has one. */
export function withOrigin(data: RuleData | Rule): Rule {
  return { origin: { constraint: data.kind, pointer: null, words: data.kind }, ...data };
}

/** The same model with its players in another order: the player with index `order[i]` gets index i. */
export function permuted(model: Model, order: readonly number[]): Model {
  const place = new Int32Array(order.length);
  for (const [to, from] of order.entries()) place[from] = to;
  const picks = [...model.picks.entry.keys()].sort(
    (a, b) => place[model.picks.entry[a]!]! - place[model.picks.entry[b]!]! || a - b,
  );
  const move = (entry: number) => place[entry]!;
  const moveCount = (count: PickCount): PickCount => ({
    ...count,
    picks: Int32Array.from(count.picks, (pick) => picks.indexOf(pick)).sort(),
  });
  const moveRule = (rule: Rule): Rule => ({
    ...rule,
    ...("entries" in rule && { entries: rule.entries.map(move) }),
    ...("groups" in rule && { groups: Int32Array.from(order, (from) => rule.groups[from]!) }),
    ...("when" in rule && {
      when: rule.when && moveCount(rule.when),
      alternatives: rule.alternatives.map(({ counts, sums }) => ({
        counts: counts.map(moveCount),
        sums: sums.map((sum) => ({
          ...sum,
          weights: Float64Array.from(picks, (pick) => sum.weights[pick]!),
        })),
      })),
    }),
  });
  return {
    ...model,
    picks: {
      entry: Int32Array.from(picks, (pick) => move(model.picks.entry[pick]!)),
      role: Uint8Array.from(picks, (pick) => model.picks.role[pick]!),
      slots: Int32Array.from(picks, (pick) => model.picks.slots[pick]!),
      points: Float64Array.from(picks, (pick) => model.picks.points[pick]!),
      salary: Float64Array.from(picks, (pick) => model.picks.salary[pick]!),
    },
    rules: model.rules.map(moveRule),
  };
}

const plain = (points: number, salary = 0): HandMadeEntry => [{ slots: [0], points, salary }];
const captainOrFlex = (points: number): HandMadeEntry => [
  { slots: [0], points: points * 1.5 },
  { slots: [1], points },
];
const CAPTAIN_AND_FLEX = [
  [0, 1],
  [1, 1],
] as const;
const units = (...points: readonly number[]) => points.map((value) => Math.round(value * POINT_UNITS));

/** Cases small enough to solve by hand; `best` lists all totals, in units. */
export const handMade: readonly {
  readonly name: string;
  readonly model: Model;
  readonly best: readonly number[];
}[] = [
  { name: "a pool without entries", model: modelOf([[0, 1]], []), best: [] },
  { name: "too few entries for the seats", model: modelOf([[0, 2]], [plain(5)]), best: [] },
  {
    name: "one seat",
    model: modelOf([[0, 1]], [plain(1), plain(3), plain(2)]),
    best: units(3, 2, 1),
  },
  {
    name: "equal points everywhere",
    model: modelOf([[0, 2]], [plain(1), plain(1), plain(1)]),
    best: units(2, 2, 2),
  },
  {
    name: "nothing but negative points",
    model: modelOf([[0, 1]], [plain(-4), plain(-1), plain(0)]),
    best: units(0, -1, -4),
  },
  {
    name: "totals a single unit apart",
    model: modelOf([[0, 1]], [plain(10 + 2 / POINT_UNITS), plain(10), plain(10 + 1 / POINT_UNITS)]),
    best: [10 * POINT_UNITS + 2, 10 * POINT_UNITS + 1, 10 * POINT_UNITS],
  },
  {
    name: "a budget that is met to the last unit",
    model: modelOf([[0, 2]], [plain(9, 31), plain(8, 20), plain(7, 30)], [{ kind: "budget", maximum: 50 }]),
    best: units(15),
  },
  {
    name: "the same players with another captain",
    model: modelOf(CAPTAIN_AND_FLEX, [captainOrFlex(10), captainOrFlex(4)]),
    best: units(19, 16),
  },
  {
    name: "a lock on the captain's seat",
    model: modelOf(
      CAPTAIN_AND_FLEX,
      [captainOrFlex(10), captainOrFlex(4), captainOrFlex(2)],
      [atLeast([1]), { kind: "allow", entries: [1], slots: 0b1 }],
    ),
    best: units(16, 8),
  },
  {
    name: "a lock on a flex seat",
    model: modelOf(
      CAPTAIN_AND_FLEX,
      [captainOrFlex(10), captainOrFlex(4), captainOrFlex(2)],
      [atLeast([1]), { kind: "allow", entries: [1], slots: 0b10 }],
    ),
    best: units(19, 7),
  },
  {
    name: "players of several positions with several seatings",
    model: modelOf(
      [
        [0, 1],
        [0, 1],
      ],
      [[{ slots: [0, 1], points: 5 }], [{ slots: [0, 1], points: 4 }], [{ slots: [1], points: 3 }]],
    ),
    best: units(9, 8, 7),
  },
];
