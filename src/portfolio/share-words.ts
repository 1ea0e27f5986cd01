import { listOf } from "../shared/collections.ts";
import type { Exposure, Portfolio, ShareFields } from "../shared/schema/portfolio.ts";
import type { Selection } from "../shared/schema/selection.ts";
import { counted } from "../shared/words.ts";
import type { Findings, Path } from "./places.ts";
import { type ShareLimits, shareEnds, splitRange } from "./ranges.ts";

const FIELDS = ["share", "least", "most"] as const;

/** The first percentage above 100 in a share, and its field; null if there is none. */
export function overWhole(fields: ShareFields) {
  for (const field of FIELDS)
    for (const [percentage, number] of String(fields[field] ?? "").matchAll(/(\d+(?:\.\d+)?)%/g))
      if (Number(number) > 100) return { field, percentage };
  return null;
}

/** A message that a share's limits contradict each other; `asked` is the share in words. */
export function impossibleWords(asked: string, { least, most }: ShareLimits, lineups: number): string {
  const meant = asked.includes("%") ? `: it means at least ${least} and at most ${most}` : "";
  return `${asked} of ${counted(lineups, "lineup")} is impossible${meant}. Lower the minimum, or raise the maximum.`;
}

export function shareWords({ share, least, most }: ShareFields): string {
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
      const values = listOf<unknown>(value).join(" or ");
      return field === "name" ? values : `${field} ${values}`;
    })
    .join(", ");
}

/** Only numbers from 2 to 100 may be meant as percentages: for 0 and 1, both meanings are nearly the same. */
const MOST_PERCENT = 100;
const LEAST_AMBIGUOUS = 2;

/**
 * Warns about numbers of lineups in a portfolio's description that may be meant as percentages: maximums that
 * are not below the number of lineups, and numbers next to shares in percent.
 */
export function warnOfNumbers(description: Portfolio, lineups: number, findings: Findings): void {
  const places: (readonly [Path, ShareFields & Pick<Exposure, "of">])[] = (
    ["exposure", "rules"] as const
  ).flatMap((field) => (description[field] ?? []).map((fields, index) => [[field, index], fields] as const));
  const hasPercentages = places.some(([, fields]) =>
    Object.values(shareEnds(fields)).flat().some(isPercentage),
  );
  for (const [path, fields] of places) {
    const { lower, upper } = shareEnds(fields);
    const isAll = lower.some((end) => !isPercentage(end) && Number(end) >= lineups);
    const loose = upper.find((end) => !isPercentage(end) && Number(end) >= lineups);
    const number = [...upper, ...lower].find((end) => !isPercentage(end) && isAmbiguous(Number(end)));
    if (loose !== undefined && !isAll && !isExemption(fields, description))
      findings.warn(
        path,
        `at most ${loose} has no effect in ${counted(lineups, "lineup")}.${percentageHint(loose)} Lower it, or remove it.`,
      );
    else if (number !== undefined && hasPercentages)
      findings.warn(
        path,
        `${number} means ${number} of ${counted(lineups, "lineup")}, but other shares are percentages.${percentageHint(number)}`,
      );
  }
}

function isExemption({ of }: Pick<Exposure, "of">, { exposure = [] }: Portfolio): boolean {
  return (typeof of === "string" || typeof of === "number") && exposure.some(({ each }) => each === "player");
}

function isPercentage(end: string): boolean {
  return end.endsWith("%");
}

function isAmbiguous(number: number): boolean {
  return number >= LEAST_AMBIGUOUS && number <= MOST_PERCENT;
}

function percentageHint(number: string): string {
  return isAmbiguous(Number(number)) ? ` Write ${number}% if you mean a percentage.` : "";
}
