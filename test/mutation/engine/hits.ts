/** What instrumented sources ask at each place that has a mutant: whether it is the one that is on. */
type Asked = (mutant: number) => boolean;

const world = globalThis as { isOn?: Asked };

/** Which mutants were asked for. */
export class Hits {
  readonly #seen = new Set<number>();

  /** Sets all mutants off, and counts those that are asked for. */
  static counting(): Hits {
    const hits = new Hits();
    world.isOn = (mutant) => {
      hits.#seen.add(mutant);
      return false;
    };
    return hits;
  }

  /** Those asked for since the last time. */
  take(): number[] {
    const taken = [...this.#seen];
    this.#seen.clear();
    return taken;
  }
}

/** Sets one mutant on, and all others off. */
export function turnOn(wanted: number): void {
  world.isOn = (mutant) => mutant === wanted;
}
