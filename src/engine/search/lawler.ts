import { Heap } from "../../shared/heap.ts";
import type { Program } from "../model/program.ts";
import { type Part, WHOLE } from "../solver/restrict.ts";
import type { PartSolution } from "./parts.ts";

export interface PartitionSearch {
  readonly program: Program;
  /** The most that any solution gains. */
  readonly bound: number;
  readonly solve: (part: Part) => Promise<PartSolution | null>;
  /** How many parts to solve at once. */
  readonly concurrency: number;
  /** Takes the solutions, highest gain first; `bound` is the most that those not taken yet gain. */
  readonly take: (picks: readonly number[]) => void;
  /** Whether enough is taken, given the most that any other solution gains. */
  readonly isEnough: (bound: number) => boolean;
}

/** A part of the solutions not taken yet. `key` is what its best solution gains, or at most gains until solved. */
interface Node {
  readonly id: number;
  readonly part: Part;
  readonly key: number;
  readonly solution: PartSolution | null;
}

/**
 * Takes a program's solutions in order of gain, by Lawler's partition into disjoint parts. The order is a function
 * of the program alone: parts are numbered as solutions are taken, ties go to the lower number, and how early a part
 * was solved, or beside which others, decides nothing.
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
    // A part that was started early may fail after the search is over; whoever awaits it gets the failure.
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
