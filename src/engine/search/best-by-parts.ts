import { turn } from "../../shared/clock.ts";
import { Heap } from "../../shared/collections.ts";
import { REPORT_IT } from "../../shared/errors/message-parts.ts";
import { SolverFailedError } from "../../shared/errors.ts";
import { seatCount } from "../../shared/roster.ts";
import { lowerModel } from "../lowering/lower-model.ts";
import type { Model } from "../model/model.ts";
import type { Program } from "../model/program.ts";
import { satisfies } from "../model/satisfies.ts";
import {
  type BinarySolver,
  type Bound,
  boundOf,
  type Part,
  restrict,
  WHOLE,
  widen,
} from "../solver/binary.ts";
import type { Solution } from "../solver/contract.ts";
import type { Interrupt } from "../solver/interrupt.ts";
import type { BinarySolverName } from "../solver/registry.ts";

/**
 * The first guess of how far the gain of the best solution is below the upper bound, as a fraction of the range
 * of gains.
 */
const FIRST_DEPTH = 0.001;

/**
 * Finds the `count` best solutions with a solver of binary programs. Searches only the part of the solutions
 * above a threshold of gain, by reduced-cost fixing. If the solutions found do not prove that the threshold was
 * low enough, lowers it and searches again, at last without a threshold.
 * @throws AbortedError, TimeLimitError, SolverFailedError
 */
export async function bestByParts(
  name: BinarySolverName,
  solver: BinarySolver,
  { model, count }: { readonly model: Model; readonly count: number },
  interrupt: Interrupt,
): Promise<Solution[]> {
  const whole = restrict(lowerModel(model, name), WHOLE);
  const bound = whole && boundProgram(solver, whole.program, interrupt);
  if (!whole || !bound) return [];
  const { program } = whole;
  const mostGained = program.gain.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const range = 1 + 2 * seatCount(model.slots) * mostGained;
  for (let depth = range * FIRST_DEPTH * (1 + Math.log2(count) / 4); ; depth *= 3) {
    const threshold =
      depth < range && Number.isFinite(bound.bound) ? bound.bound - depth : Number.NEGATIVE_INFINITY;
    const best: Solution[] = [];
    const isEnough = (gain: number) =>
      best.length >= count && gain * program.grid + program.error <= best[count - 1]!.points;
    await byPartition(
      { key: bound.bound, part: forcedBy(bound, threshold) },
      (part) => solvePart(solver, program, part, threshold, interrupt),
      (picks) => {
        const solution = checked(name, model, widen(whole, picks));
        const after = best.findIndex((other) => other.points < solution.points);
        best.splice(after === -1 ? best.length : after, 0, solution);
      },
      isEnough,
    );
    if (threshold === Number.NEGATIVE_INFINITY || isEnough(threshold)) return best.slice(0, count);
  }
}

/**
 * Makes a solution from a solver's picks. Solvers are not trusted: the picks must keep the model's rules, and
 * points are summed again. @throws SolverFailedError if a rule is broken.
 */
function checked(solver: string, model: Model, picks: readonly number[]): Solution {
  if (!satisfies(model, picks))
    throw new SolverFailedError(`${solver} returned a lineup that breaks a rule. ${REPORT_IT}`);
  return { picks, points: picks.reduce((sum, pick) => sum + model.picks.points[pick]!, 0) };
}

interface BoundedPart {
  readonly part: Part;
  readonly key: number;
}

/** A part of which no solution has been taken yet. Once it is solved, `key` is the highest gain of its solutions. */
interface Node extends BoundedPart {
  readonly id: number;
  readonly solution: PartSolution | null;
}

/**
 * Passes the solutions of a part to `take`, highest gain first, until `isEnough` for all others. After each
 * solution, the rest of its part is divided into disjoint parts (Lawler's partition). Of solutions with equal
 * gains, the one of the part created first comes first.
 */
async function byPartition(
  root: BoundedPart,
  solve: (part: Part) => PartSolution | null,
  take: (picks: readonly number[]) => void,
  isEnough: (bound: number) => boolean,
): Promise<void> {
  const open = new Heap<Node>((a, b) => a.key > b.key || (a.key === b.key && a.id < b.id));
  let created = 0;
  const add = (part: BoundedPart) => open.push({ ...part, id: created++, solution: null });
  add(root);
  for (let node = open.pop(); node !== undefined && !isEnough(node.key); node = open.pop()) {
    if (node.solution !== null) {
      take(node.solution.picks);
      for (const part of node.solution.rest) add(part);
      continue;
    }
    await turn();
    const solution = solve(node.part);
    if (solution !== null) open.push({ ...node, key: solution.gain, solution });
  }
}

/**
 * The best solution of a part (the solutions that take and leave certain picks), and disjoint parts that
 * contain its others, except those below the threshold.
 */
interface PartSolution {
  readonly picks: readonly number[];
  readonly gain: number;
  readonly rest: readonly BoundedPart[];
}

function solvePart(
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
    .map((other) => ({ part: other, key: Math.min(gain, mostGain(solver, program, other, interrupt)) }))
    .filter(({ key }) => key >= threshold);
  return { picks, gain, rest };
}

/** The bound of the linear relaxation: Infinity if the solver has no duals, null if it is infeasible. */
function boundProgram(solver: BinarySolver, program: Program, interrupt: Interrupt): Bound | null {
  if (solver.duals) {
    const duals = solver.duals(program, interrupt);
    return duals && boundOf(program, duals);
  }
  const none = new Float64Array(program.pickCount);
  return { bound: Number.POSITIVE_INFINITY, costOfTaking: none, costOfLeaving: none };
}

/** Reduced-cost fixing: the part of all solutions with a gain of at least `threshold`. */
function forcedBy({ bound, costOfTaking, costOfLeaving }: Bound, threshold: number): Part {
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
