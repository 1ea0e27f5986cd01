import { getBorderCharacters, table } from "table";
import { printable } from "./printable.ts";

/** One column of a grid. */
export interface Column {
  readonly title: string;
  readonly alignment: "left" | "right";
  /** Characters; longer cells are wrapped. As wide as the longest cell where absent. */
  readonly width?: number;
}

const BORDER = { ...getBorderCharacters("void"), bodyJoin: "  ", joinBody: "─", joinJoin: "──" };

/** Rows of text as aligned columns under their titles. */
export function grid(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const text = table([columns.map((column) => column.title), ...rows.map((row) => row.map(printable))], {
    border: BORDER,
    columnDefault: { paddingLeft: 0, paddingRight: 0, wrapWord: true },
    columns: columns.map(({ alignment, width }) => ({ alignment, ...(width !== undefined && { width }) })),
    drawHorizontalLine: (line) => line === 1,
  });
  return text.replaceAll(/ +$/gm, "");
}
