/** Counts by name what a property really tested. */
export class Tally {
  readonly #counts = new Map<string, number>();

  /** Counts one more, or so many. */
  add(name: string, by = 1): void {
    this.#counts.set(name, this.of(name) + by);
  }

  /** How many were counted; 0 for a name that was not. */
  of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  /** Every name with its count, in the order in which they came. */
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
