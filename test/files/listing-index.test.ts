import { describe, expect, it } from "vitest";
import { candidatesFor, indexListings, type RowSubject } from "../../src/files/listing-index.ts";
import type { Listing, SlateEntry } from "../../src/files/slate.ts";
import { listing } from "../support/pool-row.ts";

const PEOPLE = [
  listing({ uuid: "qb", bookId: "1", captainBookId: "11", captainSalary: 15_000 }),
  listing({ uuid: "rb", bookId: "2", name: "Bo Lander", position: "RB", team: "TIN" }),
  listing({ uuid: "wr", bookId: "3", name: "Bo Lander", position: "WR", team: "FOX" }),
  listing({ uuid: "te", bookId: "4", name: "Bo Lander", position: "TE/QB", team: "FOX", salary: 4_100 }),
  listing({ uuid: "rooks", bookId: "6", name: "Rooks", position: "WR", team: "FOX" }),
  listing({ uuid: "dst", bookId: "5", name: "Ravenport Rooks", position: "DST", kind: "team" }),
];

const drafted = (one: Listing): SlateEntry => ({ ...one, opponent: "ZAG", game: "ZAG@RAV", startsAt: null });

const [last, ...first] = PEOPLE.toReversed();
const indexOf = (sport: string) =>
  indexListings({
    ...{ book: "bookA", sport, contest: "classic", slotRow: null },
    entries: first.toReversed().map(drafted),
    leftOut: [{ listing: last!, reason: "injured", detail: "O" }],
  });
const football = indexOf("american-football");

function found(own: Partial<RowSubject>, index = football): [boolean, ...string[]] {
  const row = {
    line: 2,
    id: null,
    name: null,
    team: null,
    position: null,
    rosterPosition: null,
    salary: null,
    ...own,
  };
  const { captain, candidates } = candidatesFor(row, index);
  return [captain, ...candidates.map(({ uuid }) => uuid)];
}

describe("the player that a row means", () => {
  it.each<[string, Partial<RowSubject>, [boolean, ...string[]]]>([
    ["by the id, whatever else it says", { id: "2", name: "Ado Kessby" }, [false, "rb"]],
    ["by the captain's id", { id: "11" }, [true, "qb"]],
    ["by name if the id belongs to another file", { id: "99", name: "ADO KESSBY" }, [false, "qb"]],
    ["by name and team", { name: "Bo Lander", team: "TIN" }, [false, "rb"]],
    ["by name, team and position", { name: "Bo Lander", team: "FOX", position: "TE" }, [false, "te"]],
    ["by name and one of his positions", { name: "Bo Lander", position: "TE" }, [false, "te"]],
    ["by name and team alone", { name: "Ado Kessby", team: "RAV", position: "WR" }, [false, "qb"]],
    ["by name, team and salary", { name: "Bo Lander", team: "FOX", salary: 4_100 }, [false, "te"]],
    [
      "by salary if no position fits",
      { name: "Bo Lander", team: "FOX", position: "K", salary: 4_100 },
      [false, "te"],
    ],
    [
      "by the given fields if no salary fits",
      { name: "Bo Lander", team: "FOX", salary: 1 },
      [false, "wr", "te"],
    ],
    ["not as a captain if there is none", { name: "Bo Lander", team: "TIN", position: "CPT" }, [false, "rb"]],
    [
      "as a defense rather than a player with its nickname",
      { name: "Rooks", position: "DST" },
      [false, "dst"],
    ],
    ["by name and position", { name: "Bo Lander", position: "RB/FLEX" }, [false, "rb"]],
    ["as far as it says: all of the name", { name: "Bo Lander" }, [false, "rb", "wr", "te"]],
    ["by name and the team's other abbreviation", { name: "Bo Lander", team: "tin" }, [false, "rb"]],
    ["no player of that name in that team", { name: "Ado Kessby", team: "FOX" }, [false]],
    ["no player of that name at that position", { name: "Ado Kessby", position: "RB" }, [false]],
    ["a defense by its team", { name: "whatever", team: "RAV", position: "D" }, [false, "dst"]],
    ["a defense by its nickname", { name: "Rooks D/ST" }, [false, "dst"]],
    ["as the captain if its position says so", { name: "Ado Kessby", position: "CPT" }, [true, "qb"]],
    [
      "as the captain if its roster position says so",
      { name: "Ado Kessby", rosterPosition: "CPT" },
      [true, "qb"],
    ],
    ["as the captain if its salary says so", { name: "Ado Kessby", salary: 15_000 }, [true, "qb"]],
  ])("is found by %s", (_, row, expected) => {
    expect(found(row)).toEqual(expected);
  });

  it("is undetermined if the sport is unknown and the row has no position", () => {
    expect(found({ name: "Bo Lander" }, indexOf("curling"))).toEqual([false, "rb", "wr", "te"]);
  });
});

it("finds FanDuel's id without the slate's number, unless a name could contradict it", () => {
  const people = [
    listing({ uuid: "a", bookId: "999-17" }),
    listing({ uuid: "b", bookId: "999-18", name: "Bo Lander" }),
  ];
  const index = indexListings({
    ...{ book: "bookB", sport: "american-football", contest: "classic", slotRow: null },
    entries: people.map(drafted),
    leftOut: [],
  });
  expect(found({ id: "17" }, index)).toEqual([false, "a"]);
  expect(found({ id: "999-18" }, index)).toEqual([false, "b"]);
  expect(found({ id: "17", name: "Bo Lander" }, index)).toEqual([false, "b"]);
  expect(found({ id: "18", name: "No Body" }, index)).toEqual([false]);
});
