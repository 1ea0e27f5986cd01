import { expect, it } from "vitest";
import { Recent } from "../../src/server/recent.ts";

it("keeps what was used last, within its capacity", () => {
  const recent = new Recent<number>(10);
  recent.set("a", 1, 4);
  recent.set("b", 2, 4);
  expect(recent.get("a")).toBe(1);
  recent.set("c", 3, 4);
  expect([recent.get("a"), recent.get("b"), recent.get("c")]).toEqual([1, undefined, 3]);
  expect(recent.size).toBe(8);
});

it("replaces a value with its size, and keeps none that is too large", () => {
  const recent = new Recent<number>(10);
  recent.set("a", 1, 4);
  recent.set("a", 2, 9);
  expect([recent.get("a"), recent.size]).toEqual([2, 9]);
  recent.set("a", 3, 11);
  expect([recent.get("a"), recent.size]).toEqual([undefined, 0]);
});
