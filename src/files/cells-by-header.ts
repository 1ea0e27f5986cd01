import { isMissing } from "./missing-cells.ts";

/** The cells of a row that say something, by their headers; of several under one header, the first. */
export type CellsByHeader = Readonly<Record<string, string>>;

/** The cells from a column on: books embed a pool to the right of other rows. */
export function cellsByHeader(
  headings: readonly string[],
  cells: readonly string[],
  from = 0,
): CellsByHeader {
  const found: Record<string, string> = Object.create(null) as Record<string, string>;
  for (let at = from; at < headings.length; at += 1) {
    const [header, cell] = [headings[at]!, cells[at] ?? ""];
    if (header !== "" && !isMissing(cell)) found[header] ??= cell;
  }
  return { ...found };
}
