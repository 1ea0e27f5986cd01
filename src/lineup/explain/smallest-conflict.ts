import { SolverFailedError } from "../../shared/errors.ts";
import { type ElementSet, fullSet, has, indicesOf, setOf, single } from "./element-set.ts";
import { smallestHittingSet } from "./hitting-set.ts";
import type { Oracle } from "./oracle.ts";

/** Limits after which an irreducible set is accepted. */
interface ConflictEffort {
  /** Oracle questions that no earlier answer settles. */
  readonly questions: number;
  /** Branches of the search for hitting sets. */
  readonly branches: number;
}

const MOST: ConflictEffort = { questions: 10_000, branches: 5000 };

export interface SmallestConflict {
  readonly set: ElementSet;
  /** False if a limit was reached: the set is irreducible, but a smaller one may exist. */
  readonly proved: boolean;
}

/**
 * The smallest set of elements that cannot be kept together (a minimum unsatisfiable subset); of several, the
 * one whose indices come first. It uses implicit hitting sets: every conflict contains an element outside
 * each set that can be kept. It repeatedly takes a minimum hitting set of the complements found so far. If
 * that set can be kept, it is extended to a maximal set, whose complement is added; otherwise it is a
 * smallest conflict.
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
  const complements: number[][] = [];
  const effort = { branches: most.branches };
  let size = 2;
  while (oracle.questions() < most.questions) {
    const candidate = smallestHittingSet(complements, size, effort);
    if (candidate === null) break;
    const kept = await oracle.keep(setOf(candidate));
    if (kept === null) return { set: setOf(candidate), proved: true };
    complements.push(indicesOf(all & ~(await extend(kept, all, complements, oracle))));
    size = Math.max(size, candidate.length);
  }
  return { set: await reduce(all, elementCount, oracle), proved: false };
}

/**
 * Extends `kept` to a maximal set that can be kept, doubling the step after each success. Elements of many earlier
 * complements come first, so that the new complement overlaps them little and raises the bound more.
 */
async function extend(
  kept: ElementSet,
  all: ElementSet,
  complements: readonly (readonly number[])[],
  oracle: Oracle,
): Promise<ElementSet> {
  const frequencyOf = (index: number) => complements.filter((one) => one.includes(index)).length;
  let extended = kept;
  let open = indicesOf(all & ~kept)
    .map((index) => ({ index, frequency: frequencyOf(index) }))
    .sort((a, b) => b.frequency - a.frequency)
    .map(({ index }) => index);
  let stride = 1;
  while (open.length > 0) {
    const next = open.slice(0, stride);
    const together = await oracle.keep(extended | setOf(next));
    if (together !== null) {
      extended = together;
      open = open.filter((index) => !has(together, index));
      stride *= 2;
    } else if (next.length === 1) {
      open.shift();
    } else {
      stride = Math.ceil(next.length / 2);
    }
  }
  return extended;
}

/** Removes every element that the conflict does not need, the contest's own rules first. */
async function reduce(conflict: ElementSet, elementCount: number, oracle: Oracle): Promise<ElementSet> {
  let left = conflict;
  for (let index = elementCount - 1; index >= 0; index -= 1) {
    const without = left & ~single(index);
    if (without !== left && (await oracle.keep(without)) === null) left = without;
  }
  return left;
}
