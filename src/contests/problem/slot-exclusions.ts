import type { ContestBase } from "../../shared/schema/contest.ts";
import type { ExcludedSlot } from "../../shared/schema/options.ts";
import type { Issues } from "./issues.ts";
import type { Candidate } from "./pool.ts";
import { type Inclusion, slotFor } from "./references.ts";

/** A pool player, by GUID, who must not sit in a slot, given as an index into the contest's slots. */
export interface SlotExclusion {
  readonly uuid: string;
  readonly slot: number;
  readonly pointer: string;
}

/** Other references of the request. */
interface Named {
  readonly pool: ReadonlyMap<string, Candidate>;
  readonly inclusions: readonly Inclusion[];
  /** GUIDs of players excluded from every slot. */
  readonly excluded: ReadonlySet<string>;
}

/**
 * Reads the slots that players must not sit in. Each player must be in the pool and fit the slot, and must be
 * neither locked to it nor already excluded from it.
 */
export function readSlotExclusions(
  asked: readonly ExcludedSlot[],
  contest: ContestBase,
  { pool, inclusions, excluded }: Named,
  issues: Issues,
): SlotExclusion[] {
  const read = new Map<string, SlotExclusion>();
  for (const [index, { uuid, slot: spelling }] of asked.entries()) {
    const pointer = `/excludedSlots/${index}`;
    const candidate = pool.get(uuid);
    if (candidate === undefined) {
      issues.add("not-in-pool", pointer, `${uuid} is not in the pool. Do not exclude it.`);
      continue;
    }
    const slot = slotFor(spelling, candidate, contest, `${pointer}/slot`, issues);
    if (slot === null) continue;
    const { name } = contest.slots[slot]!;
    const key = `${uuid} ${slot}`;
    const rival = inclusions.find((inclusion) => inclusion.uuid === uuid && inclusion.slot === slot);
    const known = read.get(key)?.pointer;
    if (excluded.has(uuid))
      issues.add("duplicate", pointer, `${uuid} is already excluded from every slot. Keep one of them.`);
    else if (known !== undefined)
      issues.add(
        "duplicate",
        pointer,
        `${uuid} is already excluded from ${name}, at ${known}. Keep one of them.`,
      );
    else if (rival !== undefined)
      issues.add(
        "included-and-excluded",
        pointer,
        `${uuid} is also included in ${name}, at ${rival.pointer}. Keep one of them.`,
      );
    else read.set(key, { uuid, slot, pointer });
  }
  return [...read.values()];
}
