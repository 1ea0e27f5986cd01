import { describe, expect, it } from "vitest";
import { type Column, grid } from "../../../src/cli/render/grid.ts";

const COLUMNS: Column<readonly string[]>[] = [
  ["Name", ([name]) => name!, "wraps"],
  ["Salary", ([, salary]) => salary!, "right"],
];
const PLAIN = { width: 80, colour: false };

describe("a grid", () => {
  it("aligns its columns under titles and a rule", () => {
    expect(
      grid(
        COLUMNS,
        [
          ["Bo", "$5,000"],
          ["Ado Kessby", "$900"],
        ],
        PLAIN,
      ).split("\n"),
    ).toEqual(["Name        Salary", "──────────────────", "Bo          $5,000", "Ado Kessby    $900"]);
  });

  it("shortens a cell that is too wide for any screen", () => {
    const text = grid(COLUMNS, [["x".repeat(2 ** 20), "$5,000"]], PLAIN);
    expect(text.replaceAll(/\s/g, "").length).toBeLessThan(500);
    expect(text).toContain("…");
  });

  it("wraps only the columns that allow it, until the grid fits", () => {
    const text = grid(COLUMNS, [["a name of many short words", "$5,000"]], { ...PLAIN, width: 24 });
    for (const line of text.split("\n")) expect(line.length).toBeLessThanOrEqual(24);
    expect(text.replaceAll(/\s+/g, " ")).toContain("a name of");
    expect(text).toContain("$5,000");
  });

  it("stays wider than the terminal if no column can shrink further", () => {
    const [title = ""] = grid(COLUMNS, [["a name of many short words", "$5,000"]], {
      ...PLAIN,
      width: 5,
    }).split("\n");
    expect(title.length).toBe(12 + 2 + 6);
  });

  it("breaks after spaces and symbols, and within longer words if necessary", () => {
    const cells = ["under_the-score/and, more", "abcdefghijklmnopqrstu"];
    const lines = cells.map((cell) =>
      grid([COLUMNS[0]!], [[cell]], { ...PLAIN, width: 12 })
        .split("\n")
        .slice(2),
    );
    expect(lines).toEqual([
      ["under_the-", "score/and,", "more"],
      ["abcdefghijkl", "mnopqrstu"],
    ]);
  });

  it("gives double-width characters two columns", () => {
    const rows = [
      ["大谷", "1"],
      ["Kobe\u0301", "22"],
    ];
    expect(grid(COLUMNS, rows, PLAIN).split("\n").slice(2)).toEqual(["大谷       1", "Kobe\u0301      22"]);
  });

  it("shows the selected columns and the first of many rows", () => {
    const text = grid([COLUMNS[0]!, false], [["a"], ["b"], ["c"]], PLAIN, 1, "; say -v");
    expect(text).toBe("Name\n────\na\nand 2 more; say -v");
  });

  it("strips characters from names that would break it", () => {
    expect(grid(COLUMNS, [["Bo\nLander\u001b", "1"]], PLAIN)).toContain("Bo Lander ");
  });
});
