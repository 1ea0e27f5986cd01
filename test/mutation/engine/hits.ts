/** Instrumented sources ask at each mutant's place whether it is on. */
type Asked = (mutant: number) => boolean;

const world = globalThis as { isOn?: Asked };

/** The mutants that were asked for. */
export class Hits {
  readonly #seen = new Set<number>();

  /** Turns all mutants off, and records those that are asked for. */
  static counting(): Hits {
    const hits = new Hits();
    world.isOn = (mutant) => {
      hits.#seen.add(mutant);
      return false;
    };
    return hits;
  }

  /** The mutants asked for since the last call. */
  take(): number[] {
    const taken = [...this.#seen];
    this.#seen.clear();
    return taken;
  }
}

/** Turns one mutant on, and all others off. */
export function turnOn(wanted: number): void {
  world.isOn = (mutant) => mutant === wanted;
}
