import { expect, test } from "vitest";
import { refuseSameIds, refuseSameListings } from "../../src/files/read-slate.ts";
import { listing, poolRow } from "../support/pool-row.ts";
import { fileError } from "./support.ts";

test("rows with different ids, and rows without ids, are accepted", () => {
  const rows = [poolRow({ id: "1" }), poolRow({ id: "2" }), poolRow(), poolRow()];
  expect(() => refuseSameIds(rows, "f.csv")).not.toThrow();
});

test("two rows with the same id are an error that names both lines", () => {
  const rows = [poolRow({ id: "1", line: 3, name: "Ado" }), poolRow({ id: "1", line: 8, name: "Bo" })];
  const { message } = fileError(() => refuseSameIds(rows, "f.csv"));
  for (const part of ["8", "line 3", "Ado", "Bo"]) expect(message).toContain(part);
});

test("players with different GUIDs are accepted", () => {
  const listed = ["a", "b"].map((uuid) => ({ row: poolRow(), listing: listing({ uuid }) }));
  expect(() => refuseSameListings(listed, "f.csv")).not.toThrow();
});

test.each([
  ["player", "no ids to distinguish them"],
  ["team", "one defense"],
] as const)("two rows with the same %s are an error with its own remedy", (kind, remedy) => {
  const listed = [3, 8].map((line) => ({ row: poolRow({ line }), listing: listing({ kind }) }));
  const { message } = fileError(() => refuseSameListings(listed, "f.csv"));
  for (const part of ["8", "line 3", "Ado Kessby", remedy]) expect(message).toContain(part);
});
