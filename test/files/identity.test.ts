import { expect, test } from "vitest";
import { gameUuid, playerUuid, projectionUuid, teamUuid } from "../../src/files/slate.ts";

test("a GUID is a version 5 UUID, the same in every run and on every machine", () => {
  expect(playerUuid("bookA", "101")).toBe(playerUuid("bookA", "101"));
  expect(playerUuid("bookA", "101")).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
});

test("another book, kind, sport, key or start gives another GUID", () => {
  const start = "2023-10-15T17:00:00+00:00";
  const all = [
    playerUuid("bookA", "101"),
    playerUuid("bookB", "101"),
    playerUuid("bookA", "102"),
    teamUuid("bookA", "ice-hockey", "RAV"),
    teamUuid("bookA", "basketball", "RAV"),
    teamUuid("bookB", "ice-hockey", "RAV"),
    gameUuid("bookA", "ice-hockey", "RAV", null),
    gameUuid("bookA", "ice-hockey", "RAV", start),
    gameUuid("bookB", "ice-hockey", "RAV", start),
    projectionUuid("a", "b"),
    projectionUuid("b", "a"),
  ];
  expect(new Set(all).size).toBe(all.length);
});
