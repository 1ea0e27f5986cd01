import { Heap } from "../../shared/collections.ts";
import { REPORT_IT } from "../../shared/errors/message-parts.ts";
import { SolverFailedError } from "../../shared/errors.ts";
import { lowerModel } from "../lowering/lower-model.ts";
import type { Model } from "../model/model.ts";
import type { Program } from "../model/program.ts";
import { satisfies } from "../model/satisfies.ts";
import { seatCount } from "../roster.ts";
import { type Part, restrict, WHOLE, widen } from "../solver/binary.ts";
import type { Solution } from "../solver/contract.ts";
import type { BinarySolverName } from "../solver/registry.ts";
import { forcedBy, type PartSolution } from "./parts.ts";
import type { TaskKind, TaskTypes } from "./tasks.ts";

/**
 * `bestByParts` first guesses the depth of the last of the `count` best solutions: how far its gain is below
 * the upper bound. This is the guess if `count` is 1, as a fraction of the range of gains (see `rangeOf`).
 */
const FIRST_DEPTH = 0.001;
/** What each doubling of `count` adds to the guess of `FIRST_DEPTH`, as a fraction of the range of gains. */
const DEPTH_PER_DOUBLING = 0.00025;
/** The factor by which the guessed depth (see `FIRST_DEPTH`) is raised if it was too small. */
const NEXT_DEPTH = 3;

export interface TaskRunner {
  /** How many tasks can run at once; 0 if they run in the calling thread. */
  readonly threads: number;
  run<K extends TaskKind>(kind: K, input: TaskTypes[K]["input"]): Promise<TaskTypes[K]["output"]>;
}

/**
 * Finds the `count` best solutions with a solver of binary programs. First fixes the picks that every
 * solution above a threshold of gain must take or leave (reduced-cost fixing). If the solutions found do not
 * prove that the threshold was low enough, lowers it and searches again, at last without a threshold.
 */
export async function bestByParts(
  solver: BinarySolverName,
  model: Model,
  count: number,
  runner: TaskRunner,
): Promise<Solution[]> {
  const lowered = lowerModel(model, solver);
  const whole = restrict(lowered, WHOLE);
  if (whole === null) return [];
  const { program } = whole;
  const bound = await runner.run("bound", { solver, program });
  if (bound === null) return [];
  const range = rangeOf(model, program);
  for (let depth = range * (FIRST_DEPTH + DEPTH_PER_DOUBLING * Math.log2(count)); ; depth *= NEXT_DEPTH) {
    const threshold =
      depth < range && Number.isFinite(bound.bound) ? bound.bound - depth : Number.NEGATIVE_INFINITY;
    const kept = restrict(program, forcedBy(bound, threshold));
    const best = new BestSolutions(count, program);
    if (kept) {
      await searchByPartition({
        program: kept.program,
        bound: bound.bound - kept.gain,
        concurrency: Math.max(1, runner.threads),
        solve: (part) =>
          runner.run("part", { solver, program: kept.program, part, threshold: threshold - kept.gain }),
        take: (picks) => best.take(checked(solver, model, widen(whole, widen(kept, picks)))),
        isEnough: (gain) => best.isEnough(gain + kept.gain),
      });
    }
    if (threshold === Number.NEGATIVE_INFINITY || best.isEnough(threshold)) return best.finish();
  }
}

/**
 * Collects solutions, highest points first. Enough are found once no further solution can have more points
 * than the last of the `count` best.
 */
class BestSolutions {
  readonly #count: number;
  readonly #program: Program;
  readonly #solutions: Solution[] = [];

  constructor(count: number, program: Program) {
    this.#count = count;
    this.#program = program;
  }

  take(solution: Solution): void {
    const after = this.#solutions.findIndex((other) => other.points < solution.points);
    this.#solutions.splice(after === -1 ? this.#solutions.length : after, 0, solution);
  }

  isEnough(gain: number): boolean {
    const last = this.#solutions[this.#count - 1];
    return last !== undefined && gain * this.#program.grid + this.#program.error <= last.points;
  }

  finish(): Solution[] {
    return this.#solutions.slice(0, this.#count);
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

/** An upper bound, above 0, on the difference of two solutions' gains. */
function rangeOf(model: Model, { gain }: Program): number {
  const seats = seatCount(model.slots);
  return 1 + 2 * seats * gain.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}

interface PartitionSearch {
  readonly program: Program;
  readonly bound: number;
  readonly solve: (part: Part) => Promise<PartSolution | null>;
  /** How many parts to solve at once. */
  readonly concurrency: number;
  /** Receives the solutions, highest gain first. */
  readonly take: (picks: readonly number[]) => void;
  /** Whether enough solutions are found, given an upper bound on the gain of those not found yet. */
  readonly isEnough: (bound: number) => boolean;
}

/**
 * A part (see `PartSolution`) of which `take` has received no solution yet. `key` is the highest gain of its
 * solutions or, before it is solved, an upper bound on that gain.
 */
interface Node {
  readonly id: number;
  readonly part: Part;
  readonly key: number;
  readonly solution: PartSolution | null;
}

/**
 * Passes a program's solutions to `take`, highest gain first. After each solution, the rest of its part is
 * divided into disjoint parts (Lawler's partition). The order does not depend on which part is solved first:
 * among solutions with equal gains, the one of the part created first comes first.
 */
export async function searchByPartition(search: PartitionSearch): Promise<void> {
  const open = new Heap<Node>(precedes);
  const solved = new Heap<Node>(precedes);
  const running = new Map<Node, Promise<void>>();
  let created = 0;

  const add = (part: Part, key: number) => open.push({ id: created++, part, key, solution: null });
  const start = (node: Node) => {
    const run = search.solve(node.part).then((solution) => {
      running.delete(node);
      if (solution) solved.push({ ...node, key: solution.gain, solution });
    });
    // A part that was started early may fail after the search has ended; code that awaits it receives the
    // error.
    run.catch(() => {});
    running.set(node, run);
  };
  const firstUnsolved = () => first([open.peek(), ...running.keys()]);

  add(WHOLE, search.bound);
  for (;;) {
    const best = solved.peek();
    const unsolved = firstUnsolved();
    const next = first([best, unsolved]);
    if (next === undefined || search.isEnough(next.key)) return;
    if (best && next === best) {
      solved.pop();
      search.take(best.solution!.picks);
      for (const { part, bound } of best.solution!.rest) add(part, bound);
      continue;
    }
    while (running.size < search.concurrency) {
      const node = open.peek();
      if (node === undefined || search.isEnough(node.key)) break;
      open.pop();
      start(node);
    }
    await Promise.race(running.values());
  }
}

function precedes(a: Node, b: Node): boolean {
  return a.key > b.key || (a.key === b.key && a.id < b.id);
}

function first(nodes: readonly (Node | undefined)[]): Node | undefined {
  return nodes.reduce((best, node) => (node && (!best || precedes(node, best)) ? node : best), undefined);
}
