import { Nodes } from "../../src/solver/paths/nodes.ts";
import { RowSet } from "../../src/solver/paths/row-set.ts";
import { Walk, type WalkPlan } from "../../src/solver/paths/walk.ts";
import { Mix } from "./mix.ts";

/** Units of points: powers are not the same to the last bit everywhere. */
const HUNDREDTH = 1e8;

/** What the path engine went through: equal traces are those of the very same work. */
export interface PathTrace {
  /** Rows of automata looked up. */
  rows: number;
  /** Of trellises, windows and tables walked through, and of the nodes made on the way. */
  readonly grounds: string;
  readonly ways: string;
}

/** Follows what the path engine does, until it is let go: a sum over it would hide what is here more and there less. */
export function tracePaths(): PathTrace & Disposable {
  const { begin } = Walk.prototype;
  const { add } = Nodes.prototype;
  const { add: addRow } = RowSet.prototype;
  const [grounds, ways] = [new Mix(), new Mix()];
  const trace = {
    rows: 0,
    get grounds() {
      return grounds.text;
    },
    get ways() {
      return ways.text;
    },
    [Symbol.dispose]() {
      Object.assign(Walk.prototype, { begin });
      Object.assign(Nodes.prototype, { add });
      Object.assign(RowSet.prototype, { add: addRow });
    },
  };
  Walk.prototype.begin = function (plan) {
    mixGround(grounds, plan);
    begin.call(this, plan);
  };
  Nodes.prototype.add = function (bound, chosen, length) {
    ways.double(bound);
    ways.integer(length);
    return add.call(this, bound, chosen, length);
  };
  RowSet.prototype.add = function (row) {
    trace.rows += 1;
    return addRow.call(this, row);
  };
  return trace;
}

function mixGround(mix: Mix, { trellis, windows, table, threshold, room }: WalkPlan): void {
  const { states, start, first, target, option } = trellis;
  const { low, high, budget } = windows;
  const arcs = first[states] ?? 0;
  for (const one of [states, start, budget]) mix.integer(one);
  for (const one of [Math.round(threshold / HUNDREDTH), room]) mix.double(one);
  mix.integers(first, states);
  mix.integers(target, arcs);
  mix.integers(option, arcs);
  mix.integers(low, states);
  mix.integers(high, states);
  if ("gains" in table) {
    const size = table.end[0] ?? 0;
    mix.integers(table.end, states);
    mix.integers(table.salaries, size);
    for (let at = 0; at < size; at += 1) mix.double(table.gains[at] ?? 0);
    return;
  }
  const { shift, unit, base, steps } = table;
  mix.integer(shift);
  mix.double(unit);
  for (let state = 0; state < states; state += 1) {
    const [least, most] = [low[state] ?? 0, high[state] ?? 0];
    if (least > most) continue;
    const from = base[state] ?? 0;
    for (let left = least >> shift; left <= most >> shift; left += 1) mix.integer(steps[from + left] ?? 0);
  }
}
