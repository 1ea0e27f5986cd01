import type { CsvRecord } from "./csv.ts";
import type { Header } from "./header.ts";
import type { ProjectionColumn } from "./projection-columns.ts";

/** The columns that hold shares, which some write as percentages and some as fractions. */
const SHARE_COLUMNS = ["ownership", "minimumExposure", "maximumExposure"] as const;

export type ShareColumn = (typeof SHARE_COLUMNS)[number];

/** What a column's numbers are to be multiplied by to be percentages. */
export type ShareScales = Readonly<Record<ShareColumn, 1 | 100>>;

/** A column holds fractions if none of its numbers is above 1 and neither they nor its header have a percent sign. */
export function sharesToPercent(
  headings: readonly string[],
  below: readonly CsvRecord[],
  { at }: Header<ProjectionColumn>,
): ShareScales {
  const scaleOf = (column: ShareColumn) => {
    const index = at[column];
    if (index === undefined || headings[index]!.includes("%")) return 1;
    const cells = below.flatMap((record) => record.cells[index] ?? []);
    return cells.some((cell) => cell.includes("%") || Number(cell.replace(",", ".")) > 1) ? 1 : 100;
  };
  return Object.fromEntries(SHARE_COLUMNS.map((column) => [column, scaleOf(column)])) as ShareScales;
}

/** Rounded to what decimal fractions of a percent need. */
export function toPercent(share: number, scale: 1 | 100): number {
  return scale === 1 ? share : Math.round(share * scale * 1e8) / 1e8;
}
