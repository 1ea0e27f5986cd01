import { expect, test } from "vitest";
import { groupBy } from "../../src/shared/group-by.ts";

test("items are grouped in their order, the groups in that of their first items", () => {
  expect([...groupBy([3, 1, 4, 1, 5, 9], (item) => item % 2)]).toEqual([
    [1, [3, 1, 1, 5, 9]],
    [0, [4]],
  ]);
  expect(groupBy([], () => 0).size).toBe(0);
});
