import { expect, test } from "vitest";
import { parseCsv } from "../../src/files/csv.ts";
import {
  pastContest,
  playerFinder,
  readStandings,
  standingsTablesOf,
} from "../../src/files/entries/read-standings.ts";
import { listingsOf } from "../../src/files/slate.ts";
import { loadCatalog } from "../../src/platform/node/catalog.ts";
import { positionNamed } from "../../src/shared/roster.ts";
import { smallSalaryFile } from "../support/salary-file.ts";
import { read as readSlate } from "./support.ts";

const slots = [
  { name: "CPT", uploadColumn: "CPT", count: 1 },
  { name: "FLEX", uploadColumn: "FLEX", count: 2 },
];
const listing = (name: string, uuid: string) => ({
  ...{
    name,
    uuid,
    kind: "player",
    team: "DET",
    opponent: "GB",
    position: "WR",
    bookId: null,
    captainBookId: null,
  },
});
const slate = {
  sport: "american-football",
  entries: [
    listing("Amon-Ra St. Brown", "a"),
    listing("Kyle Flex", "k"),
    listing("Lions", "l"),
    listing("CPT Kirk", "c"),
  ],
  leftOut: [{ listing: listing("Out Now", "o") }],
};
const read = (text: string) =>
  readStandings(text, { file: "standings.csv", contest: { slots }, slate } as never);

test("standings give each entry's lineup, also with names that contain a slot's name", () => {
  const text = [
    "Rank,EntryId,EntryName,TimeRemaining,Points,Lineup,,Player,Roster Position,%Drafted,FPTS",
    "1,11,one,0,99.5,CPT Amon-Ra St. Brown FLEX Kyle Flex FLEX Lions ,,Kyle Flex,FLEX,40%,9",
    "2,12,two,0,98,FLEX Lions CPT Out Now FLEX Amon-Ra St. Brown,,Lions,FLEX,30%,8",
    "3,13,three,0,97,CPT LOCKED FLEX LOCKED FLEX Lions,,,,,",
    "4,14,four,0,0,,,,,,",
    "5,15",
    "6,16,six,0,0,CPT CPT Kirk FLEX Kyle Flex FLEX Lions",
  ].join("\n");
  expect(read(text)).toEqual({
    lineups: [
      [
        { uuid: "a", slot: "CPT" },
        { uuid: "k", slot: "FLEX" },
        { uuid: "l", slot: "FLEX" },
      ],
      [
        { uuid: "l", slot: "FLEX" },
        { uuid: "o", slot: "CPT" },
        { uuid: "a", slot: "FLEX" },
      ],
      [
        { uuid: "c", slot: "CPT" },
        { uuid: "k", slot: "FLEX" },
        { uuid: "l", slot: "FLEX" },
      ],
    ],
    unread: 1,
  });
  const twins = { ...slate, entries: [...slate.entries, listing("Kyle Flex", "k"), listing("Lions", "m")] };
  const again = readStandings(text, { file: "standings.csv", contest: { slots }, slate: twins } as never);
  // Two players with the same name are ambiguous; a player listed twice is one.
  expect(again).toEqual({ lineups: [], unread: 4 });
  const listed = { ...slate, entries: [...slate.entries, listing("Kyle Flex", "k")] };
  expect(readStandings(text, { file: "standings.csv", contest: { slots }, slate: listed } as never)).toEqual(
    read(text),
  );
  expect(read("CPT,FLEX,FLEX\n1,2,3\n")).toBeNull();
  // A book may give a slot's column another header than the slot's name.
  const named = [{ ...slots[0], uploadColumn: "MVP" }, slots[1]];
  const mvp = `EntryId,Lineup\n1," MVP Kyle Flex FLEX Lions FLEX Out Now "\n`;
  const ofMvp = readStandings(mvp, { file: "standings.csv", contest: { slots: named }, slate } as never);
  expect(ofMvp?.lineups).toEqual([
    [
      { uuid: "k", slot: "CPT" },
      { uuid: "l", slot: "FLEX" },
      { uuid: "o", slot: "FLEX" },
    ],
  ]);
});

test("a table of lineups without entries, or of entries without lineups, is not standings", () => {
  expect(read("Rank,Lineup\n1,CPT Lions FLEX Lions FLEX Kyle Flex")).toBeNull();
  expect(read("Rank,EntryId\n1,11")).toBeNull();
  expect(read("EntryId,Lineup\n1,")).not.toBeNull();
});

test("standings of all years give entries and players", () => {
  const tables = (text: string) => standingsTablesOf(parseCsv(text, "standings.csv"));
  const entry = { line: 2, rank: 1, entryId: "11", user: "one", hundredths: 22_512, lineup: "FLEX A B" };
  const player = { name: "A B", slot: "FLEX", drafted: 83.94, hundredths: 5725 };
  const today = [
    "Rank,EntryId,EntryName,TimeRemaining,Points,Lineup,,Player,Roster Position,%Drafted,FPTS",
    "1,11,one (2/20),0,225.12003,FLEX A B ,,A B,FLEX,83.94%,57.25",
    "2,12,two,0,0,,,C D,,,",
    ",,,,,,,E F,FLEX,1%,0",
  ].join("\n");
  expect(tables(today)).toEqual({
    hasLineups: true,
    entries: [entry, { line: 3, rank: 2, entryId: "12", user: "two", hundredths: 0, lineup: "" }],
    players: [
      player,
      { name: "C D", slot: null, drafted: null, hundredths: null },
      { name: "E F", slot: "FLEX", drafted: 1, hundredths: 0 },
    ],
  });
  const resaved = [
    '"Rank","EntryId","EntryName","TimeRemaining","Points","Lineup","X","Player","X.Drafted","FPTS"',
    '1,11,"one (2/20)",0,225.12,"FLEX A B",NA,"A B","83.94%",57.25',
    '2,12,"two",0,0,"",NA,"","",NA',
  ].join("\n");
  expect(tables(resaved)).toEqual({
    hasLineups: true,
    entries: [entry, { line: 3, rank: 2, entryId: "12", user: "two", hundredths: 0, lineup: "" }],
    players: [{ ...player, slot: null }],
  });
  const early = "Rank,EntryId,EntryName,TimeRemaining,Points,Lineup\n1,11,one (2/20),0.26,225.12,FLEX A B\n";
  expect(tables(early)).toEqual({ hasLineups: true, entries: [entry], players: [] });
  expect(tables("Player,Roster Position,%Drafted,FPTS\nA B,FLEX,83.94%,57.25")).toEqual({
    ...{ hasLineups: false, entries: [], players: [player] },
  });
  expect(tables("Points\n225.12\n")?.entries).toEqual([
    { line: 2, rank: null, entryId: null, user: null, hundredths: 22_512, lineup: "" },
  ]);
  expect(tables("Name,Points\nA B,3\n")).toBeNull();
});

test("a past contest has the seats of each entry, and none of one that is no lineup", () => {
  const entries = ["CPT A FLEX B C FLEX D", "", "CPT A FLEX B", "CPT A FLEX B C FLEX D"].map((lineup) => ({
    ...{ line: 2, rank: 1, user: null, hundredths: 0, lineup },
  }));
  const contest = { slots } as never;
  const past = pastContest({ hasLineups: true, entries, players: [] }, contest, slate as never);
  const seats = [
    { slot: "CPT", name: "A" },
    { slot: "FLEX", name: "B C" },
    { slot: "FLEX", name: "D" },
  ];
  expect(past.entries.map((one) => one.seats)).toEqual([seats, [], null, seats]);
});

test("a name with accents or a short form is found in the slate", () => {
  const find = playerFinder({
    ...slate,
    entries: [listing("Juancho Hernangomez", "j"), listing("Nick Batum Jr.", "n")],
  } as never);
  expect(find("Juancho Hernangómez")).toBe("j");
  expect(find("Nicholas Batum")).toBe("n");
  expect(find("Nicholas Batum")).toBe("n");
  expect(find("Some One")).toBeNull();
});

test("lineups behind positions, as FanDuel writes them, get the slots that fit", async () => {
  const catalog = await loadCatalog();
  let seated = 0;
  for (const [name, captains] of [
    ["american-football.fanduel.single", 1],
    ["baseball.fanduel.single-2024", 2],
    ["american-football.fanduel.classic", 0],
    ["ice-hockey.fanduel.classic", 0],
  ] as const) {
    const pool = readSlate(smallSalaryFile(name));
    const contest = catalog.contest(pool.sport, pool.book, pool.contest);
    const listed = listingsOf(pool);
    const fits = (position: string, accepts: readonly string[]) =>
      position.split("/").some((part) => accepts.includes(positionNamed(contest, part)!.name));
    const taken = new Set<string>();
    const lineup = contest.uploadOrder.flatMap((slotName) => {
      const slot = contest.slots.find((one) => one.name === slotName)!;
      return Array.from({ length: slot.count }, () => {
        const person = listed.find(({ uuid, position, name: named }) => {
          const unique = listed.filter((other) => other.name === named).length === 1;
          return unique && !taken.has(uuid) && fits(position, slot.accepts);
        })!;
        taken.add(person.uuid);
        return { slot: slot.name, ...person };
      });
    });
    for (const withIds of [false, true]) {
      const words = lineup.map(
        ({ position, name: named, bookId }) => `${position} ${named}${withIds ? ` (${bookId})` : ""}`,
      );
      const text = `Rank,EntryId,EntryName,Points,Lineup\n1,9,one (1/1),9.5,"${words.join(", ")}"\n`;
      const found = readStandings(text, { file: "standings.csv", contest, slate: pool })!;
      expect(found.unread, `${name}: ${words}`).toBe(0);
      const [read1] = found.lineups;
      expect(read1!.map(({ uuid }) => uuid).sort()).toEqual([...taken].sort());
      expect(read1!.slice(0, captains)).toEqual(
        lineup.slice(0, captains).map(({ uuid, slot }) => ({ uuid, slot })),
      );
      for (const { uuid, slot } of read1!) {
        const { position } = listed.find((one) => one.uuid === uuid)!;
        const { accepts } = contest.slots.find((one) => one.name === slot)!;
        expect(fits(position, accepts)).toBe(true);
        seated += 1;
      }
    }
  }
  expect(seated).toBe(58);
});
