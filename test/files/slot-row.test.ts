import { expect, test } from "vitest";
import { parseCsv } from "../../src/files/csv.ts";
import { findLayout } from "../../src/files/entries/read-entries.ts";
import { slotRowOf } from "../../src/files/read-slate.ts";
import { FANDUEL_FOOTBALL, FOOTBALL } from "./support.ts";

const SLOTS = ["QB", "RB", "RB", "FLEX"];

test.each([
  ["a template", "QB,RB,RB,FLEX,,Instructions"],
  ["a template whose pool is to the right", "QB,RB,RB,FLEX,,Instructions,,Position,Name"],
  ["an entries file", "Entry ID,Contest Name,Contest ID,Entry Fee,QB,RB,RB,FLEX,,Instructions"],
  ["an entries file without instructions", "Entry ID,Contest Name,Contest ID,Entry Fee,QB,RB,RB,FLEX"],
  [
    "the other book's entries file",
    '"entry_id","contest_id","contest_name","QB","RB","RB","FLEX","","Instructions"',
  ],
])("%s determines the slots of a lineup", (_, header) => {
  expect(slotRowOf(findLayout(parseCsv(`${header}\n`, "f")))).toEqual(SLOTS);
});

test.each([FOOTBALL, FANDUEL_FOOTBALL, "Entry ID,,\n", "a,b,,c\n"])(
  "a list of players does not: %#",
  (text) => {
    expect(slotRowOf(findLayout(parseCsv(text, "f")))).toBeNull();
  },
);
