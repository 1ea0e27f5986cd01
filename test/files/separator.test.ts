import { describe, expect, it } from "vitest";
import { separatorOf } from "../../src/files/csv.ts";

const lines = (...rows: string[]) => rows.map((row) => `${row}\n`).join("");

describe("a file's separator", () => {
  it.each([
    ["commas", ",", lines("Name,Points", "Ado,12.5")],
    ["semicolons and decimal commas", ";", lines("Name;Points", "Ado;12,5", "Bo;3,25")],
    ["tabs", "\t", lines("Name\tPoints", "Ado\t12,5")],
    ["bars", "|", lines("Name|Points", "Ado|1")],
    ["a comma within quotes, and semicolons", ";", lines('"a, b, c";1', '"d, e, f";2')],
    ["nothing at all", ",", lines("Name", "Ado")],
    ["empty lines before it", ";", lines("", "", "Name;Points", "Ado;1")],
    ["ten lines of spaces before it", ";", lines(...Array<string>(10).fill("  "), "Name;Points", "Ado;1")],
  ])("is recognised among %s", (_, separator, text) => {
    expect(separatorOf(text)).toEqual({ separator, text });
  });

  it("is the one in most lines, not the most frequent in a single line", () => {
    expect(separatorOf(lines("a;b;c;d;e;f", "Name,Points", "Ado,1")).separator).toBe(",");
  });

  it("is the one declared on the first line, which stays as an empty line", () => {
    expect(separatorOf(lines("sep=|", "a,b|c,d"))).toEqual({ separator: "|", text: "\na,b|c,d\n" });
    expect(separatorOf(`\uFEFF${lines("SEP=; ", "a;b")}`).separator).toBe(";");
  });
});
