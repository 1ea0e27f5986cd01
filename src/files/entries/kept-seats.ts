import type { ContestBase } from "../../shared/schema/contest.ts";
import type { Sitting } from "./sitting.ts";

/**
 * Who comes into each seat of a file's row when a lineup does; null where the seat stays as it is. Whoever sits in the
 * right slot already keeps his seat, and locked seats do in any case.
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
