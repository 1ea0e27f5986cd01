import { type Automaton, buildAutomaton } from "./automaton.ts";
import { levelAtFirst, type RawLevel, readClass } from "./raw-level.ts";
import type { RosterShape } from "./roster-shape.ts";

/** How long an order is sought. */
interface Most {
  /** States of a level. */
  readonly states: number;
  /** Bytes of rows that are looked at. */
  readonly effort: number;
}

const MOST: Most = { states: 20_000, effort: 2_000_000 };
/** What laying out a level costs, whatever its states. */
const EFFORT_PER_LEVEL = 4_000;

/**
 * The automaton of a small order of classes. The size depends much on the order (by a factor of six for ten
 * basketball classes): starting with classes that share slots side by side, neighbours are swapped as long as
 * that helps. Null when the first order grows beyond reason.
 */
export function smallAutomaton(shape: RosterShape, most: Most = MOST): Automaton | null {
  const first = [...shape.classes.keys()].sort((a, b) => compareClasses(shape, a, b));
  return buildAutomaton(shape, smallOrder(shape, first, most));
}

/** Swaps neighbours while the states become fewer and the effort lasts. */
function smallOrder(shape: RosterShape, first: readonly number[], most: Most): readonly number[] {
  const order = [...first];
  const start = levelAtFirst(shape);
  if (start === null) return order;
  const levels: RawLevel[] = [];
  let effort = most.effort;
  const read = (before: Pick<RawLevel, "seats" | "states">, future: readonly number[]) => {
    const level = effort < 0 ? null : readClass(shape, before, future, most.states);
    if (level !== null) effort -= EFFORT_PER_LEVEL + level.effort;
    return level;
  };
  for (let at = 0; at < order.length; at += 1) {
    const level = read(levels[at - 1] ?? start, order.slice(at));
    if (level === null) return order;
    levels.push(level);
  }
  for (let improved = true; improved; ) {
    improved = false;
    for (let at = 0; at + 1 < order.length; at += 1) {
      const [one, other] = [order[at]!, order[at + 1]!];
      const rest = order.slice(at + 2);
      // What is free before and after the two does not depend on which of them is read first.
      const earlier = read(levels[at - 1] ?? start, [other, one, ...rest]);
      if (earlier === null) return order;
      const later = read(earlier, [one, ...rest]);
      if (later === null) return order;
      const states = levels[at]!.states.size + levels[at + 1]!.states.size;
      if (earlier.states.size + later.states.size >= states) continue;
      order.splice(at, 2, other, one);
      levels.splice(at, 2, earlier, later);
      improved = true;
    }
  }
  return order;
}

/** Orders classes by the slots they may sit in, first slots first, and then by what they count in. */
function compareClasses(shape: RosterShape, a: number, b: number): number {
  const [left, right] = [shape.classes[a]!, shape.classes[b]!];
  for (const [role, slots] of right.slots.entries()) {
    const own = left.slots[role]!;
    const apart = own ^ slots;
    const first = apart & -apart;
    const difference = (slots & first) - (own & first);
    if (difference !== 0) return difference;
  }
  return left.counts - right.counts;
}
