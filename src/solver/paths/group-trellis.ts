import type { Grouping } from "./grouping.ts";
import type { Instance } from "./instance.ts";
import { IntegerList } from "./integer-list.ts";
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
 * (see `Grouping`), whatever groups there are. Only states that can be reached are made. Null when they are too many.
 */
export function layOutByGroup({
  instance,
  seating,
  grouping,
  classOf,
  classes,
  candidates,
}: GroupTrellisPlan): Trellis | null {
  const { roles, required, nobody } = instance;
  const { minimum, mostInside, refusesMore } = grouping;
  const ordered = candidates.toSorted((a, b) => grouping.groupOf(a) - grouping.groupOf(b));
  const widths = { seen: minimum + 1, inside: mostInside + 1 };
  const keyOf = (seat: number, seen: number, inside: number) =>
    (seat * widths.seen + seen) * widths.inside + inside;
  const first = new IntegerList();
  const target = new IntegerList();
  const option = new IntegerList();
  const groups = ordered.map((candidate) => grouping.groupOf(candidate));
  const insideAt = (at: number) => grouping.insideFirst(groups[at]!);

  let layer: number[] = seating.start === -1 ? [] : [keyOf(0, grouping.seenFirst, insideAt(0))];
  let next: number[] = [];
  const place = new Int32Array(seating.states * widths.seen * widths.inside).fill(-1);
  let states = 0;
  for (let at = 0; at < ordered.length; at += 1) {
    const candidate = ordered[at]!;
    const group = groups[at]!;
    const isLast = at + 1 === ordered.length;
    const endsGroup = groups[at + 1] !== group;
    const insideNext = insideAt(at + 1);
    const following = states + layer.length;
    const lead = (seat: number, seen: number, inside: number, picked: number) => {
      if (seen + seating.open[seat]! < minimum || (isLast && seating.open[seat] !== 0)) return;
      const key = keyOf(seat, seen, endsGroup ? insideNext : inside);
      if (place[key] === -1) place[key] = next.push(key) - 1;
      target.push(following + place[key]!);
      option.push(picked);
    };
    for (const key of layer) {
      first.push(target.length);
      const inside = key % widths.inside;
      const rest = (key - inside) / widths.inside;
      const seen = rest % widths.seen;
      const seat = (rest - seen) / widths.seen;
      if (required[candidate] === 0) lead(seat, seen, inside, nobody);
      if (group !== -1 && refusesMore && inside >= mostInside) continue;
      for (let role = 0; role < roles; role += 1) {
        const taken = seating.take[(seat * classes + classOf[candidate]!) * roles + role]!;
        if (taken === -1) continue;
        const seenAfter = group !== -1 && inside === 0 && seen < minimum ? seen + 1 : seen;
        // Whoever is of no group comes first: how many of these are picked the seats tell already.
        const matters = refusesMore || seenAfter < minimum;
        const insideAfter = matters ? Math.min(mostInside, inside + 1) : inside;
        lead(taken, seenAfter, insideAfter, candidate * roles + role);
      }
    }
    states = following;
    for (const key of next) place[key] = -1;
    [layer, next] = [next, []];
    if (states > MOST_STATES) return null;
  }
  const isWhole = seating.open[0] === 0 && grouping.seenFirst >= minimum;
  const isOpen = seating.start !== -1 && (ordered.length > 0 || isWhole);
  first.push(target.length);
  first.push(target.length);
  return {
    states: states + 1,
    start: isOpen ? 0 : -1,
    first: first.values,
    target: target.values,
    option: option.values,
    candidates,
  };
}
