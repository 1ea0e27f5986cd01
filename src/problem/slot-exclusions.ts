import type { ContestBase } from "../schema/contest.ts";
import type { ExcludedSlot } from "../schema/options.ts";
import type { Issues } from "./issues.ts";
import type { Candidate } from "./pool.ts";
import { type Inclusion, slotFor } from "./references.ts";

/** A pool entry, by GUID, that must not sit in a slot, an index into the contest's. */
export interface SlotExclusion {
  readonly uuid: string;
  readonly slot: number;
  readonly pointer: string;
}

/** Who else the request speaks of. */
interface Named {
  readonly pool: ReadonlyMap<string, Candidate>;
  readonly inclusions: readonly Inclusion[];
  /** GUIDs of those who are excluded from every slot. */
  readonly excluded: ReadonlySet<string>;
}

/**
 * Reads who must not sit where; whoever is named must be in the pool, fit the slot, and be neither locked to it nor
 * excluded from it already.
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
      issues.add("duplicate", pointer, `${uuid} is excluded from every slot already. Keep one of them.`);
    else if (known !== undefined)
      issues.add(
        "duplicate",
        pointer,
        `${uuid} is excluded from ${name} already, at ${known}. Keep one of them.`,
      );
    else if (rival !== undefined)
      issues.add(
        "included-and-excluded",
        pointer,
        `${uuid} is included in ${name} as well, at ${rival.pointer}. Keep one of them.`,
      );
    else read.set(key, { uuid, slot, pointer });
  }
  return [...read.values()];
}
