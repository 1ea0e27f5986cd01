import { expect, test } from "vitest";
import { groupBy, membersByGroup } from "../../src/shared/collections.ts";

test("items are grouped in their order, and groups in the order of their first items", () => {
  expect([...groupBy([3, 1, 4, 1, 5, 9], (item) => item % 2)]).toEqual([
    [1, [3, 1, 1, 5, 9]],
    [0, [4]],
  ]);
  expect(groupBy([], () => 0).size).toBe(0);
});

test("the members of groups are found, without items in no group", () => {
  expect(membersByGroup(Int32Array.of(7, -1, 2, 7, -1, 2, 0))).toEqual([[0, 3], [2, 5], [6]]);
  expect(membersByGroup(new Int32Array(3).fill(-1))).toEqual([]);
});
