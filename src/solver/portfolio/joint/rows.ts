import { passes } from "../../../model/passes.ts";
import type { Column } from "./columns.ts";
import type { ReadShare } from "./shares.ts";

/** From `lower` to `upper` of a portfolio's lineups have something; what, tells its kind. */
export type Row = Sides &
  (
    | { readonly kind: "all" }
    /** One of these picks, of which no lineup has two. */
    | { readonly kind: "picks"; readonly share: ReadShare; readonly picks: ReadonlySet<number> }
    /** They pass the share's tests. */
    | { readonly kind: "test"; readonly share: ReadShare }
    /** All of these entries, ascending, which too much alike lineups have in common. */
    | { readonly kind: "common"; readonly entries: readonly number[] }
    /** They are this one to the contest. */
    | { readonly kind: "twins"; readonly likeness: string }
  );

interface Sides {
  readonly lower: number;
  readonly upper: number;
}

export function countRow(count: number): Row {
  return { kind: "all", lower: count, upper: count };
}

export function shareRow(read: ReadShare, count: number): Row {
  const { share, plain } = read;
  const least = Math.max(0, share.least);
  const most = Math.min(count, share.most);
  if (plain === null) return { kind: "test", share: read, lower: least, upper: most };
  const picks = new Set(plain.picks);
  return plain.passes === "some"
    ? { kind: "picks", share: read, picks, lower: least, upper: most }
    : { kind: "picks", share: read, picks, lower: count - most, upper: count - least };
}

/** The same for rows that say the same of which lineups. */
export function keyOf(row: Row): string {
  if (row.kind === "common") return `common ${row.entries}`;
  if (row.kind === "twins") return `twins ${row.likeness}`;
  return row.kind === "all" ? "all" : `share ${row.share.index}`;
}

/** Whether a lineup counts in a row. */
export function counts(row: Row, column: Column): boolean {
  switch (row.kind) {
    case "all":
      return true;
    case "picks":
      return column.picks.some((pick) => row.picks.has(pick));
    case "test":
      return row.share.share.tests.every((test) => passes(test, column.picks));
    case "common":
      return row.entries.every((entry) => column.entries.includes(entry));
    case "twins":
      return column.likeness === row.likeness;
  }
}
