import type { Interrupt } from "../../interrupt.ts";
import type { Column } from "./columns.ts";
import { freshFor, join, MOST_JOINING, mix } from "./generate.ts";
import type { Mixture } from "./master.ts";
import { isAllIn, isAny } from "./near.ts";
import { pricesOf } from "./prices.ts";
import { priceLineups } from "./pricing.ts";
import type { Row } from "./rows.ts";
import type { ShareIndex, Workbench } from "./set-up.ts";

/** What lineups that are taken leave of a plan's shares. */
class Room {
  readonly #rows: readonly Row[];
  readonly #taken: Int32Array;
  readonly #count: number;
  /** Rows whose lower side lineups must still reach. */
  readonly #asking: readonly number[];
  readonly #shareIndex: ShareIndex;
  #size = 0;

  /** A lenient one asks for no least shares. */
  constructor(
    { shareRows, shareIndex, plan }: Pick<Workbench, "shareRows" | "shareIndex" | "plan">,
    lenient: boolean,
  ) {
    this.#rows = shareRows;
    this.#taken = new Int32Array(shareRows.length);
    this.#count = plan.count;
    this.#shareIndex = shareIndex;
    this.#asking = lenient ? [] : [...shareRows.keys()].filter((at) => shareRows[at]!.lower > 0);
  }

  /** Whether each share for itself can still be kept with this lineup, as it can be with those taken so far. */
  fits(column: Column): boolean {
    const left = this.#count - this.#size - 1;
    const own = this.#shareIndex(column);
    return (
      own.every((at) => this.#taken[at]! < this.#rows[at]!.upper) &&
      this.#asking.every((at) => own.includes(at) || this.#taken[at]! + left >= this.#rows[at]!.lower)
    );
  }

  take(column: Column): void {
    this.#size += 1;
    for (const at of this.#shareIndex(column)) this.#taken[at]! += 1;
  }

  /** The picks that no further lineup may have. */
  full(): number[] {
    return this.#rows.flatMap((row, at) =>
      row.kind === "picks" && this.#taken[at]! >= row.upper ? [...row.picks] : [],
    );
  }
}

/** How a mixture is rounded. */
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
  { nearlyIn: 0.5, rounds: 2 },
  { nearlyIn: 0.3, rounds: 2 },
];

/** That of a dive before the mixture is as good as it can be. */
export const QUICK: DiveManner = DIVES[3]!;

export const LENIENT: DiveManner = { ...DIVES[0]!, lenient: true };

/** How many lineups are looked at, at the most, for each that may join. */
const DEEPEST = 5;

/** The last lineups, this part of all, are taken one by one. */
const LAST = 0.03;

const NONE: ReadonlySet<string> = new Set();

/**
 * Rounds a mixture to lineups that keep the plan: takes the columns that are all in, or nearly, lets the master find
 * lineups that go with them, and so on; those of the master that are `held` are taken first. They may be fewer than the plan
 * asks for. Leaves the master as it was, but for columns and rows that joined; where it fails the master is of no more use.
 */
export async function dive(
  bench: Workbench,
  start: Mixture,
  manner: DiveManner,
  interrupt: Interrupt,
  held: ReadonlySet<string> = NONE,
): Promise<readonly Column[]> {
  const taken = new Taken(bench, manner.lenient === true);
  const columns = await rounded(bench, taken, { start, manner, held }, interrupt);
  // Not where it fails: that would fail as well, and hide why.
  taken.release();
  return columns;
}

async function rounded(
  bench: Workbench,
  taken: Taken,
  {
    start,
    manner,
    held,
  }: { readonly start: Mixture; readonly manner: DiveManner; readonly held: ReadonlySet<string> },
  interrupt: Interrupt,
): Promise<readonly Column[]> {
  const { plan, master } = bench;
  for (const [at, { key }] of master.columns.entries()) if (held.has(key)) taken.takeOrLeave(at);
  taken.leaveClashing();
  let mixture = held.size === 0 ? start : await regrow(bench, taken, manner.rounds, interrupt);
  for (;;) {
    // Of a mixture with which nobody else would go better, whoever is all in is no choice yet.
    if (taken.size === 0) taken.takeAll(mixture, isAllIn);
    const open = taken.open(mixture);
    const most = mixture.parts[open[0]!] ?? 0;
    const isLate = plan.count - taken.size <= LAST * plan.count;
    const least = isLate ? most : Math.min(manner.nearlyIn, most);
    taken.takeAll(mixture, isAllIn(most) ? isAllIn : (part) => part >= least);
    if (taken.size === plan.count || open.length === 0) return taken.columns();
    taken.leaveClashing();
    mixture = await regrow(bench, taken, manner.rounds, interrupt);
    taken.leaveClashing();
  }
}

/** Solves the master with what is taken, and prices lineups that go with it. */
async function regrow(
  bench: Workbench,
  taken: Taken,
  rounds: number,
  interrupt: Interrupt,
): Promise<Mixture> {
  const { master, pricing, plan } = bench;
  const { model } = plan;
  const barred = taken.room.full();
  const isBarred = (column: Column) => pricing.isBarred(column) || !taken.fits(column);
  for (let round = 0; ; round += 1) {
    const mixture = await mix(bench, interrupt);
    if (round === rounds) return mixture;
    const prices = pricesOf(master.rows, mixture.duals, model.picks.entry.length);
    const { priced } = await priceLineups({ ...pricing, barred, isBarred }, prices, {
      best: 0,
      ...freshFor(bench, mixture),
      deepest: DEEPEST * MOST_JOINING + plan.count,
    });
    if (join(bench, priced, mixture) === 0) return mixture;
  }
}

/** The columns that are taken for good, and those that no longer go with them. */
class Taken {
  readonly room: Room;
  readonly #bench: Workbench;
  readonly #taken: number[] = [];
  readonly #out = new Set<number>();
  /** Columns up to here are judged against all that are taken. */
  #judged = 0;

  constructor(bench: Workbench, lenient: boolean) {
    this.#bench = bench;
    this.room = new Room(bench, lenient);
  }

  get size(): number {
    return this.#taken.length;
  }

  columns(): Column[] {
    return this.#taken.map((column) => this.#column(column));
  }

  /** The columns of a mixture of which it is still open whether they are taken, those that are in most first. */
  open({ parts }: Mixture): number[] {
    const settled = new Set([...this.#taken, ...this.#out]);
    return [...parts.keys()]
      .filter((column) => isAny(parts[column]!) && !settled.has(column))
      .sort((a, b) => parts[b]! - parts[a]! || a - b);
  }

  /** Takes the columns of which enough is in, those that are in most first. */
  takeAll(mixture: Mixture, isEnough: (part: number) => boolean): void {
    for (const column of this.open(mixture)) if (isEnough(mixture.parts[column]!)) this.takeOrLeave(column);
  }

  fits(column: Column): boolean {
    return this.room.fits(column) && !this.#clashes(column);
  }

  takeOrLeave(column: number): void {
    const { master, plan } = this.#bench;
    if (this.size === plan.count || !this.fits(this.#column(column))) {
      this.#leave(column);
      return;
    }
    this.#taken.push(column);
    this.room.take(this.#column(column));
    master.bound(column, 1, 1);
    this.#judged = 0;
  }

  /** Leaves out the columns that are too much like one that is taken. */
  leaveClashing(): void {
    const { master, likeness } = this.#bench;
    if (!likeness.isAsked) return;
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
    for (const column of [...this.#taken, ...this.#out]) this.#bench.master.bound(column, 0, 1);
  }

  #leave(column: number): void {
    this.#out.add(column);
    this.#bench.master.bound(column, 0, 0);
  }

  #clashes(column: Column): boolean {
    const { likeness } = this.#bench;
    return likeness.isAsked && this.#taken.some((other) => likeness.clash(column, this.#column(other)));
  }

  #column(at: number): Column {
    return this.#bench.master.columns[at]!;
  }
}
