import { expect, test } from "vitest";
import { loadCatalog } from "../../src/platform/node/catalog.ts";
import { positionNamed, slotNamed, unseatedNamed } from "../../src/shared/roster.ts";

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
  [football, "fb", "RB"],
  [football, "HB", "RB"],
  [football, "qb", "QB"],
  [football, "dSt ", "DST"],
])("a spelling names a position of its own contest", (table, spelling, name) => {
  expect(positionNamed(table, spelling)?.name).toBe(name);
});

test.each(["QBs", "FLEX", "", "K"])("%j is not a position of the contest", (spelling) => {
  expect(positionNamed(football, spelling)).toBeUndefined();
});

test("a position that no slot takes is recognised as such, by any spelling", () => {
  for (const spelling of ["K", "pk", " k"]) expect(unseatedNamed(football, spelling)?.name).toBe("K");
  expect(unseatedNamed(football, "QB")).toBeUndefined();
  const showdown = catalog.contest("american-football", "bookA", "showdown");
  expect(positionNamed(showdown, "PK")?.name).toBe("K");
  expect(unseatedNamed(showdown, "PK")).toBeUndefined();
});

test("a slot is found by its name in any case", () => {
  expect(slotNamed(football, "flex ")).toBe(4);
  expect(slotNamed(football, "DEF")).toBe(-1);
});
