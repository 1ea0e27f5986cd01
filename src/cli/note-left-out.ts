import { note } from "./output.ts";
import type { Places } from "./places.ts";

/** The maximum number of players that a note names. */
const NAMED = 8;

/** GUIDs of players left out, by reason. */
interface LeftOut {
  readonly withoutProjection?: readonly string[] | undefined;
  readonly withoutSlot?: readonly string[] | undefined;
  readonly unavailable?: readonly string[] | undefined;
}

/** Prints the players left out of the pool, with the reasons. */
export function noteLeftOut(
  { withoutProjection = [], withoutSlot = [], unavailable = [] }: LeftOut,
  { labelOf }: Pick<Places, "labelOf">,
): void {
  const reasons = [
    { guids: withoutProjection, why: "for want of a projection" },
    { guids: withoutSlot, why: "because no slot takes their position" },
    { guids: unavailable, why: "because they are injured, suspended or not active" },
  ];
  for (const { guids, why } of reasons) {
    if (guids.length === 0) continue;
    const names = guids.slice(0, NAMED).map((guid) => labelOf(guid) ?? guid);
    const more = guids.length > names.length ? `, and ${guids.length - names.length} more` : "";
    note(`left out ${guids.length} of the pool ${why}: ${names.join(", ")}${more}.`);
  }
}
