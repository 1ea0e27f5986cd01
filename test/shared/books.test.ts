import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { loadCatalog } from "../../src/platform/node/catalog.ts";
import { BOOK_NAMES, bookNamed, books } from "../../src/shared/books.ts";
import { fantasyPerformanceSchema } from "../../src/shared/schema/performances.ts";
import { SCORING } from "../support/scoring.ts";

const SOURCES = new URL("../../src/", import.meta.url);
const { contests } = await loadCatalog();

describe("the table of books", () => {
  test("finds each book by its own name", () => {
    expect([...new Set(BOOK_NAMES)].sort()).toEqual(BOOK_NAMES);
    for (const name of BOOK_NAMES) expect(bookNamed(name).name).toBe(name);
  });

  test("is the only place that spells a book's name", () => {
    const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).filter((file) =>
      file.endsWith(".ts"),
    );
    expect(files.length).toBeGreaterThan(100);
    for (const { name, pointsAttribute } of books) {
      const spelling = files.filter((file) => {
        const text = readFileSync(new URL(file, SOURCES), "utf8");
        return text.includes(`"${name}"`) || text.includes(pointsAttribute);
      });
      expect(spelling).toEqual(["shared/books.ts"]);
    }
  });

  test("has the books of the contests and scoring tables", () => {
    expect([...new Set(contests.map(({ book }) => book))].sort()).toEqual(BOOK_NAMES);
    expect([...new Set(SCORING.map(({ book }) => book))].sort()).toEqual(BOOK_NAMES);
  });

  test.each(books)("distinguishes $name from the others in files and projections", (book) => {
    for (const other of books.filter((one) => one !== book)) {
      expect(other.pointsAttribute).not.toBe(book.pointsAttribute);
      expect([other.vendor, other.site]).not.toEqual([book.vendor, book.site]);
      const names = Object.values(other.salaryFile.columns).flatMap((column) => column.names);
      const required = Object.values(book.salaryFile.columns).filter((column) => column.required);
      expect(required.every((column) => column.names.some((name) => names.includes(name)))).toBe(false);
    }
    expect(fantasyPerformanceSchema.shape.attributes.shape).toHaveProperty(book.pointsAttribute);
    for (const cell of book.uploadFile.cells) expect(cell).toContain("{id}");
  });
});
