import { expect, it } from "vitest";
import { LastMade } from "../../src/shared/collections.ts";

it("reuses its result for the same inputs, and recomputes it for others", () => {
  const made = new LastMade<object, object>();
  const [key, other] = [{}, {}];
  const first = made.of(key, ["a", other], () => ({}));
  const ask = (of: object, others: readonly unknown[]) => made.of(of, others, () => ({}));
  expect(ask(key, ["a", other])).toBe(first);
  expect(ask(other, ["a", other])).not.toBe(first);
  expect(ask(key, ["a"])).not.toBe(first);
  expect(ask(key, ["a", other])).not.toBe(first);
  const second = ask(key, ["b", other]);
  expect(ask(key, ["b", {}])).not.toBe(second);
});

it("keeps nothing that is marked as temporary", () => {
  const made = new LastMade<object, number>();
  const key = {};
  expect(
    made.of(
      key,
      [],
      () => 1,
      () => false,
    ),
  ).toBe(1);
  expect(
    made.of(
      key,
      [],
      () => 2,
      () => true,
    ),
  ).toBe(2);
  expect(made.of(key, [], () => 3)).toBe(2);
});
