import { Scratch } from "../../src/solver/paths/scratch.ts";
import { Walk } from "../../src/solver/paths/walk.ts";

/** Units of points. */
const HUNDREDTH = 1e8;

/** What the path engine did: no clock could tell a bound that is a little looser. */
export interface PathWork {
  walks: number;
  /** States and arcs of the trellises walked through, and how much salary may be left at all of their states. */
  states: number;
  arcs: number;
  left: number;
  /** Points from which on lineups were wanted, to the hundredth. */
  from: number;
  /** Nodes made, and steps taken. */
  nodes: number;
  steps: number;
  /** Elements of the tables filled. */
  room: number;
}

/** Counts what the path engine does, until it is let go. */
export function watchPaths(): PathWork & Disposable {
  const { begin, step } = Walk.prototype;
  const { doubles, integers } = Scratch.prototype;
  const work = {
    ...{ walks: 0, states: 0, arcs: 0, left: 0, from: 0, nodes: 0, steps: 0, room: 0 },
    [Symbol.dispose]() {
      Object.assign(Walk.prototype, { begin, step });
      Object.assign(Scratch.prototype, { doubles, integers });
    },
  };
  Walk.prototype.begin = function (plan) {
    begin.call(this, plan);
    work.walks += 1;
    const { trellis, windows, threshold } = plan;
    work.states += trellis.states;
    work.arcs += trellis.first[trellis.states] ?? 0;
    for (let state = 0; state < trellis.states; state += 1)
      work.left += Math.max(0, (windows.high[state] ?? 0) - (windows.low[state] ?? 0) + 1);
    work.from += Math.round(threshold / HUNDREDTH);
    work.nodes += this.births;
  };
  Walk.prototype.step = function () {
    const before = this.births;
    const found = step.call(this);
    work.steps += 1;
    work.nodes += this.births - before;
    return found;
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

/** What something came to, as a line of a file that is compared whole: `-u` writes it down anew. */
export function lineOf(what: string, work: object): string {
  const numbers = Object.entries(work).map(([name, number]) => `${number} ${name}`);
  return `${what}: ${numbers.join(", ")}\n`;
}
