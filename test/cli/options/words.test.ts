import { describe, expect, it } from "vitest";
import { bookWord } from "../../../src/cli/options/parsers.ts";
import { completedCommands } from "../../../src/cli/run/completion.ts";
import { SPORT_WORDS, sportNamed } from "../../../src/contests/catalog/sports.ts";
import { loadCatalog } from "../../../src/platform/node/catalog.ts";
import { books } from "../../../src/shared/books.ts";

describe("the words for a sport", () => {
  it("include its league in any case, and its own name", () => {
    expect(["nfl", "NBA", " nhl ", "Ice-Hockey"].map(sportNamed)).toEqual([
      "american-football",
      "basketball",
      "ice-hockey",
      "ice-hockey",
    ]);
  });

  it("mean sports with rules", async () => {
    const { sports } = await loadCatalog();
    const words = ["nfl", "nba", "nhl", "mlb", "cfb", "pga", "f1", "ufc", "lol", "cs2", "cod", "dota"];
    for (const word of words) expect(sports, word).toContain(sportNamed(word));
  });

  it("are offered once for each sport with rules", async () => {
    const { sports } = await loadCatalog();
    expect(SPORT_WORDS.map(sportNamed).sort()).toEqual([...sports].sort());
    const completed = completedCommands().find(({ name }) => name === "optimize")!.options;
    expect(completed.find(({ flags }) => flags.includes("--sport"))!.value).toEqual(SPORT_WORDS);
  });

  it("leave a custom contest's sport unchanged", () => {
    expect(sportNamed("Curling")).toBe("Curling");
  });
});

describe("the words for a book", () => {
  it("include its site, its company and its name", () => {
    for (const { name, site, vendor } of books)
      expect([name, site, site.toUpperCase(), vendor].map(bookWord)).toEqual([name, name, name, name]);
  });

  it("leave the book of a custom table unchanged", () => {
    expect(bookWord(" bookC ")).toBe("bookC");
  });

  it("are all listed for what no table can be called", () => {
    expect(() => bookWord("a/b")).toThrow("DraftKings (or dk, bookA), FanDuel (or fd, bookB)");
  });
});
