import { expect, it } from "vitest";
import { builtInTables, catalogOf, type TableFile } from "../../../src/contests/catalog/catalog.ts";
import { loadCatalog } from "../../../src/platform/node/catalog.ts";
import { bookFileName } from "../../../src/shared/books.ts";
import { InvalidTableError } from "../../../src/shared/errors.ts";

const known = await loadCatalog();
const contest = known.contest("basketball", "bookA", "classic");

/** A catalog with a single contest file, and a counter of how often the file is read. */
function catalogAt(file: string) {
  const reads = { count: 0 };
  const read: TableFile = {
    file,
    value: () => {
      reads.count += 1;
      return structuredClone(contest);
    },
  };
  return {
    catalog: catalogOf(builtInTables([read], [])),
    reads,
  };
}

it("a built-in table is read once, on first use; its sport is known before", () => {
  const { catalog, reads } = catalogAt("basketball/draftkings.classic.json");
  expect(catalog.sports).toEqual(["basketball"]);
  expect(() => catalog.contest("basketball", "bookB", "classic")).toThrow("DraftKings basketball classic");
  expect(reads.count).toBe(0);
  expect(catalog.contest("basketball", "bookA", "classic")).toEqual(contest);
  expect(catalog.contests).toEqual([contest]);
  expect(reads.count).toBe(1);
});

it("a built-in table that does not match its path is refused", () => {
  const { catalog } = catalogAt("basketball/fanduel.classic.json");
  expect(() => catalog.contest("basketball", "bookB", "classic")).toThrow(InvalidTableError);
  expect(() => catalog.contests).toThrow("basketball bookA classic");
});

it("every table of the package loads from its path", async () => {
  expect(known.contests.length).toBeGreaterThan(8);
  expect((await known.scoringTables()).length).toBeGreaterThan(5);
});

it("a scoring table that could not be loaded is asked for again", async () => {
  const [table] = await known.scoringTables();
  let asked = 0;
  const value = async () => {
    asked += 1;
    if (asked === 1) throw new Error("offline");
    return structuredClone(table);
  };
  const { sport, book } = table!;
  const { scoringTable } = catalogOf(
    builtInTables([], [{ file: `${sport}/${bookFileName(book)}.json`, value }]),
  );
  await expect(scoringTable(sport, book)).rejects.toThrow("offline");
  expect(await scoringTable(sport, book)).toEqual(table);
  expect(await scoringTable(sport, book)).toBe(await scoringTable(sport, book));
  expect(asked).toBe(2);
});
