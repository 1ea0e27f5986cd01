import { expect, test } from "vitest";
import { shownValue } from "../../src/shared/pointer.ts";

test("a value is shown as JSON, shortened to the available space, at any depth", () => {
  expect(shownValue({ a: [1, "b"] }, 60)).toBe('{"a":[1,"b"]}');
  expect(shownValue("x".repeat(100), 5)).toBe('"xxxx');
  expect(shownValue(undefined, 60)).toBe("undefined");
  const deep: unknown = JSON.parse("[".repeat(100_000) + "]".repeat(100_000));
  expect(shownValue(deep, 60)).toContain("too deep");
});
