import type { Exposure, Portfolio, ShareFields } from "../shared/schema/portfolio.ts";
import { counted } from "../shared/words.ts";
import type { Findings, Path } from "./places.ts";
import { splitRange } from "./ranges.ts";

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
  const hasPercentages = places.some(([, fields]) => Object.values(endsOf(fields)).flat().some(isPercentage));
  for (const [path, fields] of places) {
    const { lower, upper } = endsOf(fields);
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

/** Whether an exposure may be meant to exempt one player from a limit on each player. */
function isExemption({ of }: Pick<Exposure, "of">, { exposure = [] }: Portfolio): boolean {
  return (typeof of === "string" || typeof of === "number") && exposure.some(({ each }) => each === "player");
}

/** The ends of a share in their original spelling, without open ends. */
function endsOf({ share, least, most }: ShareFields): { readonly lower: string[]; readonly upper: string[] } {
  const [low, high] = splitRange(String(share ?? ".."));
  const written = (...ends: readonly (string | number | undefined)[]) =>
    ends.map((end) => String(end ?? "").trim()).filter((end) => end !== "");
  return { lower: written(low, least), upper: written(high, most) };
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
