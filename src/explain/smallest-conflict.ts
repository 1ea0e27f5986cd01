import { SolverFailedError } from "../errors.ts";
import { type ElementSet, fullSet, has, indicesOf, setOf, single } from "./element-set.ts";
import { smallestHittingSet } from "./hitting-set.ts";
import type { Oracle } from "./oracle.ts";

/** What may be spent before an irreducible set has to do. */
interface ConflictEffort {
  /** Questions that no earlier find settles. */
  readonly questions: number;
  /** Branches of the search for hitting sets. */
  readonly branches: number;
}

const MOST: ConflictEffort = { questions: 10_000, branches: 5000 };

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
  most = MOST,
): Promise<SmallestConflict> {
  const all = fullSet(elementCount);
  if ((await oracle.keep(all)) !== null)
    throw new SolverFailedError("One call of a solver found no lineup for a model, and another did.");
  for (const index of indicesOf(all)) {
    if ((await oracle.keep(single(index))) === null) return { set: single(index), proved: true };
  }
  const rests: number[][] = [];
  const effort = { branches: most.branches };
  let size = 2;
  while (oracle.questions() < most.questions) {
    const candidate = smallestHittingSet(rests, size, effort);
    if (candidate === null) break;
    const kept = await oracle.keep(setOf(candidate));
    if (kept === null) return { set: setOf(candidate), proved: true };
    rests.push(indicesOf(all & ~(await grow(kept, all, rests, oracle))));
    size = Math.max(size, candidate.length);
  }
  return { set: await reduce(all, elementCount, oracle), proved: false };
}

/**
 * Adds to `kept` what can be kept with it; more at a time while that goes well. What is in most of the earlier `rests`
 * comes first: rests that have little in common say more together.
 */
async function grow(
  kept: ElementSet,
  all: ElementSet,
  rests: readonly (readonly number[])[],
  oracle: Oracle,
): Promise<ElementSet> {
  const restsOf = (index: number) => rests.reduce((sum, rest) => sum + Number(rest.includes(index)), 0);
  let grown = kept;
  let open = indicesOf(all & ~kept)
    .map((index) => ({ index, rests: restsOf(index) }))
    .sort((a, b) => b.rests - a.rests)
    .map(({ index }) => index);
  let stride = 1;
  while (open.length > 0) {
    const next = open.slice(0, stride);
    const together = await oracle.keep(grown | setOf(next));
    if (together !== null) {
      grown = together;
      open = open.filter((index) => !has(together, index));
      stride *= 2;
    } else if (next.length === 1) {
      open.shift();
    } else {
      stride = Math.ceil(next.length / 2);
    }
  }
  return grown;
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
