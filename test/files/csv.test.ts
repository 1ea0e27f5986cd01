import { describe, expect, test } from "vitest";
import { csvLine, FileFaults, parseCsv, reportSwallowedRows } from "../../src/files/csv.ts";
import { fileError } from "./support.ts";

const cells = (text: string) => parseCsv(text, "some.csv").map((record) => record.cells);

describe("parseCsv", () => {
  test.each([
    ["line feeds", "a,b\n1,2\n"],
    ["carriage returns and line feeds", "a,b\r\n1,2\r\n"],
    ["carriage returns", "a,b\r1,2\r"],
    ["mixed line ends", "a,b \n1,2\r\n"],
    ["a byte order mark", "\uFEFFa,b\n1,2"],
    ["a byte order mark before quotes", '\uFEFF"a","b"\n"1","2"'],
    ["empty lines", "\na,b\n\n\n1,2\n\n"],
    ["spaces around cells", " a ,b\n1, 2 \n"],
  ])("reads %s", (_, text) => {
    expect(cells(text)).toEqual([
      ["a", "b"],
      ["1", "2"],
    ]);
  });

  test.each([
    ["semicolons", "Name;Team;Proj\nKessby, Ado;RAV;21,5\nBor;TIN;3,25\n"],
    ["semicolons, with a comma in every cell", 'Name;Team;Proj\nKessby, Ado;RAV;21,5\n"Bor";TIN;3,25\n'],
    ["tabs", "Name\tTeam\tProj\nKessby, Ado\tRAV\t21,5\nBor\tTIN\t3,25\n"],
    ["bars", "Name|Team|Proj\nKessby, Ado|RAV|21,5\nBor|TIN|3,25\n"],
    ["commas, with semicolons in quotes", 'Name,Team,Proj\n"Kessby, Ado",RAV,"21,5"\nBor,TIN,"3,25"\n'],
    [
      "a separator that the first line declares",
      "sep=^\r\nName^Team^Proj\nKessby, Ado^RAV^21,5\nBor^TIN^3,25\n",
    ],
  ])("reads cells separated by %s", (_, text) => {
    expect(cells(text)).toEqual([
      ["Name", "Team", "Proj"],
      ["Kessby, Ado", "RAV", "21,5"],
      ["Bor", "TIN", "3,25"],
    ]);
  });

  test("a declared separator and semicolons in a title do not shift lines or cells", () => {
    expect(parseCsv("sep=;\na;b\n1;2\n", "some.csv").map(({ line }) => line)).toEqual([2, 3]);
    expect(cells("Week 3; final; really\nName,Proj\nAdo,1\n")[2]).toEqual(["Ado", "1"]);
  });

  test.each(["utf8", "utf16le", "utf16be", "latin1"])("reads bytes in %s", (encoding) => {
    const text = "Name,Team\nJosé Søren,RAV\n";
    const little = Buffer.from(`\uFEFF${text}`, "utf16le");
    const bytes: Readonly<Record<string, Uint8Array>> = {
      utf8: Buffer.from(text, "utf8"),
      utf16le: little,
      utf16be: Buffer.from(little).swap16(),
      latin1: Buffer.from(text, "latin1"),
    };
    expect(parseCsv(bytes[encoding]!, "some.csv").map((record) => record.cells)).toEqual(cells(text));
  });

  test("keeps commas, quotes and line breaks of quoted cells, and stray quotes", () => {
    expect(cells('"x, y","say ""hi""","two\r\nlines"\nBor "Bo" Lander,2')).toEqual([
      ["x, y", 'say "hi"', "two\nlines"],
      ['Bor "Bo" Lander', "2"],
    ]);
  });

  test("treats quotes that close before their cell ends as part of it", () => {
    expect(cells('"Bo" Lander,1\n"Lander, Bo" II,2\nx,"a ""b"" c" d')).toEqual([
      ['"Bo" Lander', "1"],
      ['"Lander, Bo" II', "2"],
      ["x", '"a ""b"" c" d'],
    ]);
    expect(parseCsv('a,"Bo\nAl" Lander,3\nb,"x" ', "some.csv")).toEqual([
      { line: 2, cells: ["a", '"Bo\nAl" Lander', "3"] },
      { line: 3, cells: ["b", "x"] },
    ]);
  });

  test("decodes remains of UTF-7 and keeps other plus signs", () => {
    expect(cells("SF+AEA-CLE,Jos+AOk-,+2DzfyA-")).toEqual([["SF@CLE", "José", "\u{1F3C8}"]]);
    expect(cells("Name + ID,+1-,a+b-c,+AAA-,+AEB-")).toEqual([
      ["Name + ID", "+1-", "a+b-c", "+AAA-", "+AEB-"],
    ]);
  });

  test("counts lines, including empty ones and those inside quotes", () => {
    expect(parseCsv('a\n\n"b\nb"\nc\n', "some.csv").map((record) => record.line)).toEqual([1, 4, 5]);
  });

  test("refuses an empty file, and a quote that never ends", () => {
    expect(fileError(() => parseCsv("\uFEFF \n,,\n", "some.csv"))).toMatchObject({
      file: "some.csv",
      line: null,
    });
    const open = 'a,b\n\nc,"d\ne,f\ng,h\n';
    expect(fileError(() => parseCsv(open, "some.csv"))).toMatchObject({ file: "some.csv", line: 3 });
    expect(fileError(() => parseCsv('"a,b\nc,d\n', "some.csv")).line).toBe(1);
  });
});

test("csvLine quotes what would break a record, and nothing else", () => {
  const hard = ["plain", "a, b", 'say "hi"', "two\nlines", "", "O'Neal"];
  expect(cells(csvLine(hard))).toEqual([hard]);
  expect(csvLine(["plain", "O'Neal", ""])).toBe("plain,O'Neal,");
});

test("a cell that spans two or more lines is a fault at its opening quote", () => {
  const faults = new FileFaults("some.csv");
  expect(reportSwallowedRows({ line: 4, cells: ["one", "two"] }, faults)).toBe(false);
  expect(() => faults.throwIfAny()).not.toThrow();
  expect(reportSwallowedRows({ line: 5, cells: ["one", "two\nthree"] }, faults)).toBe(true);
  expect(fileError(() => faults.throwIfAny()).message).toContain(
    "4: a quoted cell opens here and runs on to line 5",
  );
});
