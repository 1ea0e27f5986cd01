import { SolverFailedError } from "../../../../shared/errors.ts";
import { POINT_UNITS } from "../../../model/model.ts";
import type { Interrupt } from "../../interrupt.ts";
import type { LinearProgram } from "../../linear-program.ts";
import { type Column, shared } from "../joint/columns.ts";
import type { Likeness } from "../joint/likeness.ts";
import { isAny } from "../joint/near.ts";
import { counts, keyOf, type Row } from "../joint/rows.ts";
import type { Kind } from "./kinds.ts";

/** A lineup as lines of a kind may have it. */
export interface KindColumn {
  readonly kind: number;
  readonly column: Column;
}

/** What the linear program came to. */
export interface SwapMixture {
  /** How much of each column is in. */
  readonly parts: Float64Array;
  /** Points that one more line would bring, per kind. */
  readonly ofKind: Float64Array;
  /** Points that one more counted would bring, per row. */
  readonly ofRow: Float64Array;
  /** How far rows are broken in all, in lines and entries. */
  readonly breaches: number;
}

/** What a master is made of. */
export interface SwapMasterInputs {
  readonly kinds: readonly Kind[];
  readonly likeness: Likeness;
  readonly shareRows: readonly Row[];
  /** What it costs to break a row by one, in points. */
  readonly fine: number;
}

/** Fines for a line without a lineup, per entry. */
const MUCH = 4;

/**
 * The linear program over the lineups known so far: parts of lineups that sum to the lines of each kind and keep the
 * shares, with the most points. Rows that keep lineups apart join once they are broken. Breaches may be bought, until
 * that is refused.
 */
export class SwapMaster {
  readonly columns: KindColumn[] = [];
  readonly rows: Row[] = [];
  readonly #program: LinearProgram;
  readonly #fine: number;
  /** No row can be broken by more. */
  readonly #entries: number;
  /** Per column its place in the program; and the places of breaches. */
  readonly #place: number[] = [];
  readonly #breaches: number[] = [];
  #mayBreach = true;
  readonly #kinds: readonly Kind[];
  readonly #likeness: Likeness;
  readonly #known = new Set<string>();
  readonly #knownRows = new Set<string>();

  constructor(program: LinearProgram, { kinds, likeness, shareRows, fine }: SwapMasterInputs) {
    this.#program = program;
    this.#fine = fine;
    this.#entries = kinds.reduce((sum, { entries, lines }) => sum + entries * lines.length, 0);
    this.#kinds = kinds;
    this.#likeness = likeness;
    program.addRows(
      kinds.map(({ lines }) => ({ columns: [], values: [], lower: lines.length, upper: lines.length })),
    );
    this.#addBreaches(kinds.map(({ entries }, row) => ({ row, by: 1, cost: MUCH * entries })));
    this.#addRows(shareRows);
  }

  has({ kind, column }: KindColumn): boolean {
    return this.#known.has(`${kind} ${column.key}`);
  }

  add(added: readonly KindColumn[]): void {
    const fresh = added.filter((one) => !this.has(one));
    const starts = [0];
    const rows: number[] = [];
    const values: number[] = [];
    for (const { kind, column } of fresh) {
      this.#known.add(`${kind} ${column.key}`);
      rows.push(kind);
      values.push(1);
      for (const [at, row] of this.rows.entries()) {
        if (!counts(row, column)) continue;
        rows.push(this.#kinds.length + at);
        values.push(this.#weight(row, kind));
      }
      starts.push(rows.length);
      this.#place.push(this.#program.columns + starts.length - 2);
    }
    this.columns.push(...fresh);
    this.#program.addColumns({
      cost: fresh.map(({ kind, column }) => (this.#kinds[kind]!.entries * column.points) / POINT_UNITS),
      upper: fresh.map(() => 1),
      starts,
      rows,
      values,
    });
  }

  /** Lets a column be in by no less than `lower`. */
  hold(column: number, lower: 0 | 1): void {
    this.#program.bound(this.#place[column]!, lower, 1);
  }

  /** Lets no row be broken any more. */
  refuseBreaches(): void {
    this.#mayBreach = false;
    for (const place of this.#breaches) this.#program.bound(place, 0, 0);
  }

  /** Null where nothing keeps the rows. @throws AbortedError, TimeLimitError, SolverFailedError */
  solve(interrupt: Interrupt): SwapMixture | null {
    for (;;) {
      const solved = this.#program.solve(interrupt);
      if (solved === null) return null;
      if (solved.columns.length < this.#program.columns)
        throw new SolverFailedError("HiGHS answered for fewer columns than there are.");
      const parts = Float64Array.from(this.#place, (place) => solved.columns[place]!);
      const broken = this.#broken(parts);
      if (broken.length === 0)
        return {
          parts,
          ofKind: solved.duals.slice(0, this.#kinds.length),
          ofRow: solved.duals.slice(this.#kinds.length),
          breaches: this.#breaches.reduce((sum, place) => sum + solved.columns[place]!, 0),
        };
      this.#addRows(broken);
    }
  }

  #addRows(added: readonly Row[]): void {
    for (const row of added) this.#knownRows.add(keyOf(row));
    const first = this.#kinds.length + this.rows.length;
    this.rows.push(...added);
    this.#program.addRows(
      added.map((row) => {
        const having = [...this.columns.keys()].filter((at) => counts(row, this.columns[at]!.column));
        return {
          columns: having.map((at) => this.#place[at]!),
          values: having.map((at) => this.#weight(row, this.columns[at]!.kind)),
          lower: row.lower,
          upper: row.upper,
        };
      }),
    );
    this.#addBreaches(
      added.flatMap(({ lower }, at) => [
        { row: first + at, by: -1 as const, cost: 1 },
        ...(lower > 0 ? [{ row: first + at, by: 1 as const, cost: 1 }] : []),
      ]),
    );
  }

  /** Columns that break rows, in fines. */
  #addBreaches(added: readonly { readonly row: number; readonly by: 1 | -1; readonly cost: number }[]): void {
    if (!this.#mayBreach) return;
    for (const [at] of added.entries()) this.#breaches.push(this.#program.columns + at);
    this.#program.addColumns({
      cost: added.map(({ cost }) => -this.#fine * cost),
      upper: added.map(() => this.#entries),
      starts: [0, ...added.map((_, at) => at + 1)],
      rows: added.map(({ row }) => row),
      values: added.map(({ by }) => by),
    });
  }

  /** Shares count entries, uniqueness lines. */
  #weight(row: Row, kind: number): number {
    return row.kind === "picks" || row.kind === "test" ? this.#kinds[kind]!.entries : 1;
  }

  /** Rows that keep apart what is too much alike and that parts break. */
  #broken(parts: Float64Array): Row[] {
    const used = [...this.columns.keys()].filter((at) => isAny(parts[at]!));
    const found = new Map<string, Row>();
    for (const [index, one] of used.entries())
      for (const other of used.slice(index + 1)) {
        const [a, b] = [this.columns[one]!.column, this.columns[other]!.column];
        if (!this.#likeness.clash(a, b)) continue;
        const row: Row =
          a.likeness === b.likeness
            ? { kind: "twins", likeness: a.likeness, lower: 0, upper: 1 }
            : { kind: "common", entries: commonOf(a, b, this.#likeness.common), lower: 0, upper: 1 };
        if (this.#knownRows.has(keyOf(row))) continue;
        const sum = used.reduce(
          (total, at) => total + (counts(row, this.columns[at]!.column) ? parts[at]! : 0),
          0,
        );
        if (isAny(sum - 1)) found.set(keyOf(row), row);
      }
    return [...found.values()];
  }
}

function commonOf(one: Column, other: Column, size: number): readonly number[] {
  const both = one.entries.filter((entry) => other.entries.includes(entry));
  return shared(one.entries, other.entries) > size ? both.slice(0, size) : both;
}
