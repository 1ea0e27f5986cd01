import type { CounterLimit, EntryClass, RosterShape } from "./free-seats.ts";
import { type Instance, limitLeft } from "./instance.ts";

/** The candidates of an instance divided into classes of interchangeable ones (see `EntryClass`). */
export interface Classified {
  readonly shape: RosterShape;
  /** Identifies the shape: instances with equal keys have equal automata. */
  readonly key: string;
  /** Class of each candidate, an index into `shape.classes`. */
  readonly classOf: Int32Array;
}

/**
 * In a pool of at most this many candidates, the automaton is built for the number of candidates of each
 * class, which makes it smaller. In a larger pool this gains little, and the same automaton should serve
 * whichever candidates are excluded.
 */
const SMALL_POOL = 48;

/**
 * Divides the candidates into classes. The order of the classes does not depend on that of the candidates.
 */
export function classify(instance: Instance, smallPool = SMALL_POOL): Classified {
  const { roles, size, slots, entry, openSeats } = instance;
  const counters = instance.counters.map(
    (counter): CounterLimit => ({ kind: counter.kind, limit: limitLeft(instance, counter) }),
  );
  const found: Omit<EntryClass, "members">[] = [];
  const classOf = new Int32Array(size);
  let last = 0;
  for (let candidate = 0; candidate < size; candidate += 1) {
    let counts = 0;
    for (let index = 0; index < counters.length; index += 1) {
      counts |= instance.counters[index]!.member[entry[candidate]!]! << index;
    }
    if (last >= found.length || !belongs(instance, candidate, counts, found[last]!)) {
      last = 0;
      while (last < found.length && !belongs(instance, candidate, counts, found[last]!)) last += 1;
      if (last === found.length) {
        found.push({ slots: [...slots.subarray(candidate * roles, (candidate + 1) * roles)], counts });
      }
    }
    classOf[candidate] = last;
  }

  const sizes = new Int32Array(found.length);
  for (const own of classOf) sizes[own]! += 1;
  const classes = found.map(
    (alike, index): EntryClass => ({
      ...alike,
      members: size > smallPool ? openSeats : Math.min(openSeats, sizes[index]!),
    }),
  );
  const spelled = classes.map(({ slots, counts, members }) => `${slots.join(".")}:${counts}:${members}`);
  const canonical = spelled.toSorted();
  const place = spelled.map((own) => canonical.indexOf(own));
  return {
    shape: {
      seats: instance.seats,
      roles,
      classes: canonical.map((own) => classes[spelled.indexOf(own)]!),
      counters,
    },
    key: `${instance.seats.join()}/${counters.map(({ kind, limit }) => kind + limit).join()}/${canonical.join(" ")}`,
    classOf: classOf.map((own) => place[own]!),
  };
}

function belongs(
  instance: Instance,
  candidate: number,
  counts: number,
  entryClass: Omit<EntryClass, "members">,
): boolean {
  if (entryClass.counts !== counts) return false;
  for (let role = 0; role < instance.roles; role += 1) {
    if (entryClass.slots[role] !== instance.slots[candidate * instance.roles + role]) return false;
  }
  return true;
}
