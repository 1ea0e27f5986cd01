import type { FilePlace } from "./people.ts";
import { placeWords } from "./places.ts";

/** How many rows of a file are told by their lines. */
const TOLD_ROWS = 3;

/** What messages call rows of one file's columns: `projections.csv (line 12)`. */
export function rowWords(rows: readonly (FilePlace | undefined)[]): string {
  const file = rows[0]?.file;
  if (file === undefined) return placeWords(["columns"]);
  const lines = rows.flatMap((row) => row?.line ?? []).sort((a, b) => a - b);
  const more = lines.length - TOLD_ROWS;
  const told = more > 0 ? [...lines.slice(0, TOLD_ROWS), `${more} more`] : lines;
  const listed = [told.slice(0, -1).join(", "), ...told.slice(-1)]
    .filter((part) => part !== "")
    .join(" and ");
  return lines.length === 0 ? file : `${file} (line${lines.length > 1 ? "s" : ""} ${listed})`;
}
