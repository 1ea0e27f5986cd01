import { expect, test } from "vitest";
import { FileFaults } from "../../src/files/csv.ts";
import { fileError } from "./support.ts";

const faultsOf = (...lines: number[]) => {
  const faults = new FileFaults("rows.csv");
  for (const line of lines) faults.add(line, `fault of ${line}`);
  return faults;
};

test("without faults nothing is thrown", () => {
  expect(() => faultsOf().throwIfAny()).not.toThrow();
});

test("one error lists all faults by line", () => {
  const { message } = fileError(() => faultsOf(9, 3, 5).throwIfAny());
  const places = [3, 5, 9].map((line) => message.indexOf(`fault of ${line}`));
  expect(places.every((place) => place >= 0)).toBe(true);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

test("up to twenty faults are listed; beyond, the first twenty and the number of the others", () => {
  const upTo = (count: number) =>
    fileError(() => faultsOf(...Array.from({ length: count }, (_, line) => line + 1)).throwIfAny()).message;
  expect(upTo(20).match(/fault of/g)).toHaveLength(20);
  expect(upTo(20)).not.toContain("more such");
  expect(upTo(23).match(/fault of/g)).toHaveLength(20);
  expect(upTo(23)).toContain("3 more such faults");
});
