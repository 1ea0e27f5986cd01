import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { decodeUtf8, parseCsv } from "../../src/files/csv.ts";
import { readEntries } from "../../src/files/entries/read-entries.ts";
import { dfsLineups, Scratch } from "../support/command.ts";

const scratch = new Scratch();
afterAll(() => scratch[Symbol.dispose]());

const bytes = (...codes: readonly number[]) =>
  Uint8Array.from([...codes, 0, 1, 2, 0xff, 0xfe, 9, 44, 13, 10]);
const KINDS = [
  ["an Excel workbook", bytes(0x50, 0x4b, 3, 4), "is an Excel workbook or another ZIP archive"],
  ["an old workbook", bytes(0xd0, 0xcf, 0x11, 0xe0), "is an old Excel workbook"],
  ["a gzip file", new Uint8Array(gzipSync("Name,Salary\nA,1\n")), "is compressed (gzip)"],
  ["a web page", new TextEncoder().encode("\n<!DOCTYPE html>\n<title>Sign in</title>"), "is a web page"],
  ["a PDF", new TextEncoder().encode("%PDF-1.7 1,2\n"), "is a PDF"],
] as const;

describe("files of other kinds", () => {
  it.each(KINDS)("are named: %s", (_, content, message) => {
    expect(() => parseCsv(content, "DKSalaries.csv")).toThrow(`DKSalaries.csv: ${message}`);
  });

  it.each(KINDS.slice(0, 3))("are named where a text is expected: %s", (_, content, message) => {
    expect(() => decodeUtf8(content, "rules.yaml")).toThrow(`rules.yaml: ${message}`);
  });

  it("are named by the reader of entries", () => {
    expect(() => readEntries("<html><body>,,</body>", { file: "DKEntries.csv" })).toThrow("is a web page");
  });

  it("are named by the command that is given one", async () => {
    const file = scratch.write("DKSalaries.xlsx", Buffer.from(KINDS[0][1]));
    const { exitCode, stderr } = await dfsLineups(["optimize", file]);
    expect(stderr.replaceAll(/\s+/g, " ")).toContain(`DKSalaries.xlsx: is an Excel workbook`);
    expect(exitCode).toBe(2);
  });

  it("do not include a name that begins like one", () => {
    expect(parseCsv("PK,Salary\n<b>,2\n", "a")[0].cells).toEqual(["PK", "Salary"]);
  });
});

describe("texts that are no tables", () => {
  it.each([
    ['{"draftables": [{"draftableId": 7}]}', "is DraftKings' JSON of draftable players"],
    ['[{"name": "A"}]', "is JSON, not CSV"],
    ["# Notes\n\nEntry ID, and Instructions\n\n- one, two\n", "is a text (Markdown)"],
    ["## Names, points\r\n```\r\nName,Points\r\nA,1\r\n```\r\n", "is a text (Markdown)"],
  ])("are named: %j", async (text, words) => {
    expect(() => parseCsv(text, "a")).toThrow(words);
    expect(() => readEntries(text, { file: "a" })).toThrow(words);
  });

  it("are not tables with comments, nor tables with bars", () => {
    expect(parseCsv("# mine\nQB,RB\n1,2\n", "a")).toHaveLength(3);
    expect(parseCsv("Name|Points\nA|1\n", "a")).toHaveLength(2);
  });

  it("have no header of entries in their sentences", () => {
    const prose = `Give the Entry ID, then${" one more word".repeat(5)}, and so on\n`;
    expect(() => readEntries(prose, { file: "a" })).toThrow(
      "is neither an entries file nor an upload template",
    );
  });
});
