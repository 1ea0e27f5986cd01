import { expect, test } from "vitest";
import { unknownMarks } from "../../src/files/player-marks.ts";
import { FANDUEL, FOOTBALL, lines, read } from "./support.ts";

/** A DraftKings file whose players have these marks. */
const marked = (...marks: readonly string[]) => {
  const [header, ...rows] = FOOTBALL.trimEnd().split("\n");
  return lines(
    `${header},Status`,
    ...rows.map((row) => `${row},`),
    ...marks.map(
      (mark, at) =>
        `QB,Marked ${at} (9${at}),Marked ${at},9${at},QB,5000,RAV@TIN 10/15/2023 01:00PM ET,RAV,9,${mark}`,
    ),
  );
};

const OUT = "SUSP,PUP,NFI,IR-R,INA,Inactive,EX,IL10,IL-15,60-Day IL,NA,o,Out,IR,DL,INJ".split(",");
const FIT = ["Q", "D", "P", "GTD", "DTD", "Active"];

test("every mark that means out leaves its player out, however it is written", () => {
  const { entries, leftOut } = read(marked(...OUT, ...FIT));
  expect(leftOut.map(({ reason, detail }) => [reason, detail])).toEqual(OUT.map((mark) => ["injured", mark]));
  expect(entries.flatMap(({ status }) => status ?? [])).toEqual(FIT);
  expect(unknownMarks({ entries })).toEqual([]);
  const all = read(marked(...OUT), { injured: true });
  expect(all.leftOut).toEqual([]);
  expect(unknownMarks(all)).toEqual([]);
});

test("a mark of unknown meaning is listed with its players, until it is named", () => {
  const text = marked("XYZ", "DNP", "XYZ", "Q");
  const [note, ...others] = unknownMarks(read(text));
  expect(others).toEqual([]);
  expect(note).toContain("XYZ (Marked 0, Marked 2); DNP (Marked 1). If one means out");
  const named = read(text, { leaveOut: ["xyz", "d-n-p"] });
  expect(named.leftOut.map(({ listing }) => listing.name)).toEqual(["Marked 0", "Marked 1", "Marked 2"]);
  expect(unknownMarks(named)).toEqual([]);
});

test("the marks hold for every book", () => {
  const row = "9-1,QB,Ado,Ado Kessby,Kessby,22,3,8000,RAV@TIN,RAV,TIN,,,,,,QB";
  const text = lines(
    FANDUEL,
    row,
    ...["SUSP", "NFI"].map((mark, at) =>
      row.replace("9-1", `9-${at + 2}`).replace(",TIN,,", `,TIN,${mark},`),
    ),
  );
  expect(read(text).leftOut.map(({ detail }) => detail)).toEqual(["SUSP", "NFI"]);
});
