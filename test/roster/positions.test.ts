import { expect, test } from "vitest";
import { loadCatalog } from "../../src/platform/node/catalog.ts";
import { positionNamed } from "../../src/roster/positions.ts";

const catalog = await loadCatalog();
const hockey = catalog.contest("ice-hockey", "bookA", "classic");
const football = catalog.contest("american-football", "bookB", "classic");

test.each([
  [hockey, "LW", "W"],
  [hockey, " RW ", "W"],
  [hockey, "D", "D"],
  [football, "D", "DST"],
  [football, "DEF", "DST"],
  [football, "DST", "DST"],
])("a spelling means a position of its own contest", (table, spelling, name) => {
  expect(positionNamed(table, spelling)?.name).toBe(name);
});

test.each(["qb", "FLEX", "", "K"])("%j is no position of the contest", (spelling) => {
  expect(positionNamed(football, spelling)).toBeUndefined();
});
