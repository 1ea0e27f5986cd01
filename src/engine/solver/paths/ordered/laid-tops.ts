import type { Instance } from "../instance.ts";
import { Scratch } from "../scratch.ts";
import type { Trellis } from "../trellis.ts";
import { isFree } from "./reach.ts";

const MOST_KEPT = 64;
const MOST_JOINED = 4;
/**
 * The number of candidates in a new trellis, as a multiple of the number needed, so that it can serve again.
 */
export const JOINED_AT_FIRST = 2;

interface LaidTop {
  readonly trellis: Trellis;
  readonly scratch: Scratch;
  readonly candidates: readonly number[];
  /** Per candidate, 1 if it is in the trellis. */
  readonly isLaid: Uint8Array;
  /** Per option, 1 if it was excluded when the trellis was built. */
  readonly out: Uint8Array;
}

interface Wanted {
  readonly instance: Instance;
  readonly candidates: readonly number[];
  /** Returns `candidates` and more: a trellis that is built with all of them can serve again. */
  readonly more: () => readonly number[];
  /** Per option, 1 if it must not be picked. */
  readonly out: Uint8Array;
  readonly layOut: (candidates: readonly number[], scratch: Scratch) => Trellis;
}

/**
 * Cached trellises for layouts with option counters, which are expensive to build. A trellis has the best
 * candidates for some points and prices. It serves for others as long as it has the best candidates for
 * those.
 */
export class LaidTops {
  readonly #kept = new Map<object, LaidTop>();

  /**
   * Returns a trellis with at least these candidates: the layout's cached one, or a new one that also has the
   * candidates of `more`. Sets `worth` to -Infinity for options that are excluded (`out`).
   */
  of(layout: object, { instance, candidates, more, out, layOut }: Wanted, worth: Float64Array): Trellis {
    let laid = this.#kept.get(layout);
    if (laid === undefined || !serves(instance, laid, candidates, out)) {
      const joined = union(instance, laid, more(), out, MOST_JOINED * candidates.length);
      const scratch = laid?.scratch ?? new Scratch();
      const isLaid = new Uint8Array(instance.size);
      for (const candidate of joined) isLaid[candidate] = 1;
      const trellis = layOut(joined, scratch);
      laid = { trellis, scratch, candidates: joined, isLaid, out: out.slice() };
    }
    // The least recently used trellis is dropped first.
    this.#kept.delete(layout);
    this.#kept.set(layout, laid);
    if (this.#kept.size > MOST_KEPT)
      for (const oldest of this.#kept.keys()) {
        this.#kept.delete(oldest);
        break;
      }
    const { roles } = instance;
    for (const candidate of laid.candidates)
      for (let option = candidate * roles; option < (candidate + 1) * roles; option += 1)
        if (out[option] === 1) worth[option] = Number.NEGATIVE_INFINITY;
    return laid.trellis;
  }
}

/**
 * Whether a trellis contains all of these candidates, and lacks none of its candidates' options that `out`
 * allows.
 */
function serves(
  { roles }: Instance,
  { isLaid, candidates: laid, out: leftOut }: LaidTop,
  candidates: readonly number[],
  out: Uint8Array,
): boolean {
  if (!candidates.every((candidate) => isLaid[candidate] === 1)) return false;
  for (const candidate of laid)
    for (let option = candidate * roles; option < (candidate + 1) * roles; option += 1)
      if (leftOut[option] === 1 && out[option] === 0) return false;
  return true;
}

/**
 * These candidates plus those of an earlier trellis that are not excluded; if that makes more than `most`,
 * these candidates alone.
 */
function union(
  instance: Instance,
  laid: LaidTop | undefined,
  candidates: readonly number[],
  out: Uint8Array,
  most: number,
): readonly number[] {
  if (laid === undefined) return candidates;
  const added = candidates.filter((candidate) => laid.isLaid[candidate] === 0);
  const joined = [...laid.candidates.filter((candidate) => isFree(instance, candidate, out)), ...added];
  return joined.length <= most ? joined : candidates;
}
