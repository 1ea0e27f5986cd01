/** Counts by name what a property tested. */
export class Tally {
  readonly #counts = new Map<string, number>();

  /** Adds one, or `by`. */
  add(name: string, by = 1): void {
    this.#counts.set(name, this.of(name) + by);
  }

  /** The count of a name; 0 if nothing was counted. */
  of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  /** Every name with its count, in the order of first use. */
  entries(): readonly (readonly [name: string, count: number])[] {
    return [...this.#counts];
  }

  /** `feasible 80, infeasible 20`. */
  toString(): string {
    return this.entries()
      .map(([name, count]) => `${name} ${count}`)
      .join(", ");
  }
}
