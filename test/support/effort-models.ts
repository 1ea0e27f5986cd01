import type { LineupTest } from "../../src/engine/model/lineup-test.ts";
import { atLeast, type Model, noneOf, type RuleData } from "../../src/engine/model/model.ts";
import { pairTest } from "../../src/engine/model/pairs.ts";
import { slate } from "../../src/testing/conformance/solver-properties.ts";

import { modelOf, withOrigin } from "../../src/testing/models/hand-made.ts";

const UNIT = 1e10;
const NO_MOST = Number.POSITIVE_INFINITY;

/** A model with additional rules. */
const under = (model: Model, ...rules: readonly RuleData[]): Model => ({
  ...model,
  rules: [...model.rules, ...rules.map(withOrigin)],
});

const paid = (model: Model, picks: Partial<Model["picks"]>): Model => ({
  ...model,
  picks: { ...model.picks, ...picks },
});

const groupsOf = ({ entries }: Model, groups: number) =>
  Int32Array.from({ length: entries }, (_, entry) => entry % groups);

/** The entries that fit a slot. */
const sitting = ({ picks }: Model, slot: number) =>
  [...picks.entry].filter((_, pick) => (picks.slots[pick]! >> slot) & 1);

/** Every nth entry, from a given one on. */
const every = ({ entries }: Model, step: number, from = 0) =>
  Array.from({ length: entries }, (_, entry) => entry).filter((entry) => entry % step === from);

const counted = (entries: readonly number[], least: number, most: number) => ({
  picks: Int32Array.from(entries),
  least,
  most,
});

const test = (one: LineupTest): RuleData => ({ kind: "disjunction", ...one });

const plain = slate(60);
const large = slate(300);
const captains = modelOf(
  [
    [0, 1],
    [1, 5],
  ],
  Array.from({ length: 50 }, (_, entry) => {
    const points = 3 + ((entry * 37) % 50) / 2;
    const salary = 2000 + 200 * Math.round(points + ((entry * 53) % 13));
    return [
      { slots: [0], points: points * 1.5, salary: salary * 1.5 },
      { slots: [1], points, salary },
    ];
  }),
  [{ kind: "budget", maximum: 40_000 }],
);

const ODD_SALARIES = plain.picks.salary.map((salary, pick) => salary + ((pick * 37) % 97));
const WEIGHTS = plain.picks.points.map((_, pick) => (pick * 71) % 97);
const TEAMS: RuleData = { kind: "groupMaximum", groups: groupsOf(plain, 8), maximum: 2 };
const GAMES: RuleData = { kind: "groupsMinimum", groups: groupsOf(plain, 7), minimum: 6 };
const PAIR: RuleData = {
  kind: "disjunction",
  ...pairTest(plain.picks, groupsOf(plain, 8), sitting(plain, 0), sitting(plain, 2)),
};
const WAYS = test({
  when: counted(sitting(plain, 0).slice(0, 5), 1, 9),
  alternatives: [
    { counts: [counted(sitting(plain, 2).slice(0, 12), 3, 9)], sums: [] },
    { counts: [counted(sitting(plain, 1).slice(0, 9), 0, 1), counted(every(plain, 9, 4), 2, 9)], sums: [] },
  ],
});
const COUNTS = plain.picks.points.map((_, pick) => (pick * 29) % 31);
const ODDS = plain.picks.points.map((_, pick) => ((pick * 13) % 7) - 3);
const FOURTH = test({
  when: null,
  alternatives: [{ counts: [counted(every(plain, 4, 1), 4, 5)], sums: [] }],
});
const sum = (least: number, most: number) =>
  test({ when: null, alternatives: [{ counts: [], sums: [{ weights: WEIGHTS, least, most }] }] });

/** All players have the same points; of the first ones, class by class, no two may be picked together. */
const ofOneValue = paid(large, {
  points: large.picks.points.map(() => UNIT),
  salary: large.picks.salary.map(() => 100),
});
const IN_FRONT: RuleData = {
  kind: "groupMaximum",
  groups: Int32Array.from({ length: large.entries }, (_, entry) => {
    const before = large.picks.slots.subarray(0, entry).filter((own) => own === large.picks.slots[entry]);
    return before.length % 11 === 0 ? 0 : 1 + (entry % 40);
  }),
  maximum: 1,
};

/** Slots and positions as in a basketball contest. */
const TAKING = ["PG", "SG", "SF", "PF", "C", "PG SG", "SF PF", "PG SG SF PF C"];
const POSITIONS = ["C", "PF", "PF C", "PG", "PG SF", "PG SG", "SF", "SF PF", "SG", "SG SF"];
const positions = modelOf(
  TAKING.map(() => [0, 1] as const),
  Array.from({ length: 60 }, (_, entry) => {
    const held = (POSITIONS[entry % POSITIONS.length] ?? "").split(" ");
    const slots = [...TAKING.keys()].filter((slot) =>
      held.some((one) => TAKING[slot]?.split(" ").includes(one)),
    );
    const points = 15 + ((entry * 37) % 61) / 2;
    return [{ slots, points, salary: 3000 + 100 * Math.round(points + ((entry * 53) % 17)) }];
  }),
  [{ kind: "budget", maximum: 50_000 }],
);

/** Players that fit one slot fit no other: few states class by class, and too many in any other order. */
const apart = modelOf(
  Array.from({ length: 12 }, () => [0, 1] as const),
  Array.from({ length: 48 }, (_, entry) => [
    {
      slots: [entry % 12],
      points: 5 + ((entry * 37) % 41) / 4,
      salary: 3000 + 131 * ((entry * 37) % 41) + ((entry * 53) % 997),
    },
  ]),
  [{ kind: "budget", maximum: 68_000 }],
);

/** One slot with more seats than automata support. */
const crowd = modelOf(
  [[0, 255]],
  Array.from({ length: 257 }, (_, entry) => [{ slots: [0], points: (entry * 37) % 41 }]),
);

/** Models of a contest's size, each of which the path engine solves by a different method. */
export const EFFORT_MODELS = {
  plain,
  large,
  "no divisor of salaries": paid(plain, { salary: ODD_SALARIES }),
  "teams of odd salaries": under(paid(plain, { salary: ODD_SALARIES }), TEAMS),
  "no divisor of points": paid(large, {
    points: large.picks.points.map((points, pick) => points + ((pick * 7919) % 9973)),
  }),
  "points of two values": paid(large, {
    points: large.picks.points.map((_, pick) => (1 + (pick % 2)) * UNIT),
  }),
  "budget never binds": paid(plain, { salary: plain.picks.salary.map(() => 100) }),
  "budget is never kept": under(plain, { kind: "budget", maximum: 20_000 }),
  captains,
  "captains of teams": under(captains, {
    kind: "groupMaximum",
    groups: groupsOf(captains, 5),
    maximum: 2,
  }),
  "captains with a minimum": under(
    captains,
    atLeast(every(captains, 5), 3),
    atLeast(every(captains, 7, 3), 2),
  ),
  teams: under(plain, TEAMS),
  games: under(plain, GAMES),
  "points of one value": under(ofOneValue, IN_FRONT),
  positions,
  "positions of few teams": under(
    positions,
    { kind: "groupsMinimum", groups: groupsOf(positions, 5), minimum: 4 },
    { kind: "groupMaximum", groups: groupsOf(positions, 5), maximum: 2 },
  ),
  apart,
  crowd,
  "no budget": { ...plain, rules: plain.rules.filter(({ kind }) => kind !== "budget") },
  pair: under(plain, PAIR),
  "pair and teams": under(plain, PAIR, TEAMS),
  some: under(plain, atLeast(every(plain, 5), 5), atLeast(every(plain, 7, 3), 3)),
  seats: under(
    plain,
    atLeast([12]),
    { kind: "allow", entries: [12], slots: 1 << 4 },
    atLeast([40]),
    noneOf([1, 15, 29, 47]),
    { kind: "allow", entries: every(plain, 3, 1), slots: ~(1 << 4) },
  ),
  ways: under(plain, WAYS, FOURTH),
  "games with a seat": under(plain, GAMES, atLeast([12]), { kind: "allow", entries: [12], slots: 1 << 4 }),
  "teams with a seat": under(plain, TEAMS, atLeast([12]), { kind: "allow", entries: [12], slots: 1 << 4 }),
  "sum without a budget": under(
    { ...plain, rules: plain.rules.filter(({ kind }) => kind !== "budget") },
    sum(0, 330),
  ),
  "three sums": under(
    plain,
    sum(0, 330),
    test({ when: null, alternatives: [{ counts: [], sums: [{ weights: COUNTS, least: 150, most: 190 }] }] }),
    test({ when: null, alternatives: [{ counts: [], sums: [{ weights: ODDS, least: 4, most: NO_MOST }] }] }),
  ),
  "sum under a condition": under(
    plain,
    test({
      when: counted(every(plain, 3), 4, 9),
      alternatives: [{ counts: [], sums: [{ weights: WEIGHTS, least: 500, most: 700 }] }],
    }),
  ),
  "points below a limit": under(
    plain,
    test({
      when: null,
      alternatives: [
        { counts: [], sums: [{ weights: plain.picks.points, least: -NO_MOST, most: 170 * UNIT }] },
      ],
    }),
  ),
  "least sum": under(plain, sum(560, NO_MOST), TEAMS),
  "most sum": under(plain, sum(0, 230)),
  "sums and a budget": under(
    plain,
    atLeast([12]),
    { kind: "allow", entries: [12], slots: 1 << 4 },
    test({
      when: null,
      alternatives: [
        {
          counts: [counted(every(plain, 4, 1), 3, 5)],
          sums: [
            { weights: plain.picks.salary, least: 49_000, most: NO_MOST },
            { weights: WEIGHTS, least: 250, most: 330 },
          ],
        },
      ],
    }),
  ),
} satisfies Readonly<Record<string, Model>>;
