import { type Automaton, buildAutomaton } from "./automaton.ts";
import { levelAtFirst, type RawLevel, readClass } from "./raw-level.ts";
import type { RosterShape } from "./roster-shape.ts";

/** How many bytes of rows the search for an order may look at, and how many states a level may have in it. */
const MOST_EFFORT = 2_000_000;
const MOST_STATES = 20_000;
/** What laying out a level costs, whatever its states. */
const EFFORT_PER_LEVEL = 4_000;

/**
 * The automaton of a small order of classes. The size depends much on the order (by a factor of six for ten
 * basketball classes): starting with classes that share slots side by side, neighbours are swapped as long as
 * that helps. Null when the first order grows beyond reason.
 */
export function smallAutomaton(shape: RosterShape): Automaton | null {
  const first = [...shape.classes.keys()].sort((a, b) => compareClasses(shape, a, b));
  return buildAutomaton(shape, smallOrder(shape, first));
}

/** Swaps neighbours while the states become fewer and the effort lasts. */
function smallOrder(shape: RosterShape, first: readonly number[]): readonly number[] {
  const order = [...first];
  const start = levelAtFirst(shape);
  if (start === null) return order;
  const levels: RawLevel[] = [];
  let effort = 0;
  const read = (before: Pick<RawLevel, "seats" | "states">, future: readonly number[]) => {
    const level = effort > MOST_EFFORT ? null : readClass(shape, before, future, MOST_STATES);
    effort += EFFORT_PER_LEVEL + (level?.effort ?? Number.POSITIVE_INFINITY);
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
      const later = earlier && read(earlier, [one, ...rest]);
      if (earlier === null || later === null) return order;
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
  for (let role = 0; role < shape.roles; role += 1) {
    const difference = reversedBits(right.slots[role]!) - reversedBits(left.slots[role]!);
    if (difference !== 0) return difference;
  }
  return left.counts - right.counts;
}

function reversedBits(bits: number): number {
  let reversed = 0;
  for (let slot = 0; slot < 24; slot += 1) reversed = reversed * 2 + ((bits >> slot) & 1);
  return reversed;
}
