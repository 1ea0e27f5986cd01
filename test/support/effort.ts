import { Scratch } from "../../src/solver/paths/scratch.ts";
import { Walk } from "../../src/solver/paths/walk.ts";

/** What the path engine did: no clock could tell a bound that is a little looser. */
export interface PathWork {
  walks: number;
  /** States of the trellises walked through, nodes made there, and steps taken. */
  states: number;
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
    ...{ walks: 0, states: 0, nodes: 0, steps: 0, room: 0 },
    [Symbol.dispose]() {
      Object.assign(Walk.prototype, { begin, step });
      Object.assign(Scratch.prototype, { doubles, integers });
    },
  };
  Walk.prototype.begin = function (plan) {
    begin.call(this, plan);
    work.walks += 1;
    work.states += plan.trellis.states;
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

/** So many times what it was is as much: another way to search may pay a little here for more elsewhere. */
const AS_MUCH = 1.25;

/** Those numbers that are clearly more than they were, each named by what it counts. */
export function moreThan<Were extends Readonly<Record<string, number>>>(
  were: Were,
  are: { readonly [Name in keyof Were]: number },
): string[] {
  return Object.entries(were).flatMap(([name, number]) => {
    const now = are[name as keyof Were];
    return now > number * AS_MUCH ? [`${now} ${name}, not ${number}`] : [];
  });
}
