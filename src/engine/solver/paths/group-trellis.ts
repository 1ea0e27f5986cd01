import type { Grouping } from "./grouping.ts";
import type { Instance } from "./instance.ts";
import { layOutLayers } from "./layers.ts";
import type { Scratch } from "./scratch.ts";
import type { SeatStates } from "./seat-states.ts";
import type { Trellis } from "./trellis.ts";

/** Gives up beyond this many states: sweeping them would take longer than the refusals they save. */
const MOST_STATES = 2_000_000;

export interface GroupTrellisPlan {
  readonly instance: Instance;
  readonly seating: SeatStates;
  readonly grouping: Grouping;
  /** Per candidate of the instance, and how many classes there are. */
  readonly classOf: Int32Array;
  readonly classes: number;
  /** Those to lay out; of a group, in this order. */
  readonly candidates: readonly number[];
}

/**
 * Lays out candidates group by group, so that a rule about groups takes two small numbers beside the seats' state
 * (see `Grouping`), whatever groups there are. Null where they take too many states.
 */
export function layOutByGroup(
  { instance, seating, grouping, classOf, classes, candidates }: GroupTrellisPlan,
  scratch: Scratch,
  name: string,
): Trellis | null {
  const { roles } = instance;
  const { minimum, mostInside, refusesMore, seenFirst } = grouping;
  const ordered = candidates.toSorted((a, b) => grouping.groupOf(a) - grouping.groupOf(b));
  const groups = ordered.map((candidate) => grouping.groupOf(candidate));
  const insideAt = (at: number) => grouping.insideFirst(groups[at]!);
  const width = mostInside + 1;
  const stateOf = (seat: number, seen: number, inside: number) =>
    (seat * (minimum + 1) + seen) * width + inside;
  const isOpen =
    seating.start !== -1 && (ordered.length > 0 || (seating.open[0] === 0 && seenFirst >= minimum));
  let [candidate, group, insideNext] = [-1, -1, 0];
  let [isLast, endsGroup] = [false, false];
  const after = (seat: number, seen: number, inside: number) =>
    seen + seating.open[seat]! < minimum || (isLast && seating.open[seat] !== 0)
      ? -1
      : stateOf(seat, seen, endsGroup ? insideNext : inside);
  const reading = {
    instance,
    ordered,
    size: seating.states * (minimum + 1) * width,
    start: isOpen ? stateOf(0, seenFirst, insideAt(0)) : -1,
    turnTo(at: number) {
      candidate = ordered[at]!;
      group = groups[at]!;
      isLast = at + 1 === ordered.length;
      endsGroup = groups[at + 1] !== group;
      insideNext = insideAt(at + 1);
    },
    leave(state: number) {
      const inside = state % width;
      const rest = (state - inside) / width;
      const seen = rest % (minimum + 1);
      return after((rest - seen) / (minimum + 1), seen, inside);
    },
    pick(state: number, role: number) {
      const inside = state % width;
      if (group !== -1 && refusesMore && inside >= mostInside) return -1;
      const rest = (state - inside) / width;
      const seen = rest % (minimum + 1);
      const seat = (rest - seen) / (minimum + 1);
      const taken = seating.take[(seat * classes + classOf[candidate]!) * roles + role]!;
      if (taken === -1) return -1;
      const seenAfter = group !== -1 && inside === 0 && seen < minimum ? seen + 1 : seen;
      // Players of no group come first: the seats already count how many of them are picked.
      const matters = refusesMore || seenAfter < minimum;
      return after(taken, seenAfter, matters ? Math.min(mostInside, inside + 1) : inside);
    },
  };
  return layOutLayers(reading, { most: MOST_STATES, merges: false }, scratch, name);
}
