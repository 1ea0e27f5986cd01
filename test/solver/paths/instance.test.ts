import { describe, expect, it } from "vitest";
import { flagsOf, limitLeft, restrictTo, withCounters } from "../../../src/solver/paths/instance.ts";
import { readInstance } from "../../../src/solver/paths/read-instance.ts";
import { modelOf } from "../../../src/testing/models/hand-made.ts";

/** A captain's slot and a plain one; entry i has i points, half more as the captain. */
const model = modelOf(
  [
    [0, 1],
    [1, 2],
  ],
  [0, 1, 2, 3].map((points) => [
    { slots: [0], points: 1.5 * points, salary: 150 + points },
    { slots: [1], points, salary: 100 + points },
  ]),
  [{ kind: "require", entry: 3 }],
);
const instance = readInstance(model)!;

describe("an instance restricted to some candidates", () => {
  const part = restrictTo(instance, [1, 3]);

  it("has their options, and nobody behind the last", () => {
    expect([part.size, part.nobody]).toEqual([2, 4]);
    for (const [own, candidate] of [1, 3].entries()) {
      expect(part.entry[own]).toBe(instance.entry[candidate]);
      expect(part.required[own]).toBe(candidate === 3 ? 1 : 0);
      for (let role = 0; role < 2; role += 1) {
        for (const field of ["pick", "slots", "points", "salary"] as const)
          expect(part[field][own * 2 + role], field).toBe(instance[field][candidate * 2 + role]);
      }
    }
    expect([part.points[part.nobody], part.salary[part.nobody]]).toEqual([0, 0]);
  });

  it("is the same where all of them are kept, and leaves the whole one as it was", () => {
    expect(restrictTo(part, [0, 1])).toEqual(part);
    expect(instance.size).toBe(4);
  });
});

describe("counters", () => {
  const atLeast = { kind: "atLeast", member: flagsOf([0, 3], 4), limit: 2 } as const;

  it("flag their members", () => {
    expect([...atLeast.member]).toEqual([1, 0, 0, 1]);
  });

  it("are added behind those there are, and none change nothing", () => {
    expect(withCounters(instance, [])).toBe(instance);
    expect(withCounters(instance, [atLeast]).counters).toEqual([...instance.counters, atLeast]);
  });

  it("have left what the fixed picks do not count for", () => {
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
      [
        { kind: "budget", maximum },
        { kind: "require", entry: 0 },
        { kind: "seat", entry: 0, slot: 0 },
      ],
    );

  it("is there to the last unit, for whoever costs nothing", () => {
    expect(readInstance(locked(50))).toMatchObject({ budget: 0, fixed: [0], seats: [0, 1], openSeats: 1 });
    expect(readInstance(locked(49))).toBeNull();
  });
});
