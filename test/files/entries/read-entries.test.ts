import { describe, expect, test } from "vitest";
import { readEntries } from "../../../src/files/entries/read-entries.ts";
import { fileError, lines } from "../support.ts";

const read = (text: string) => readEntries(text, { file: "entries.csv" });

test("an entries file gives each entry with its contest, fee and seats", () => {
  const text = lines(
    "Entry ID,Contest Name,Contest ID,Entry Fee,CPT,FLEX,,Instructions",
    "11,Big [20 Max],55,$0.25 ,Ado Kessby(201),Bor Lander (302) (LOCKED),,1. So",
    '12,"Big, late",56,"$1,500",,',
    ",,,,,,,,Position,Name",
  );
  expect(read(text)).toEqual({
    kind: "entries",
    slots: ["CPT", "FLEX"],
    entries: [
      {
        line: 2,
        entryId: "11",
        contestId: "55",
        contestName: "Big [20 Max]",
        entryFee: 0.25,
        seats: [
          { slot: "CPT", text: "Ado Kessby(201)", bookId: "201", name: "Ado Kessby", locked: false },
          {
            slot: "FLEX",
            text: "Bor Lander (302) (LOCKED)",
            bookId: "302",
            name: "Bor Lander",
            locked: true,
          },
        ],
      },
      {
        line: 3,
        entryId: "12",
        contestId: "56",
        contestName: "Big, late",
        entryFee: 1500,
        seats: ["CPT", "FLEX"].map((slot) => ({ slot, text: "", bookId: null, name: null, locked: false })),
      },
    ],
  });
});

test("columns are found by name, in any position", () => {
  const { entries } = read(
    '"entry_id","contest_id","contest_name","entry_fee","QB"\n"7","9-1","Free","0","9-5:Ado"\n',
  );
  expect(entries[0]).toMatchObject({ entryId: "7", contestId: "9-1", contestName: "Free", entryFee: 0 });
  expect(read("Contest ID,Entry ID,QB,,x\n5,1,Ado\n").entries[0]).toMatchObject({
    entryId: "1",
    contestId: "5",
    contestName: null,
    entryFee: null,
  });
  expect(read("Contest ID,Entry ID,QB,,x\n5,1\n").entries[0]?.seats).toMatchObject([{ text: "" }]);
});

test("a template has the lineups already written in it", () => {
  const { kind, entries } = read(
    lines("QB,RB,,Instructions", ",,,1. So", "101,Bor Lander (102),,2. So", "# later"),
  );
  expect(kind).toBe("template");
  expect(
    entries.map(({ line, entryId, seats }) => [line, entryId, ...seats.map(({ bookId }) => bookId)]),
  ).toEqual([[3, null, "101", "102"]]);
});

describe("a file is refused", () => {
  test("of another kind", () => {
    expect(fileError(() => read("Position,Name\nQB,Ado\n")).message).toContain(
      "no row has the slots of a lineup",
    );
  });

  test("whose entry ids a spreadsheet has rounded, with all their lines", () => {
    const error = fileError(() => read(lines("Entry ID,QB", "4.60639E+09,1", "12,1", "4.60639E+09,2")));
    expect(error.toErrorObjects().map(({ detail }) => detail)).toEqual([
      expect.stringContaining('line 2: "4.60639E+09" is not an entry id.'),
      expect.stringContaining('line 4: "4.60639E+09" is not an entry id.'),
    ]);
  });
});
