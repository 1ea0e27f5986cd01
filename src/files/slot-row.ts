import type { CsvRecord } from "./csv.ts";
import { findLayout } from "./entries/layout.ts";

/**
 * The slots of a lineup as an upload template or entries file has them in its header, a name for each seat; null for a
 * file without such a row.
 */
export function slotRowOf(records: readonly CsvRecord[]): readonly string[] | null {
  return findLayout(records)?.layout.seats.map(({ slot }) => slot) ?? null;
}
