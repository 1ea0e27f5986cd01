import { createHash } from "node:crypto";

/** Finds texts that were added twice, in 8 bytes a text and none of them kept: it may suspect a few that were not. */
export class TwinSearch {
  #hashes = new Float64Array(1 << 10);
  #size = 0;
  #suspects: ReadonlySet<number> | null = null;

  add(text: string): void {
    if (this.#size === this.#hashes.length) {
      const larger = new Float64Array(2 * this.#size);
      larger.set(this.#hashes);
      this.#hashes = larger;
    }
    this.#hashes[this.#size] = hashOf(text);
    this.#size += 1;
  }

  hasSuspects(): boolean {
    return this.#found().size > 0;
  }

  isSuspect(text: string): boolean {
    return this.#found().has(hashOf(text));
  }

  #found(): ReadonlySet<number> {
    if (this.#suspects) return this.#suspects;
    const sorted = this.#hashes.subarray(0, this.#size).sort();
    const twice = new Set<number>();
    for (let at = 1; at < sorted.length; at += 1) if (sorted[at] === sorted[at - 1]) twice.add(sorted[at]!);
    this.#suspects = twice;
    return twice;
  }
}

/** 53 bits of a text's digest, as a whole number. */
function hashOf(text: string): number {
  const bytes = createHash("sha1").update(text).digest();
  return bytes.readUIntBE(0, 6) * 32 + (bytes[6]! & 31);
}
