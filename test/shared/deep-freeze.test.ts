import { expect, it } from "vitest";
import { deepFreeze } from "../../src/shared/collections.ts";

it("freezes everything in a value and returns the same value", () => {
  const value = { list: [{ inner: 1 }], none: null, text: "a" };
  expect(deepFreeze(value)).toBe(value);
  for (const part of [value, value.list, value.list[0]]) expect(Object.isFrozen(part)).toBe(true);
});

it("handles a circular value", () => {
  const value: { self?: unknown } = {};
  value.self = value;
  expect(Object.isFrozen(deepFreeze(value))).toBe(true);
});

it("returns values that cannot be frozen", () => {
  for (const value of [null, undefined, 1, "a"]) expect(deepFreeze(value)).toBe(value);
});
