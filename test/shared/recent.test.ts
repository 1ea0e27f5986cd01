import { expect, it } from "vitest";
import { Recent } from "../../src/shared/collections.ts";

it("keeps the most recently used values within its capacity", () => {
  const recent = new Recent<number>(10);
  recent.set("a", 1, 4);
  recent.set("b", 2, 4);
  expect(recent.get("a")).toBe(1);
  recent.set("c", 3, 4);
  expect([recent.get("a"), recent.get("b"), recent.get("c")]).toEqual([1, undefined, 3]);
  expect(recent.size).toBe(8);
});

it("evicts nothing until it is full to the last unit", () => {
  const recent = new Recent<number>(10);
  recent.set("a", 1, 4);
  recent.set("b", 2, 6);
  expect([recent.get("a"), recent.get("b"), recent.size]).toEqual([1, 2, 10]);
  recent.set("c", 3, 1);
  expect([recent.get("a"), recent.get("b"), recent.size]).toEqual([undefined, 2, 7]);
});

it("evicts no more than necessary", () => {
  const recent = new Recent<number>(10);
  for (const key of ["a", "b", "c"]) recent.set(key, 1, 3);
  recent.set("d", 1, 4);
  expect([recent.get("a"), recent.get("b"), recent.get("c"), recent.size]).toEqual([undefined, 1, 1, 10]);
});

it("replaces a value with its size", () => {
  const recent = new Recent<number>(10);
  recent.set("a", 1, 4);
  recent.set("a", 2, 9);
  expect([recent.get("a"), recent.size]).toEqual([2, 9]);
});

it("keeps a value of its whole capacity; a larger one is not stored and removes the key's old value", () => {
  const recent = new Recent<number>(10);
  recent.set("a", 1, 10);
  expect([recent.get("a"), recent.size]).toEqual([1, 10]);
  recent.set("a", 2, 11);
  expect([recent.get("a"), recent.size]).toEqual([undefined, 0]);
  recent.set("b", 3, 1);
  recent.set("a", 4, 11);
  expect([recent.get("a"), recent.get("b"), recent.size]).toEqual([undefined, 3, 1]);
});

it("counts values one by one if no sizes are given, and keeps none at a capacity of 0", () => {
  const recent = new Recent<number>(2);
  for (const key of ["a", "b", "c"]) recent.set(key, 1);
  expect([recent.get("a"), recent.get("b"), recent.get("c")]).toEqual([undefined, 1, 1]);
  const none = new Recent<number>(0);
  none.set("a", 1);
  expect(none.get("a")).toBeUndefined();
});
