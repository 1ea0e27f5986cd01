import type { Program } from "../model/program.ts";
import type { BinarySolver } from "../solver/binary.ts";
import { type Bound, boundOf, type Part, restrict, WHOLE, widen } from "../solver/binary.ts";
import type { Interrupt } from "../solver/interrupt.ts";

/**
 * The best solution of a part, and the parts that remain without it. A part is the set of all solutions of a
 * program that take certain picks and leave certain others out.
 */
export interface PartSolution {
  /** The picks of the best solution, ascending. */
  readonly picks: readonly number[];
  readonly gain: number;
  /**
   * Disjoint parts that together contain the part's other solutions, except those below the threshold (see
   * `solvePart`). Each has an upper bound on the gain of its solutions.
   */
  readonly rest: readonly BoundedPart[];
}

interface BoundedPart {
  readonly part: Part;
  readonly bound: number;
}

/**
 * Finds a part's best solution; null if no solution of the part has a gain of at least `threshold`. Keeps no
 * state, so the result depends on the arguments alone.
 */
export function solvePart(
  solver: BinarySolver,
  program: Program,
  part: Part,
  threshold: number,
  interrupt: Interrupt,
): PartSolution | null {
  const whole = restrict(program, part);
  if (whole === null) return null;
  const bound = boundProgram(solver, whole.program, interrupt);
  const needed = threshold - whole.gain;
  if (bound === null || bound.bound < needed) return null;
  const reduced = restrict(whole.program, forcedBy(bound, needed));
  const found = reduced && solver.solve(reduced.program, interrupt);
  if (!reduced || !found) return null;
  const picks = widen(whole, widen(reduced, found));
  const gain = gainOf(program, picks);
  if (gain < threshold) return null;
  const rest = partsWithout(picks, part, program.full)
    .map((other) => ({ part: other, bound: Math.min(gain, mostGain(solver, program, other, interrupt)) }))
    .filter((other) => other.bound >= threshold);
  return { picks, gain, rest };
}

/**
 * An upper bound on the gain of a program's solutions, from the linear relaxation: Infinity if the solver has
 * no duals, null if the relaxation is infeasible.
 */
export function boundProgram(solver: BinarySolver, program: Program, interrupt: Interrupt): Bound | null {
  if (solver.duals) {
    const duals = solver.duals(program, interrupt);
    return duals && boundOf(program, duals);
  }
  const none = new Float64Array(program.pickCount);
  return { bound: Number.POSITIVE_INFINITY, costOfTaking: none, costOfLeaving: none };
}

/**
 * Returns a part that contains every solution with a gain of at least `threshold`. It fixes the picks that
 * all these solutions must take or must leave, which follows from reduced costs.
 */
export function forcedBy({ bound, costOfTaking, costOfLeaving }: Bound, threshold: number): Part {
  const slack = bound - threshold;
  if (slack === Number.POSITIVE_INFINITY) return WHOLE;
  const beyond = (costs: Float64Array) => [...costs.keys()].filter((pick) => costs[pick]! > slack);
  return { taken: beyond(costOfLeaving), left: beyond(costOfTaking), more: false };
}

/**
 * Divides `part` without the given solution into disjoint parts (Lawler's partition). If the solution's picks
 * that `part` does not fix are a, b and c, these are: without a; with a, without b; with a and b, without c.
 * If solutions can differ in size (not `full`), a last part takes all the picks and at least one more.
 */
function partsWithout(picks: readonly number[], part: Part, full: boolean): Part[] {
  const free = picks.filter((pick) => !part.taken.includes(pick));
  const parts = free.map((pick, k) => ({
    taken: [...part.taken, ...free.slice(0, k)],
    left: [...part.left, pick],
    more: part.more && k === 0,
  }));
  return full ? parts : [...parts, { taken: picks, left: part.left, more: true }];
}

function mostGain(solver: BinarySolver, program: Program, part: Part, interrupt: Interrupt): number {
  const restriction = restrict(program, part);
  const bound = restriction && boundProgram(solver, restriction.program, interrupt);
  return restriction && bound ? Math.floor(restriction.gain + bound.bound) : Number.NEGATIVE_INFINITY;
}

function gainOf(program: Program, picks: readonly number[]): number {
  return picks.reduce((sum, pick) => sum + program.gain[pick]!, 0);
}
