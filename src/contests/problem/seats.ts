import type { Lineup, Problem, Seat } from "./problem.ts";

export type NamedLineup = readonly { readonly uuid: string; readonly slot: string }[];

type Named = Pick<Problem, "entries" | "contest">;

export function namedLineup({ entries, contest }: Named, lineup: Lineup) {
  return lineup.map(({ entry, slot }) => ({ slot: contest.slots[slot]!.name, uuid: entries[entry]!.uuid }));
}

/**
 * Returns a function that finds a seat by GUID and slot name. It throws a RangeError if either is unknown.
 */
export function seatFinder({ entries, contest }: Named): (named: NamedLineup[number]) => Seat {
  const entryOf = new Map(entries.map(({ uuid }, entry) => [uuid, entry]));
  const slotOf = new Map(contest.slots.map(({ name }, slot) => [name, slot]));
  return ({ uuid, slot: name }) => {
    const [entry, slot] = [entryOf.get(uuid), slotOf.get(name)];
    if (entry === undefined) throw new RangeError(`Player ${uuid} is not in the pool, or has no projection.`);
    if (slot === undefined)
      throw new RangeError(`The contest has no slot ${name}. Name one of ${[...slotOf.keys()].join(", ")}.`);
    return { entry, slot };
  };
}
