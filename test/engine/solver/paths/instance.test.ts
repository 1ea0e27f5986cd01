import { describe, expect, it } from "vitest";
import { atLeast, type Model } from "../../../../src/engine/model/model.ts";
import { flagsOf, isSalary, limitLeft } from "../../../../src/engine/solver/paths/instance.ts";
import { InstanceCache } from "../../../../src/engine/solver/paths/instance-cache.ts";
import { readInstance } from "../../../../src/engine/solver/paths/read-instance.ts";
import { UnsupportedModelError } from "../../../../src/shared/errors.ts";
import { modelOf, withOrigin } from "../../../../src/testing/models/hand-made.ts";

/** A captain's slot and a plain one; entry i has i points, and 1.5 times as many as the captain. */
const model = modelOf(
  [
    [0, 1],
    [1, 2],
  ],
  [0, 1, 2, 3].map((points) => [
    { slots: [0], points: 1.5 * points, salary: 150 + points },
    { slots: [1], points, salary: 100 + points },
  ]),
  [atLeast([3])],
);
const instance = readInstance(model)!;

describe("counters", () => {
  const atLeast = { kind: "atLeast", member: flagsOf([0, 3], 4), limit: 2 } as const;

  it("mark their members", () => {
    expect([...atLeast.member]).toEqual([1, 0, 0, 1]);
  });

  it("keep what the fixed picks leave of their bounds", () => {
    const atMost = { ...atLeast, kind: "atMost" } as const;
    const fixed = { ...instance, fixed: [6, 0] };
    expect(limitLeft(instance, atLeast)).toBe(2);
    expect(limitLeft(fixed, atLeast)).toBe(0);
    expect(limitLeft(fixed, { ...atLeast, limit: 1 })).toBe(0);
    expect(limitLeft(fixed, { ...atMost, limit: 1 })).toBe(-1);
  });
});

describe("an instance whose locks spend the budget", () => {
  const locked = (maximum: number) =>
    modelOf(
      [
        [0, 1],
        [1, 1],
      ],
      [[{ slots: [0], points: 1, salary: 50 }], [{ slots: [1], points: 1, salary: 0 }]],
      [{ kind: "budget", maximum }, atLeast([0]), { kind: "allow", entries: [0], slots: 1 << 0 }],
    );

  it("exists if they spend exactly the budget, for entries that cost nothing", () => {
    expect(readInstance(locked(50))).toMatchObject({ budget: 0, fixed: [0], seats: [0, 1], openSeats: 1 });
    expect(readInstance(locked(49))).toBeNull();
  });

  it("does not exist if more are locked to a slot than it has seats, even if another is free", () => {
    const two = locked(99);
    const more = [atLeast([1]), { kind: "allow", entries: [1], slots: 1 << 0 }] as const;
    const picks = { ...two.picks, slots: two.picks.slots.map(() => 1) };
    expect(
      readInstance({ ...two, picks, rules: [...two.rules, ...more.map((rule) => withOrigin(rule))] }),
    ).toBeNull();
  });
});

/** The model with the same number of points added to each pick. */
const withPoints = (more: number): Model => ({
  ...model,
  picks: { ...model.picks, points: model.picks.points.map((own) => own + more) },
});
const copied = (): Model => ({ ...model, picks: { ...model.picks }, rules: [...model.rules] });

describe("recently read instances", () => {
  it("are reused for the same model, and share all but points with models that differ in points", () => {
    const recent = new InstanceCache();
    const first = recent.read(model)!;
    expect(recent.read(model)).toBe(first);
    const other = recent.read(withPoints(7))!;
    expect(other).not.toBe(first);
    expect(other).toEqual(readInstance(withPoints(7)));
    expect([other.entry, other.pick, other.salary]).toEqual([first.entry, first.pick, first.salary]);
    expect(other.pick).toBe(first.pick);
    const low = recent.read(withPoints(-8e10))!;
    expect(low.mostPoints).toBe(readInstance(withPoints(-8e10))!.mostPoints);
    const none: Model = { ...model, picks: { ...model.picks, points: new Float64Array(8) } };
    expect(recent.read(none)).toEqual(readInstance(none));
    expect(() => recent.read(withPoints(2 ** 52))).toThrow(UnsupportedModelError);
  });

  it("are read again if anything else differs", () => {
    const recent = new InstanceCache();
    const first = recent.read(model)!;
    const { picks, rules, slots } = model;
    const others: Model[] = [
      { ...model, slots: [...slots] },
      { ...model, entries: 5 },
      ...(["entry", "slots", "role", "salary"] as const).map((field) => ({
        ...model,
        picks: { ...picks, [field]: picks[field].slice() },
      })),
      { ...model, rules: [...rules, withOrigin({ kind: "budget", maximum: 1e6 })] },
      { ...model, rules: rules.map((rule, at) => (at === 1 ? { ...rule } : rule)) },
      { ...model, rules: rules.slice(0, -1) },
    ];
    for (const other of others) expect(recent.read(other)!.pick).not.toBe(first.pick);
    expect(recent.read(copied())!.pick).toBe(first.pick);
  });

  it("are null if too few groups are in the pool, with other points too", () => {
    const { picks, rules } = model;
    const groups = new Int32Array(model.entries);
    const grouped: Model = {
      ...model,
      rules: [...rules, withOrigin({ kind: "groupsMinimum", groups, minimum: 2 })],
    };
    const recent = new InstanceCache();
    const other = { ...grouped, picks: { ...picks, points: picks.points.map((own) => own + 1) } };
    for (const one of [grouped, other]) expect(recent.read(one)).toBeNull();
    expect(readInstance(grouped)).toBeNull();
  });
});

it("takes weights as salaries if they belong to all picks", () => {
  const [salary, other] = [Float64Array.of(1, 2), Float64Array.of(1, 3)];
  const asked = [salary, salary.slice(), other, Float64Array.of(1), Float64Array.of(1, 2, 3)];
  expect(asked.map((weights) => isSalary(weights, salary))).toEqual([true, true, false, false, false]);
});
