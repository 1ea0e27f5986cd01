import { getBorderCharacters, table } from "table";
import { type Look, styled } from "./look.ts";
import { printable } from "./printable.ts";

/** One column of a grid. */
export interface Column {
  readonly title: string;
  readonly alignment: "left" | "right";
  /** Whether its cells may be wrapped so that the grid fits the terminal; other columns are as wide as their cells. */
  readonly wraps?: boolean;
}

const GAP = 2;
/** Wrapped cells are no narrower, even if the grid is then too wide. */
const NARROWEST = 12;
/** Characters of a cell that are shown: cells of files are anyone's, and wrapping takes the square of their length. */
const LONGEST_CELL = 300;

const BORDER = { ...getBorderCharacters("void"), bodyJoin: " ".repeat(GAP), joinBody: "─", joinJoin: "──" };

/** Rows of text as aligned columns under their titles. */
export function grid(columns: readonly Column[], rows: readonly (readonly string[])[], look: Look): string {
  const cells = [columns.map(({ title }) => title), ...rows.map((row) => row.map(shown))];
  const widths = fitted(columns, cells, look.width);
  const text = table(cells, {
    border: BORDER,
    columnDefault: { paddingLeft: 0, paddingRight: 0, wrapWord: true },
    columns: columns.map(({ alignment }, index) => ({ alignment, width: widths[index]! })),
    drawHorizontalLine: (line) => line === 1,
  });
  const lines = text.replaceAll(/ +$/gm, "").split("\n");
  const rule = lines.findIndex((line) => /^─+$/.test(line));
  return lines
    .map((line, index) => (index < rule ? styled("title", line, look) : line))
    .with(rule, styled("rule", lines[rule]!, look))
    .join("\n");
}

function shown(cell: string): string {
  const text = printable(cell);
  return text.length > LONGEST_CELL ? `${text.slice(0, LONGEST_CELL - 1)}…` : text;
}

/** Each column's width: its longest cell's; those that wrap give way, the widest first, until the grid fits. */
function fitted(columns: readonly Column[], cells: readonly (readonly string[])[], width: number): number[] {
  const widths = columns.map((_, index) =>
    cells.reduce((most, row) => Math.max(most, row[index]!.length), 1),
  );
  const wrapping = columns.flatMap(({ wraps }, index) => (wraps ? [index] : []));
  let excess = widths.reduce((sum, one) => sum + one, GAP * (columns.length - 1)) - width;
  while (excess > 0) {
    const widest = wrapping.reduce(
      (best: number | null, index) =>
        widths[index]! > NARROWEST && (best === null || widths[index]! > widths[best]!) ? index : best,
      null,
    );
    if (widest === null) break;
    widths[widest]! -= 1;
    excess -= 1;
  }
  return widths;
}
