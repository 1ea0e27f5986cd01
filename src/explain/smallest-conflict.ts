import { SolverFailedError } from "../errors.ts";
import { type ElementSet, fullSet, single, singles, sizeOf } from "./element-set.ts";
import { smallestHittingSet } from "./hitting-set.ts";
import type { Oracle } from "./oracle.ts";

/** How often the solver is asked for the smallest set before an irreducible one has to do. */
const MOST_QUESTIONS = 2000;

export interface SmallestConflict {
  readonly set: ElementSet;
  /** False when the work ran out: the set is irreducible then, but a smaller one may exist. */
  readonly proved: boolean;
}

/**
 * The smallest set of elements that cannot be kept together; of several, the one whose ascending list of indices
 * comes first. Every such set shares an element with the rest of each set that can be kept. So a smallest set that
 * does is tried: if it can be kept, it grows to one that no element can join, and there is another rest to share
 * with; if it cannot, nothing smaller can be a conflict.
 */
export async function smallestConflict(
  elementCount: number,
  oracle: Oracle,
  mostQuestions = MOST_QUESTIONS,
): Promise<SmallestConflict> {
  const all = fullSet(elementCount);
  if ((await oracle.keep(all)) !== null)
    throw new SolverFailedError("A solver found a lineup for a model that another call had none for.");
  const rests: ElementSet[] = [];
  let size = 0;
  while (oracle.asked() < mostQuestions) {
    const candidate = smallestHittingSet(rests, size);
    const kept = await oracle.keep(candidate);
    if (kept === null) return { set: candidate, proved: true };
    rests.push(all & ~(await grow(kept, all & ~kept, oracle)));
    size = sizeOf(candidate);
  }
  return { set: await reduce(all, elementCount, oracle), proved: false };
}

/** Adds to `kept` what of `rest` can be kept with it, halving `rest` where not all of it can. */
async function grow(kept: ElementSet, rest: ElementSet, oracle: Oracle): Promise<ElementSet> {
  const open = rest & ~kept;
  if (open === 0n) return kept;
  const together = await oracle.keep(kept | open);
  if (together !== null) return together;
  if (sizeOf(open) === 1) return kept;
  const [first, second] = halves(open);
  return grow(await grow(kept, first, oracle), second, oracle);
}

/** Takes every element out of a conflict that it stays one without, the contest's own rules first. */
async function reduce(conflict: ElementSet, elementCount: number, oracle: Oracle): Promise<ElementSet> {
  let left = conflict;
  for (let index = elementCount - 1; index >= 0; index -= 1) {
    const without = left & ~single(index);
    if (without !== left && (await oracle.keep(without)) === null) left = without;
  }
  return left;
}

function halves(set: ElementSet): [ElementSet, ElementSet] {
  const half = Math.floor(sizeOf(set) / 2);
  let first = 0n;
  let taken = 0;
  for (const element of singles(set)) {
    if (taken === half) break;
    first |= element;
    taken += 1;
  }
  return [first, set & ~first];
}
