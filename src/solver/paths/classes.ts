import type { CounterLimit, EntryClass, RosterShape } from "./automaton.ts";
import { type Instance, limitLeft } from "./instance.ts";

/** Beyond this many counters their bits no longer fit a number; nothing near it is ever useful. */
export const MOST_COUNTERS = 24;

/** The instance's candidates sorted into classes. */
export interface Classified {
  readonly shape: RosterShape;
  /** Spells the shape: equal keys, equal automata. */
  readonly key: string;
  /** Class of each candidate, an index into `shape.classes`. */
  readonly classOf: Int32Array;
}

/** Finds the classes that occur; their order depends on what they are, not on the candidates' order. */
export function classify(instance: Instance): Classified {
  const { roles, size, slots, entry } = instance;
  const counters = instance.counters.map(
    (counter): CounterLimit => ({ kind: counter.kind, limit: limitLeft(instance, counter) }),
  );
  const keys = new Map<string | number, number>();
  const found: EntryClass[] = [];
  const classOf = new Int32Array(size);
  for (let candidate = 0; candidate < size; candidate += 1) {
    let counts = 0;
    for (let index = 0; index < counters.length; index += 1) {
      counts |= instance.counters[index]!.member[entry[candidate]!]! << index;
    }
    const first = slots[candidate * roles]!;
    const key =
      roles === 1
        ? first * 2 ** MOST_COUNTERS + counts
        : `${slots.subarray(candidate * roles, (candidate + 1) * roles).join()}|${counts}`;
    let known = keys.get(key);
    if (known === undefined) {
      known = found.length;
      keys.set(key, known);
      found.push({ slots: [...slots.subarray(candidate * roles, (candidate + 1) * roles)], counts });
    }
    classOf[candidate] = known;
  }

  const spelled = found.map((entryClass) => `${entryClass.slots.join(".")}:${entryClass.counts}`);
  const canonical = [...found.keys()].sort((a, b) => (spelled[a]! < spelled[b]! ? -1 : 1));
  const place = new Int32Array(found.length);
  for (const [index, original] of canonical.entries()) place[original] = index;
  for (let candidate = 0; candidate < size; candidate += 1) classOf[candidate] = place[classOf[candidate]!]!;
  return {
    shape: { seats: instance.seats, roles, classes: canonical.map((original) => found[original]!), counters },
    key: `${instance.seats.join()}/${counters.map(({ kind, limit }) => kind + limit).join()}/${canonical.map((original) => spelled[original]).join(" ")}`,
    classOf,
  };
}
