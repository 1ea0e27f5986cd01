import { Nodes } from "../../src/engine/solver/paths/nodes.ts";
import { RowSet } from "../../src/engine/solver/paths/raw-level.ts";
import { Scratch } from "../../src/engine/solver/paths/scratch.ts";
import { Walk } from "../../src/engine/solver/paths/walk.ts";

/** Units of points. */
const HUNDREDTH = 1e8;

/** Work counters of the path engine: no clock could detect a slightly looser bound. */
export interface PathWork {
  walks: number;
  /** States and arcs of the trellises searched, and the sum of the salary bounds at all their states. */
  states: number;
  arcs: number;
  left: number;
  /** Completions in frontiers, and the coarseness of salary tables, in powers of two. */
  completions: number;
  shifts: number;
  /** The point thresholds of searches, to the hundredth. */
  from: number;
  /** Nodes created, and steps taken. */
  nodes: number;
  steps: number;
  /** Table elements filled. */
  room: number;
  /** Automaton rows looked up. */
  rows: number;
}

/** Counts the path engine's work until it is disposed of. */
export function watchPaths(): PathWork & Disposable {
  const { begin, step } = Walk.prototype;
  const { doubles, integers } = Scratch.prototype;
  const { add } = Nodes.prototype;
  const { add: addRow } = RowSet.prototype;
  const work = {
    ...{
      walks: 0,
      states: 0,
      arcs: 0,
      left: 0,
      completions: 0,
      shifts: 0,
      from: 0,
      nodes: 0,
      steps: 0,
      room: 0,
      rows: 0,
    },
    [Symbol.dispose]() {
      Object.assign(Walk.prototype, { begin, step });
      Object.assign(Scratch.prototype, { doubles, integers });
      Object.assign(Nodes.prototype, { add });
      Object.assign(RowSet.prototype, { add: addRow });
    },
  };
  Walk.prototype.begin = function (plan) {
    begin.call(this, plan);
    work.walks += 1;
    const { trellis, windows, threshold, table } = plan;
    if ("gains" in table) work.completions += table.end[0] ?? 0;
    else work.shifts += table.shift;
    work.states += trellis.states;
    work.arcs += trellis.first[trellis.states] ?? 0;
    for (let state = 0; state < trellis.states; state += 1)
      work.left += Math.max(0, (windows.high[state] ?? 0) - (windows.low[state] ?? 0) + 1);
    work.from += Math.round(threshold / HUNDREDTH);
  };
  Walk.prototype.step = function () {
    work.steps += 1;
    return step.call(this);
  };
  Nodes.prototype.add = function (...given) {
    work.nodes += 1;
    return add.apply(this, given);
  };
  RowSet.prototype.add = function (row) {
    work.rows += 1;
    return addRow.call(this, row);
  };
  Scratch.prototype.doubles = function (name, length) {
    work.room += length;
    return doubles.call(this, name, length);
  };
  Scratch.prototype.integers = function (name, length) {
    work.room += length;
    return integers.call(this, name, length);
  };
  return work;
}

/** An outcome as text. */
export function wordsOf(work: object): string {
  return Object.entries(work)
    .map(([name, number]) => `${number} ${name}`)
    .join(", ");
}
