import type { ContestBase } from "../../shared/schema/contest.ts";
import type { Sitting } from "./sitting.ts";

/**
 * The new player of each seat when a lineup fills a file's row, or null if the seat does not change. A player
 * who is already in a suitable slot keeps the seat; a locked seat never changes.
 */
export function keptSeats(
  sitting: readonly Sitting[],
  slots: readonly number[],
  { slots: table }: Pick<ContestBase, "slots">,
  lineup: readonly { readonly slot: string; readonly uuid: string }[],
): (string | null)[] {
  const coming = new Map<number, string[]>();
  for (const { slot, uuid } of lineup) {
    const index = table.findIndex(({ name }) => name === slot);
    coming.set(index, [...(coming.get(index) ?? []), uuid]);
  }
  const isKept = slots.map((slot, seat) => {
    const own = coming.get(slot) ?? [];
    const at = own.indexOf(sitting[seat]!.listing?.uuid ?? "");
    if (at !== -1) own.splice(at, 1);
    return at !== -1;
  });
  return slots.map((slot, seat) => (isKept[seat] ? null : coming.get(slot)!.shift()!));
}
