import { keysOf, type LineupKeys } from "../../../model/lineup-conflicts.ts";
import { type LineupTest, onlyCount, passesAll } from "../../../model/lineup-test.ts";
import { isOncePerLineup, type Model, type Rule } from "../../../model/model.ts";
import type { PlanShare, PortfolioPlan } from "../../../model/portfolio-plan.ts";
import { failing, ruleOf } from "../tests-as-rules.ts";

export interface Column extends LineupKeys {
  /** The index of the lineup's class in `PlanByClass.classes`. */
  readonly kind: number;
  readonly weight: number;
  readonly picks: readonly number[];
  /** The points of one contest entry with the lineup, in units. */
  readonly points: number;
  /** A key that is equal for lineups with the same picks and class. */
  readonly key: string;
  readonly shareRows: readonly number[];
}

/** A share that some portfolio could violate, with its test in a simpler form where there is one. */
export interface ReadShare {
  readonly index: number;
  readonly share: PlanShare;
  /** The test as a condition on a set of picks; null if it has no such form. */
  readonly plain: PlainTest | null;
  /** The share's tests as rules, the same objects at every call, because solvers cache data by rule. */
  readonly kept: readonly Rule[];
  readonly failed: () => readonly Rule[];
}

/**
 * A test that a lineup passes if it has one of `picks` (`some`), or if it has none of them (`none`). No
 * lineup has two of these picks.
 */
interface PlainTest {
  readonly picks: Int32Array;
  readonly passes: "some" | "none";
}

export function readShares({ model, shares, count }: PortfolioPlan): ReadShare[] {
  return shares.flatMap((share, index) => {
    if (share.least <= 0 && share.most >= count) return [];
    let failed: readonly Rule[] | undefined;
    return {
      ...{ index, share, plain: plainTestOf(model, share.tests), kept: share.tests.map(ruleOf) },
      failed() {
        failed ??= failing(share).map(ruleOf);
        return failed;
      },
    };
  });
}

function plainTestOf(model: Model, tests: readonly LineupTest[]): PlainTest | null {
  const count = onlyCount(tests);
  if (count === null || !isExclusive(model, count.picks)) return null;
  const { picks, least, most } = count;
  if (least === 1 && most >= 1) return { picks, passes: "some" };
  return least <= 0 && most === 0 ? { picks, passes: "none" } : null;
}

/** Whether no lineup has two of the picks: of one player, or for the same single seat. */
function isExclusive(model: Model, picks: Int32Array): boolean {
  const { entry, slots: seatsOf } = model.picks;
  if (isOncePerLineup(model) && picks.every((pick) => entry[pick] === entry[picks[0]!])) return true;
  const reached = picks.reduce((bits, pick) => bits | seatsOf[pick]!, 0);
  return model.slots.reduce((seats, { count }, slot) => seats + ((reached >> slot) & 1) * count, 0) <= 1;
}

/** At least `lower` and at most `upper` lineups (for shares, contest entries) have a property. */
export type Row = { readonly lower: number; readonly upper: number } & (
  | { readonly kind: "all"; readonly of: number }
  /** Lineups with one of these picks; no lineup has two. `share` is null if the row only excludes conflicts. */
  | { readonly kind: "picks"; readonly share: ReadShare | null; readonly picks: ReadonlySet<number> }
  | { readonly kind: "test"; readonly share: ReadShare }
  /** Lineups with all of these players, ascending; any two such lineups conflict. */
  | { readonly kind: "overlap"; readonly entries: readonly number[] }
  | { readonly kind: "identity"; readonly identity: string }
);

export function countRow(count: number, of = 0): Row {
  return { kind: "all", of, lower: count, upper: count };
}

/** The share that a row belongs to; null for rows of counts and conflicts. */
export function shareOf(row: Row): ReadShare | null {
  return row.kind === "test" || row.kind === "picks" ? row.share : null;
}

export function weightIn(row: Row, { weight }: Pick<Column, "weight">): number {
  return shareOf(row) === null ? 1 : weight;
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

/** A key that is equal for equal rows of conflicts; other rows are never looked up. */
export function keyOf(row: Row): string {
  if (row.kind === "overlap") return `of ${row.entries}`;
  if (row.kind === "picks") return `picks ${[...row.picks]}`;
  return row.kind === "identity" ? row.identity : row.kind;
}

function counts(row: Row, column: Column): boolean {
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

/** A prefix tree of the overlap rows: the path from the root to a node is a row's players, ascending. */
interface EntryTree {
  readonly next: Map<number, EntryTree>;
  /** The indices of the rows whose players are exactly those on the path to this node. */
  readonly rows: number[];
}

/** Finds the rows in which a lineup counts; it does not test each row. */
export class RowIndex {
  readonly #rows: Row[] = [];
  readonly #byPick = new Map<number, number[]>();
  readonly #byEntries: EntryTree = { next: new Map(), rows: [] };
  /** The indices of the rows that must be tested one by one. */
  readonly #others: number[] = [];

  constructor(rows: readonly Row[] = []) {
    for (const row of rows) this.add(row);
  }

  add(row: Row): void {
    const at = this.#rows.push(row) - 1;
    if (row.kind === "picks") for (const pick of row.picks) listed(this.#byPick, pick).push(at);
    else if (row.kind === "overlap") treeOf(this.#byEntries, row.entries).rows.push(at);
    else this.#others.push(at);
  }

  /** The indices, in the order of their addition, of the rows in which a lineup counts; unsorted. */
  of(column: Column): number[] {
    const found = this.#others.filter((at) => counts(this.#rows[at]!, column));
    // No lineup has two picks of a row, so each row is found once.
    for (const pick of column.picks) found.push(...(this.#byPick.get(pick) ?? []));
    collect(this.#byEntries, column.entries, 0, found);
    return found;
  }
}

function treeOf(root: EntryTree, entries: readonly number[]): EntryTree {
  let tree = root;
  for (const entry of entries) {
    const known = tree.next.get(entry) ?? { next: new Map(), rows: [] };
    tree.next.set(entry, known);
    tree = known;
  }
  return tree;
}

/** Adds the rows of this node, and those below it whose further players are in `entries` from `from` on. */
function collect({ next, rows }: EntryTree, entries: readonly number[], from: number, found: number[]): void {
  for (const row of rows) found.push(row);
  if (next.size === 0) return;
  for (let at = from; at < entries.length; at += 1) {
    const tree = next.get(entries[at]!);
    if (tree !== undefined) collect(tree, entries, at + 1, found);
  }
}

function listed(lists: Map<number, number[]>, key: number): number[] {
  const known = lists.get(key);
  if (known !== undefined) return known;
  const list: number[] = [];
  lists.set(key, list);
  return list;
}

/** Returns a function that makes the column of a lineup of this class; the same picks give the same column. */
export function columnsOf(
  plan: Pick<PortfolioPlan, "model" | "counted" | "choices">,
  kind = 0,
  weight = 1,
  shareRows = new RowIndex(),
) {
  const { model } = plan;
  const keys = keysOf(plan);
  const known = new Map<string, Column>();
  return (picks: readonly number[]): Column => {
    const key = kind === 0 ? picks.join() : `${kind} ${picks.join()}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    let rows: readonly number[] | undefined;
    const column: Column = {
      ...{ kind, weight, picks, key, ...keys(picks) },
      points: picks.reduce((sum, pick) => sum + model.picks.points[pick]!, 0),
      // Computed when first needed: most lineups that pricing looks at never are.
      get shareRows() {
        rows ??= shareRows.of(column);
        return rows;
      },
    };
    known.set(key, column);
    return column;
  };
}
