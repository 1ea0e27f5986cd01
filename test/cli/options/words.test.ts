import { describe, expect, it } from "vitest";
import { bookWord, sportWord } from "../../../src/cli/options/parsers.ts";
import { loadCatalog } from "../../../src/platform/node/catalog.ts";
import { books } from "../../../src/shared/books/index.ts";

describe("the words for a sport", () => {
  it("are its league in any case, and its own name", () => {
    expect(["nfl", "NBA", " nhl ", "Ice-Hockey"].map(sportWord)).toEqual([
      "american-football",
      "basketball",
      "ice-hockey",
      "ice-hockey",
    ]);
  });

  it("reach every sport with rules", async () => {
    const { sports } = await loadCatalog();
    expect(new Set(["nfl", "nba", "nhl"].map(sportWord))).toEqual(new Set(sports));
  });

  it("leave the sport of a contest of one's own as it is", () => {
    expect(sportWord("Curling")).toBe("Curling");
  });
});

describe("the words for a book", () => {
  it("are its site, its company and its name", () => {
    for (const { name, site, vendor } of books)
      expect([name, site, site.toUpperCase(), vendor].map(bookWord)).toEqual([name, name, name, name]);
  });

  it("are all told where none fits", () => {
    expect(() => bookWord("yahoo")).toThrow("dk (DraftKings, bookA) or fd (FanDuel, bookB)");
  });
});
