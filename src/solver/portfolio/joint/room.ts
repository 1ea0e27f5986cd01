import type { Model } from "../../../model/model.ts";
import type { Column } from "./columns.ts";
import { counts, type Row } from "./rows.ts";
import type { Workbench } from "./set-up.ts";

/** What lineups that are taken leave of a plan's shares. */
export class Room {
  readonly #rows: readonly Row[];
  readonly #taken: Int32Array;
  readonly #count: number;
  readonly #lenient: boolean;
  #size = 0;

  /** A lenient one asks for no least shares. */
  constructor({ shareRows, plan }: Workbench, lenient: boolean) {
    this.#rows = shareRows;
    this.#taken = new Int32Array(shareRows.length);
    this.#count = plan.count;
    this.#lenient = lenient;
  }

  /** Whether each share for itself can still be kept with this lineup. */
  fits(column: Column): boolean {
    const left = this.#count - this.#size - 1;
    return this.#rows.every((row, at) => {
      const after = this.#taken[at]! + (counts(row, column) ? 1 : 0);
      return after <= row.upper && (this.#lenient || after + left >= row.lower);
    });
  }

  take(column: Column): void {
    this.#size += 1;
    for (const [at, row] of this.#rows.entries()) if (counts(row, column)) this.#taken[at]! += 1;
  }

  /** The model without the picks that no further lineup may have. */
  within(model: Model): Model {
    const slots = model.picks.slots.slice();
    for (const [at, row] of this.#rows.entries())
      if (row.kind === "picks" && this.#taken[at]! >= row.upper)
        for (const pick of row.picks) slots[pick] = 0;
    return { ...model, picks: { ...model.picks, slots } };
  }
}
