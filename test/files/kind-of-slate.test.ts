import { describe, expect, it } from "vitest";
import { agreedBook, contestOf, sportOf } from "../../src/files/kind-of-file.ts";
import { poolRow } from "../support/pool-row.ts";
import { FANDUEL, fileError, lines, read } from "./support.ts";

const rowsOf = (...positions: string[]) => positions.map((position) => poolRow({ position }));

describe("the sport", () => {
  it("is the one with these positions", () => {
    expect(sportOf(rowsOf("QB", "DST"), undefined, "f.csv")).toBe("american-football");
    expect(sportOf(rowsOf("PG/SG", "C"), undefined, "f.csv")).toBe("basketball");
  });

  it("is as given if the positions fit several sports or none", () => {
    expect(sportOf(rowsOf("C"), "ice-hockey", "f.csv")).toBe("ice-hockey");
    expect(sportOf(rowsOf("SKIP"), "curling", "f.csv")).toBe("curling");
  });

  it.each([
    ["of several sports", ["C"], undefined, "basketball and of ice-hockey"],
    ["of no known sport", ["SKIP"], undefined, "no known sport"],
    ["of another sport than was said", ["QB"], "basketball", "american-football"],
    ["of a known sport, but with a stranger", ["PG", "QB"], "basketball", "no known sport"],
  ])("cannot be determined from positions %s", (_, positions, asked, said) => {
    expect(fileError(() => sportOf(rowsOf(...positions), asked, "f.csv")).message).toContain(said);
  });
});

describe("the book", () => {
  it("is determined by the columns, and a contradiction is an error", () => {
    expect(agreedBook("bookA", undefined, "f.csv")).toBe("bookA");
    expect(agreedBook("bookA", "bookA", "f.csv")).toBe("bookA");
    expect(fileError(() => agreedBook("bookA", "bookB", "f.csv")).message).toContain(
      "DraftKings's by its columns",
    );
  });
});

describe("the contest", () => {
  const captains = [poolRow({ rosterPosition: "CPT" }), poolRow({ rosterPosition: "FLEX" })];

  it("is showdown if there are captain rows, otherwise classic", () => {
    expect(contestOf(captains, undefined, "f.csv")).toBe("showdown");
    expect(contestOf([poolRow()], undefined, "f.csv")).toBe("classic");
  });

  it("is the user's if named, whatever the rows", () => {
    expect(contestOf(captains, "double-up", "f.csv")).toBe("double-up");
    expect(contestOf([poolRow()], "double-up", "f.csv")).toBe("double-up");
  });

  it("is not the other of the two", () => {
    expect(fileError(() => contestOf(captains, "classic", "f.csv")).message).toMatch(
      /\bcontest\b.*captain rows/,
    );
    expect(fileError(() => contestOf([poolRow()], "showdown", "f.csv")).message).toContain("no captain rows");
  });
});

describe("a file of fights without fights", () => {
  const fighter = (id: number, game: string, team: string) =>
    `9-${id},F,Ado,Ado Fighter${id},Fighter${id},${40 + id},5,${10 + id},${game},${team},,,,,,,MVP/F`;

  it("has all of its fighters, each in a game of their own", () => {
    const { sport, entries, leftOut } = read(
      lines(FANDUEL, ...[1, 2, 3, 4, 5, 6, 7].map((id) => fighter(id, "", ""))),
    );
    expect([sport, entries.length, leftOut.length]).toEqual(["mma", 7, 0]);
    expect(new Set(entries.map(({ game }) => game)).size).toBe(7);
  });

  it("leaves out those without a fight where others have one", () => {
    const rows = [1, 2, 3, 4].map((id) => fighter(id, id < 4 ? "Fighter1@Fighter2" : "", `Fighter${id}`));
    expect(read(lines(FANDUEL, ...rows)).leftOut.map(({ reason }) => reason)).toContain("game-unknown");
  });
});
