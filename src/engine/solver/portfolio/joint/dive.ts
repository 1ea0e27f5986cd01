import { ConflictIndex } from "../../../model/lineup-conflicts.ts";
import type { Interrupt } from "../../interrupt.ts";
import type { Column } from "./columns.ts";
import { freshFor, join, pricesByKind, solveMaster } from "./generate.ts";
import type { LpSolution } from "./master.ts";
import { isAllIn, isAny } from "./near.ts";
import { priceLineups } from "./pricing.ts";
import type { RestrictedMaster, ShareIndex } from "./restricted-master.ts";
import { type Row, weightIn } from "./rows.ts";

/** What lineups that are taken leave of a plan's shares. */
class Room {
  readonly #rows: readonly Row[];
  readonly #taken: Int32Array;
  /** Per kind how many lines still lack a lineup, and the entries of all of them. */
  readonly #lines: number[];
  #entries: number;
  /** Rows whose lower side lineups must still reach. */
  readonly #asking: readonly number[];
  readonly #shareIndex: ShareIndex;
  readonly #isLoose: boolean;

  /** A lenient one asks for no least shares, and where rows may be broken each has room for all. */
  constructor(
    {
      shareRows,
      shareIndex,
      kinds,
      mayBreak,
    }: Pick<RestrictedMaster, "shareRows" | "shareIndex" | "kinds" | "mayBreak">,
    lenient: boolean,
  ) {
    this.#rows = shareRows;
    this.#taken = new Int32Array(shareRows.length);
    this.#lines = kinds.map(({ count }) => count);
    this.#entries = kinds.reduce((sum, { count, weight }) => sum + count * weight, 0);
    this.#isLoose = mayBreak;
    this.#shareIndex = shareIndex;
    this.#asking = lenient ? [] : [...shareRows.keys()].filter((at) => shareRows[at]!.lower > 0);
  }

  /** Whether each share for itself can still be kept with this lineup, as it can be with those taken so far. */
  fits(column: Column): boolean {
    if (!this.has(column)) return false;
    if (this.#isLoose) return true;
    const left = this.#entries - column.weight;
    const own = this.#shareIndex(column);
    return (
      own.every((at) => this.#taken[at]! + weightIn(this.#rows[at]!, column) <= this.#rows[at]!.upper) &&
      this.#asking.every((at) => own.includes(at) || this.#taken[at]! + left >= this.#rows[at]!.lower)
    );
  }

  /** Whether a line of its kind lacks a lineup. */
  has({ kind }: Pick<Column, "kind">): boolean {
    return this.#lines[kind]! > 0;
  }

  take(column: Column): void {
    this.#lines[column.kind]! -= 1;
    this.#entries -= column.weight;
    for (const at of this.#shareIndex(column)) this.#taken[at]! += weightIn(this.#rows[at]!, column);
  }

  /** The picks that no further lineup may have. */
  full(): number[] {
    return this.#rows.flatMap((row, at) =>
      row.kind === "picks" && this.#taken[at]! >= row.upper && !this.#isLoose ? [...row.picks] : [],
    );
  }
}

/** How an LP solution is rounded. */
export interface DiveManner {
  /** A column that is in by no less than this is taken, and the one that is in most. */
  readonly nearlyIn: number;
  /** How often lineups are priced between two takings. */
  readonly rounds: number;
  /** Whether least shares and the count need not be met. */
  readonly lenient?: boolean;
}

/** The manners to try one after another. */
export const DIVES: readonly DiveManner[] = [
  { nearlyIn: 0.7, rounds: 3 },
  { nearlyIn: 0.95, rounds: 6 },
];

export const LENIENT: DiveManner = { ...DIVES[0]!, lenient: true };

/** How many lineups are looked at, at the most, for each that may join. */
const DEEPEST = 5;

/** The last lineups, this part of all, are taken one by one. */
const LAST = 0.03;

/**
 * Rounds an LP solution to lineups that keep the plan: takes the columns that are all in, or nearly, lets the master find
 * lineups that go with them, and so on. They may be fewer than the plan asks for. Leaves the master as it was, but for
 * columns and rows that joined; where it fails the master is of no more use.
 */
export async function dive(
  restricted: RestrictedMaster,
  start: LpSolution,
  manner: DiveManner,
  interrupt: Interrupt,
): Promise<readonly Column[]> {
  const taken = new Taken(restricted, manner.lenient === true);
  for (let relaxation = start; ; relaxation = await regrow(restricted, taken, manner.rounds, interrupt)) {
    taken.leaveClashing();
    // Lineups that are all in before anything is fixed are no choice yet.
    if (taken.size === 0) taken.takeAll(relaxation, isAllIn);
    const open = taken.open(relaxation);
    const most = relaxation.parts[open[0]!] ?? 0;
    const isLate = taken.missing <= LAST * taken.count;
    const least = isLate ? most : Math.min(manner.nearlyIn, most);
    taken.takeAll(relaxation, isAllIn(most) ? isAllIn : (part) => part >= least);
    if (taken.missing === 0 || open.length === 0) break;
    taken.leaveClashing();
  }
  // Not where it fails: that would fail as well, and hide why.
  taken.release();
  return taken.columns();
}

/** Solves the master with what is taken, and prices lineups that go with it. */
async function regrow(
  restricted: RestrictedMaster,
  taken: Taken,
  rounds: number,
  interrupt: Interrupt,
): Promise<LpSolution> {
  const barred = taken.room.full();
  for (let round = 0; ; round += 1) {
    const relaxation = await solveMaster(restricted, interrupt);
    if (round === rounds) return relaxation;
    const prices = pricesByKind(restricted, relaxation);
    let joined = 0;
    for (const [kind, own] of restricted.kinds.entries()) {
      if (!taken.room.has({ kind })) continue;
      const wanted = { best: 0, ...freshFor(restricted, relaxation, kind) };
      const isBarred = (column: Column) => own.isBarred(column) || !taken.fits(column);
      const deepest = DEEPEST * wanted.fresh + own.count;
      const { priced } = await priceLineups({ ...own, barred, isBarred }, prices[kind]!, {
        ...wanted,
        deepest,
      });
      joined += join(restricted, priced, relaxation, kind);
    }
    if (joined === 0) return relaxation;
  }
}

/** The columns that are taken for good, and those that no longer go with them. */
class Taken {
  readonly room: Room;
  readonly #restricted: RestrictedMaster;
  readonly #taken: number[] = [];
  readonly #out = new Set<number>();
  readonly #conflicts: ConflictIndex;
  /** Columns up to here are judged against all that are taken. */
  #judged = 0;
  /** How many lines there are. */
  readonly count: number;

  constructor(restricted: RestrictedMaster, lenient: boolean) {
    this.#restricted = restricted;
    this.room = new Room(restricted, lenient);
    this.#conflicts = new ConflictIndex(restricted.plan);
    this.count = restricted.kinds.reduce((sum, { count }) => sum + count, 0);
  }

  get missing(): number {
    return this.count - this.size;
  }

  get size(): number {
    return this.#taken.length;
  }

  columns(): Column[] {
    return this.#taken.map((column) => this.#column(column));
  }

  /** The columns of an LP solution of which it is still open whether they are taken, those that are in most first. */
  open({ parts }: LpSolution): number[] {
    const settled = new Set([...this.#taken, ...this.#out]);
    return [...parts.keys()]
      .filter((column) => isAny(parts[column]!) && !settled.has(column))
      .sort((a, b) => parts[b]! - parts[a]! || a - b);
  }

  /** Takes the columns of which enough is in, those that are in most first. */
  takeAll(relaxation: LpSolution, isEnough: (part: number) => boolean): void {
    for (const column of this.open(relaxation))
      if (isEnough(relaxation.parts[column]!)) this.takeOrLeave(column);
  }

  fits(column: Column): boolean {
    return this.room.fits(column) && !this.#clashes(column);
  }

  takeOrLeave(column: number): void {
    const { master } = this.#restricted;
    if (!this.fits(this.#column(column))) {
      this.#leave(column);
      return;
    }
    this.#taken.push(column);
    this.room.take(this.#column(column));
    this.#conflicts.add(this.#column(column).picks);
    master.bound(column, 1, 1);
    this.#judged = 0;
  }

  /** Leaves out the columns that are too much like one that is taken. */
  leaveClashing(): void {
    const { master, pairRule } = this.#restricted;
    if (!pairRule.isRestrictive) return;
    const taken = new Set(this.#taken);
    for (; this.#judged < master.columns.length; this.#judged += 1)
      if (
        !taken.has(this.#judged) &&
        !this.#out.has(this.#judged) &&
        this.#clashes(this.#column(this.#judged))
      )
        this.#leave(this.#judged);
  }

  /** Lets all columns be in as they like again. */
  release(): void {
    for (const column of [...this.#taken, ...this.#out]) this.#restricted.master.bound(column, 0, 1);
  }

  #leave(column: number): void {
    this.#out.add(column);
    this.#restricted.master.bound(column, 0, 0);
  }

  #clashes(column: Column): boolean {
    return this.#restricted.pairRule.isRestrictive && this.#conflicts.hasConflict(column.picks);
  }

  #column(at: number): Column {
    return this.#restricted.master.columns[at]!;
  }
}
