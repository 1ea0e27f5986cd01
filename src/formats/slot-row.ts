import type { CsvRecord } from "./csv.ts";
import { headerKey } from "./header.ts";

/** The columns of an entries file that stand before its slots. */
const ENTRY_COLUMNS = new Set(["entryid", "contestid", "contestname", "entryfee"]);

/** What stands behind the slots of a template, after an empty cell. */
const INSTRUCTIONS = "instructions";

/**
 * The slots of a lineup as an upload template or entries file has them in its first row, a name for each seat; null
 * for a file without such a row.
 */
export function slotRowOf(records: readonly CsvRecord[]): readonly string[] | null {
  const keys = records[0]!.cells.map(headerKey);
  const end = keys.indexOf("");
  const isTemplate = keys[end + 1] === INSTRUCTIONS;
  if (end === -1 ? keys[0] !== "entryid" : !isTemplate && keys[0] !== "entryid") return null;
  const slots = records[0]!.cells
    .slice(0, end === -1 ? undefined : end)
    .filter((_, index) => !ENTRY_COLUMNS.has(keys[index]!));
  return slots.length === 0 ? null : slots;
}
