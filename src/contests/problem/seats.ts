import type { Lineup, Problem, Seat } from "./problem.ts";

/** A lineup as player GUIDs in slots by name. */
export type NamedLineup = readonly { readonly uuid: string; readonly slot: string }[];

type Named = Pick<Problem, "entries" | "contest">;

export function namedLineup({ entries, contest }: Named, lineup: Lineup) {
  return lineup.map(({ entry, slot }) => ({ slot: contest.slots[slot]!.name, uuid: entries[entry]!.uuid }));
}

/** Finds seats by GUID and slot name. @throws RangeError for an unknown GUID or slot, from the function */
export function seatFinder({ entries, contest }: Named): (named: NamedLineup[number]) => Seat {
  const entryOf = new Map(entries.map(({ uuid }, entry) => [uuid, entry]));
  const slotOf = new Map(contest.slots.map(({ name }, slot) => [name, slot]));
  return ({ uuid, slot: name }) => {
    const [entry, slot] = [entryOf.get(uuid), slotOf.get(name)];
    if (entry === undefined || slot === undefined) throw new RangeError(`${uuid} in ${name} is unknown.`);
    return { entry, slot };
  };
}
