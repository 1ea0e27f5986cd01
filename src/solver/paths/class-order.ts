import { type Automaton, buildAutomaton, type RosterShape } from "./automaton.ts";

/** How many orders are tried, and after how many states made no other is. */
const MOST_TRIALS = 40;
const MOST_EFFORT = 20_000;

/**
 * The automaton of a small order of classes. The size depends much on the order (by a factor of six for ten
 * basketball classes): starting with classes that share slots side by side, neighbours are swapped as long as
 * that helps. Null when the first order tried grows beyond reason.
 */
export function smallAutomaton(shape: RosterShape): Automaton | null {
  let order = [...shape.classes.keys()].sort((a, b) => compareClasses(shape, a, b));
  let best = buildAutomaton(shape, order);
  let effort = best?.effort ?? Number.POSITIVE_INFINITY;
  let trials = 1;
  for (let improved = true; improved; ) {
    improved = false;
    for (let at = 0; at + 1 < order.length && trials < MOST_TRIALS && effort < MOST_EFFORT; at += 1) {
      const swapped = order.with(at, order[at + 1]!).with(at + 1, order[at]!);
      const automaton = buildAutomaton(shape, swapped);
      trials += 1;
      effort += automaton?.effort ?? Number.POSITIVE_INFINITY;
      if (automaton === null || (best !== null && automaton.size >= best.size)) continue;
      best = automaton;
      order = swapped;
      improved = true;
    }
  }
  return best;
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
