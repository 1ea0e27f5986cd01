import { expect, test } from "vitest";
import { askedBook } from "../../../src/cli/options/book.ts";
import { InvalidRequestError } from "../../../src/shared/errors.ts";

test("the book is what either option names", () => {
  expect(askedBook({})).toBeUndefined();
  expect(askedBook({ book: "bookA" })).toBe("bookA");
  expect(askedBook({ site: "bookB" })).toBe("bookB");
  expect(askedBook({ book: "bookA", site: "bookA" })).toBe("bookA");
});

test("two options that name two books are an error", () => {
  expect(() => askedBook({ book: "bookA", site: "bookB" })).toThrow(InvalidRequestError);
});
