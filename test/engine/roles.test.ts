import { expect, test } from "vitest";
import { rolesOf } from "../../src/shared/roster.ts";
import { tinyClassic, tinyShowdown } from "../support/tiny-contests.ts";

const slotsOf = (roles: ReturnType<typeof rolesOf>) => roles.map(({ slots }) => slots);

test("slots with equal multipliers and salaries share one role", () => {
  expect(slotsOf(rolesOf(tinyClassic))).toEqual([[0, 1, 2, 3]]);
  expect(rolesOf(tinyShowdown)).toMatchObject([
    { pointsMultiplier: 1.5, salary: "captainSalary", slots: [0] },
    { pointsMultiplier: 1, salary: "salary", slots: [1] },
  ]);
});

test("slots that differ only in points, or only in salary, are two roles", () => {
  const [captain, flex] = tinyShowdown.slots;
  const withSlots = (...slots: (typeof captain)[]) => ({
    ...tinyShowdown,
    slots: slots.flatMap((one) => one ?? []),
  });
  if (captain === undefined || flex === undefined) throw new Error("The contest has two slots.");
  expect(slotsOf(rolesOf(withSlots(captain, { ...captain, pointsMultiplier: 2 })))).toEqual([[0], [1]]);
  expect(slotsOf(rolesOf(withSlots(flex, { ...flex, salary: "captainSalary" })))).toEqual([[0], [1]]);
});

test("a slot requested separately is a role of its own, even the first one", () => {
  expect(slotsOf(rolesOf(tinyClassic, 0b0100))).toEqual([[0, 1, 3], [2]]);
  expect(slotsOf(rolesOf(tinyClassic, 0b0001))).toEqual([[0], [1, 2, 3]]);
  expect(slotsOf(rolesOf(tinyClassic, 0b1010))).toEqual([[0, 2], [1], [3]]);
});
