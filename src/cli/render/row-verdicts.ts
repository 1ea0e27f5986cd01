import type { Violation } from "../../contests/constraints/constraint.ts";
import { printable } from "./printable.ts";

/** The verdict on a row of an upload or entries file. */
export interface RowVerdict {
  readonly line: number;
  /** The book's id of the entry; null in an upload file. */
  readonly entryId: string | null;
  /** Empty when the book would take the row. */
  readonly violations: readonly Violation[];
}

/** What is wrong, row by row, and with how many rows. */
export function rowVerdictsText(rows: readonly RowVerdict[]): string {
  const broken = rows.filter(({ violations }) => violations.length > 0);
  const blocks = broken.map(({ line, entryId, violations }) => {
    const entry = entryId === null ? "" : `, entry ${printable(entryId)}`;
    return [
      `Line ${line}${entry}`,
      ...violations.map(({ constraint, detail }) => `  ${constraint}: ${printable(detail)}`),
    ].join("\n");
  });
  const count = `${rows.length} ${rows.length === 1 ? "lineup" : "lineups"}`;
  const summary = broken.length === 0 ? "nothing wrong." : `${broken.length} of them wrong.`;
  return `${[...blocks, `${count}, ${summary}`].join("\n\n")}\n`;
}
