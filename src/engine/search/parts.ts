import type { Program } from "../model/program.ts";
import type { BinarySolver } from "../solver/binary.ts";
import { type Bound, boundOf, type Part, restrict, WHOLE, widen } from "../solver/binary.ts";
import type { Interrupt } from "../solver/interrupt.ts";

/**
 * The best solution of a part, and the parts that remain without it. A part is a set of a program's solutions
 * that take some picks and leave others out.
 */
export interface PartSolution {
  /** The picks of the best solution, ascending. */
  readonly picks: readonly number[];
  readonly gain: number;
  /**
   * Disjoint parts that contain every other solution of the part with a gain of at least the threshold, each
   * with an upper bound on the gain of its solutions.
   */
  readonly rest: readonly BoundedPart[];
}

interface BoundedPart {
  readonly part: Part;
  readonly bound: number;
}

/**
 * Finds a part's best solution; null if its gain is below `threshold`. Keeps no state, so the result depends
 * on the arguments alone.
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
 * The bound from the linear relaxation, Infinity if the solver has no duals; null if the relaxation is
 * infeasible.
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
 * A part that contains every solution with a gain of `threshold` or more: fixes the picks that such a
 * solution must take or leave, by their reduced costs.
 */
export function forcedBy({ bound, costOfTaking, costOfLeaving }: Bound, threshold: number): Part {
  const slack = bound - threshold;
  if (slack === Number.POSITIVE_INFINITY) return WHOLE;
  const beyond = (costs: Float64Array) => [...costs.keys()].filter((pick) => costs[pick]! > slack);
  return { taken: beyond(costOfLeaving), left: beyond(costOfTaking), more: false };
}

/**
 * Lawler's partition: disjoint parts that together contain all solutions of `part` except this one. Of the
 * solution's picks that `part` does not fix, the k-th new part takes the first k - 1 and excludes the k-th.
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
