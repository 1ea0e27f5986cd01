import { expect, test } from "vitest";
import { seatLineup, seatPlayer, seatSlots } from "../../../src/files/upload.ts";
import { loadCatalog } from "../../../src/platform/node/catalog.ts";
import { InvalidRequestError } from "../../../src/shared/errors.ts";

const { contest } = await loadCatalog({});
const showdown = contest("american-football", "bookA", "showdown");
const classic = contest("american-football", "bookB", "classic");

test("seats are the contest's slots, by the book's columns or the slots' names, in any order", () => {
  expect(seatSlots(["CPT", "FLEX", "FLEX", "FLEX", "FLEX", "FLEX"], showdown, "f")).toEqual([
    0, 1, 1, 1, 1, 1,
  ]);
  // The book's own word for a captain is a player's slot, whatever the contest calls it.
  const [captain, flex] = showdown.slots;
  const renamed = { ...showdown, slots: [{ ...captain!, name: "Boss", uploadColumn: "BOSS" }, flex!] };
  expect(seatSlots(["CPT", "FLEX", "FLEX", "FLEX", "FLEX", "FLEX"], renamed, "f")).toEqual([
    0, 1, 1, 1, 1, 1,
  ]);
  // A player listed before the captain is not a captain.
  expect(seatSlots(["FLEX", "FLEX", "FLEX", "FLEX", "FLEX", "CPT"], showdown, "f")).toEqual([
    1, 1, 1, 1, 1, 0,
  ]);
  const seats = seatSlots(["DEF", "QB", "RB", "RB", "WR", "WR", "WR", "TE", "FLEX"], classic, "f");
  expect(seats.map((slot) => classic.slots[slot]!.name)).toEqual([
    "DST",
    "QB",
    "RB",
    "RB",
    "WR",
    "WR",
    "WR",
    "TE",
    "FLEX",
  ]);
});

test("other slots, or another number of them, are refused with those of the contest", () => {
  const wanted = "the contest classic has QB, RB, RB, WR, WR, WR, TE, FLEX, DEF";
  expect(() => seatSlots(["QB", "RB"], classic, "up.csv")).toThrow(wanted);
  expect(() => seatSlots(["QB", "QB", "RB", "RB", "WR", "WR", "WR", "TE", "DEF"], classic, "up.csv")).toThrow(
    wanted,
  );
});

test("a captain has the id of the captain row, in the order of the file's seats", () => {
  const person = (uuid: string) =>
    [uuid, { bookId: `${uuid}1`, captainBookId: `${uuid}2`, name: uuid }] as const;
  const listings = new Map(["a", "b", "c", "d", "e", "f"].map(person));
  const lineup = { FLEX: ["b", "c", "d", "e", "f"].map((uuid) => ({ uuid })), CPT: [{ uuid: "a" }] };
  const seats = [1, 0, 1, 1, 1, 1];
  expect(seatLineup(lineup, seats, showdown, listings).map((player) => player?.bookId)).toEqual([
    "b1",
    "a2",
    "c1",
    "d1",
    "e1",
    "f1",
  ]);
  expect(() => seatLineup({ ...lineup, CPT: [] }, seats, showdown, listings)).toThrow(
    "leaves a seat of CPT empty",
  );
  const withoutIds = new Map<string, { bookId: string | null; captainBookId: string | null; name: string }>(
    listings,
  ).set("a", { bookId: null, captainBookId: null, name: "Ado" });
  expect(() => seatLineup(lineup, seats, showdown, withoutIds)).toThrow("has none");
});

test("a player without the book's id is refused with a specific code, and a salary file as remedy", () => {
  const nobody = { bookId: null, captainBookId: null, name: "Ado" };
  let error: unknown;
  try {
    seatPlayer(nobody, showdown.slots[1]!, showdown);
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(InvalidRequestError);
  expect((error as InvalidRequestError).issues).toMatchObject([
    { code: "no-book-ids", source: { parameter: "salaries" } },
  ]);
});
