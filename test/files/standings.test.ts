import { expect, test } from "vitest";
import { readStandings } from "../../src/files/lineups-file.ts";

const slots = [
  { name: "CPT", uploadColumn: "CPT", count: 1 },
  { name: "FLEX", uploadColumn: "FLEX", count: 2 },
];
const listing = (name: string, uuid: string) => ({ name, uuid });
const slate = {
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
