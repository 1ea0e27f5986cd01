import { passesAll } from "../../../model/lineup-test.ts";
import { isOncePerLineup } from "../../../model/model.ts";
import type { PortfolioPlan } from "../../../model/portfolio-plan.ts";
import { seatCount } from "../../../roster.ts";
import type { Column } from "./columns.ts";
import type { ReadShare } from "./shares.ts";

/**
 * A row of the master: at least `lower` and at most `upper` of a portfolio's lineups have a property, which the
 * comment on each kind names. Rows of shares count contest entries instead of lineups.
 */
export type Row = Sides &
  /** Lineups of one kind, by its index in `PlanByClass.classes`. */
  (
    | { readonly kind: "all"; readonly of: number }
    /**
     * Lineups with one of these picks; no lineup has two. `share` is null if the row only excludes conflicts.
     */
    | { readonly kind: "picks"; readonly share: ReadShare | null; readonly picks: ReadonlySet<number> }
    | { readonly kind: "test"; readonly share: ReadShare }
    /** Lineups with all of these players, ascending; any two such lineups conflict. */
    | { readonly kind: "overlap"; readonly entries: readonly number[] }
    | { readonly kind: "identity"; readonly identity: string }
  );

interface Sides {
  readonly lower: number;
  readonly upper: number;
}

export function countRow(count: number, of = 0): Row {
  return { kind: "all", of, lower: count, upper: count };
}

/** Whether a row belongs to a share. A lineup counts in such a row once per contest entry, in others once. */
export function isShare(row: Row): boolean {
  return row.kind === "test" || (row.kind === "picks" && row.share !== null);
}

/** The coefficient of a lineup's column in a row in which the lineup counts. */
export function weightIn(row: Row, { weight }: Pick<Column, "weight">): number {
  return isShare(row) ? weight : 1;
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

/**
 * If no two lineups may have a player in common, one row per player: at most one lineup has it. Otherwise
 * none.
 */
export function entryRows({ model, unique, count }: PortfolioPlan): Row[] {
  const seats = seatCount(model.slots);
  if (unique < seats || count < 2 || !isOncePerLineup(model)) return [];
  const picksOf = new Map<number, Set<number>>();
  for (const [pick, entry] of model.picks.entry.entries())
    picksOf.set(entry, (picksOf.get(entry) ?? new Set()).add(pick));
  return [...picksOf.values()].map((picks) => ({ kind: "picks", share: null, picks, lower: 0, upper: 1 }));
}

/**
 * A key that is equal for equal rows of conflicts (`overlap` and `identity`); rows of other classes are never
 * looked up.
 */
export function keyOf(row: Row): string {
  if (row.kind === "overlap") return `overlap ${row.entries}`;
  return row.kind === "identity" ? `identity ${row.identity}` : row.kind;
}

export function counts(row: Row, column: Column): boolean {
  switch (row.kind) {
    case "all":
      return column.kind === row.of;
    case "picks":
      return column.picks.some((pick) => row.picks.has(pick));
    case "test":
      return passesAll(row.share.share.tests, column.picks);
    case "overlap":
      return row.entries.every((entry) => column.entries.includes(entry));
    case "identity":
      return column.identity === row.identity;
  }
}
