import { expect, test } from "vitest";
import { readSeatText } from "../../../src/files/entries/read-entries.ts";

test("a cell longer than any name is not parsed", () => {
  const cell = (letters: number) => `${"x".repeat(letters)} (7)`;
  expect(readSeatText(cell(996))).toMatchObject({ bookId: "7" });
  expect(readSeatText(cell(997))).toEqual({ bookId: null, name: cell(997), locked: false });
});

test.each([
  ["", null, null, false],
  ["37303029", "37303029", null, false],
  ["29468-66115", "29468-66115", null, false],
  ["Darius Garland (37303029)", "37303029", "Darius Garland", false],
  ["Darius Garland(37303029)", "37303029", "Darius Garland", false],
  ["Bears  (17)", "17", "Bears", false],
  ["Ado (Bo) Kessby (17)", "17", "Ado (Bo) Kessby", false],
  ["Darius Garland (37303029) (LOCKED)", "37303029", "Darius Garland", true],
  ["37303029 (locked)", "37303029", null, true],
  ["29468-66115:Ado Kessby", "29468-66115", "Ado Kessby", false],
  ["Ado Kessby", null, "Ado Kessby", false],
  ["Bears", null, "Bears", false],
  ["Ado Kessby (LOCKED)", null, "Ado Kessby", true],
  ["(LOCKED)", null, null, true],
])("%s", (cell, bookId, name, locked) => {
  expect(readSeatText(cell)).toEqual({ bookId, name, locked });
});
