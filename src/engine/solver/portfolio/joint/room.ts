import type { Column } from "./columns.ts";
import type { Row } from "./rows.ts";
import type { ShareIndex, Workbench } from "./set-up.ts";

/** What lineups that are taken leave of a plan's shares. */
export class Room {
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
