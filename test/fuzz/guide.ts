import { Hits } from "../mutation/engine/hits.ts";

/** Keeps the texts with new coverage, to derive further texts from them. */
export class Guide {
  readonly #hits = Hits.counting();
  readonly #seen = new Map<string, Set<number>>();
  readonly #kept = new Map<string, string[]>();

  /** Reports that a target has finished a text. */
  saw(target: string, text: string): void {
    const seen = this.#seen.get(target) ?? new Set();
    this.#seen.set(target, seen);
    const before = seen.size;
    for (const place of this.#hits.take()) seen.add(place);
    if (seen.size > before) this.#kept.set(target, [...this.keptOf(target), text]);
  }

  keptOf(target: string): readonly string[] {
    return this.#kept.get(target) ?? [];
  }

  /** The number of places in the readers that a target has reached. */
  placesOf(target: string): number {
    return this.#seen.get(target)?.size ?? 0;
  }
}
