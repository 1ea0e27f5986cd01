import { MAXIMUM_COUNT } from "../shared/schema/fields.ts";
import type { Exposure } from "../shared/schema/portfolio.ts";
import type { Selection } from "../shared/schema/selection.ts";
import { counted } from "../shared/words.ts";
import { type ShareLimits, splitRange } from "./ranges.ts";

type ShareField = "share" | "least" | "most";
type Fields = Pick<Exposure, ShareField>;

const FIELDS: readonly ShareField[] = ["share", "least", "most"];

/** The first percentage above 100 in a share, and its field; null if there is none. */
export function overWhole(
  fields: Fields,
): { readonly field: ShareField; readonly percentage: string } | null {
  for (const field of FIELDS)
    for (const [percentage, number] of String(fields[field] ?? "").matchAll(/(\d+(?:\.\d+)?)%/g))
      if (Number(number) > 100) return { field, percentage };
  return null;
}

/** A message that a percentage is less than one lineup, with the percentage that is one lineup. */
export function belowOneWords(percentage: string, lineups: number): string {
  const least = Math.ceil(10_000 / lineups) / 100;
  const enough = Math.ceil(100 / Number.parseFloat(percentage));
  const more = enough > MAXIMUM_COUNT ? "" : `, or ask for ${enough} lineups`;
  return `${percentage} of ${counted(lineups, "lineup")} is less than one; write at least ${least}%${more}`;
}

/** A message that a share's limits contradict each other; `asked` is the share in words. */
export function impossibleWords(asked: string, { least, most }: ShareLimits, lineups: number): string {
  const meant = asked.includes("%") ? `: it means at least ${least} and at most ${most}` : "";
  return `${asked} of ${counted(lineups, "lineup")} is impossible${meant}. Lower the minimum, or raise the maximum.`;
}

/** A share as text: `at least 20%`, `20%..35%`. */
export function shareWords({ share, least, most }: Fields): string {
  const parts = [
    ...(share === undefined ? [] : [rangeWords(String(share))]),
    ...(least === undefined ? [] : [`at least ${least}`]),
    ...(most === undefined ? [] : [`at most ${most}`]),
  ];
  return parts.join(" and ");
}

function rangeWords(share: string): string {
  const [low, high] = splitRange(share);
  if (low === "") return `at most ${high}`;
  if (low === high) return `exactly ${low}`;
  return high === "" ? `at least ${low}` : `${low} to ${high}`;
}

/** An exposure as text: `each player at most 30%`, `2 or more of team BUF at least 25%`. */
export function exposureWords({ each, of, times = 1, ...share }: Exposure): string {
  const members = each === undefined ? "" : `each ${each}`;
  const players = of === undefined ? "" : selectionWords(of);
  const counted = each !== undefined && of !== undefined ? `${members} (${players})` : members + players;
  return `${times === 1 ? "" : `${times} or more of `}${counted} ${shareWords(share)}`;
}

export function selectionWords(selection: Selection): string {
  if (typeof selection === "string" || typeof selection === "number") return String(selection);
  if (Array.isArray(selection)) return (selection as readonly Selection[]).map(selectionWords).join(" or ");
  return Object.entries(selection)
    .map(([field, value]) => {
      if (field === "not") return `not ${selectionWords(value as Selection)}`;
      const values = (Array.isArray(value) ? value : [value]).join(" or ");
      return field === "name" ? values : `${field} ${values}`;
    })
    .join(", ");
}
