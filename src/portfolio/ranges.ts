import type { ShareFields } from "../shared/schema/portfolio.ts";
import type { ColumnExposure } from "./people.ts";

/** The numbers from `least` to `most`, inclusive; an open end is infinite. */
export interface Range {
  readonly least: number;
  readonly most: number;
}

/** Parses a range: a number, or a text such as `3000..4500`, `20..` or `..80`; null for any other text. */
export function readRange(text: string | number): Range | null {
  if (typeof text === "number") return { least: text, most: text };
  if (!text.includes("..")) return null;
  const [low, high] = splitRange(text);
  if (low === "" && high === "") return null;
  const least = low === "" ? Number.NEGATIVE_INFINITY : readNumber(low);
  const most = high === "" ? Number.POSITIVE_INFINITY : readNumber(high);
  return least === null || most === null ? null : { least, most };
}

export function splitRange(text: string): readonly [low: string, high: string] {
  const [low, high = low] = text.split(/\.\.(.*)/s, 2) as [string, string?];
  return [low.trim(), high.trim()];
}

const NUMBER = /^[-+]?\$?(\d[\d,]*(\.\d+)?|\.\d+)%?$/;

export function readNumber(text: string): number | null {
  const plain = text.trim();
  return NUMBER.test(plain) ? Number(plain.replace(/[$,%]/g, "")) : null;
}

/** Whether an exposure column, in percent, goes from 0 to 100 and so limits nothing. */
export function isWholeRange({ minimum, maximum }: ColumnExposure): boolean {
  return (minimum ?? 0) <= 0 && (maximum ?? 100) >= 100;
}

/** Limits of a share in numbers of lineups: minimums are rounded up and maximums down. */
export interface ShareLimits {
  readonly least: number;
  readonly most: number;
}

export function readShare(fields: ShareFields, lineups: number): ShareLimits | null {
  const { share, least, most } = fields;
  if (share === undefined && least === undefined && most === undefined) return null;
  const { lower, upper } = shareEnds(fields);
  return {
    least: Math.max(0, ...lower.map((end) => lineupsOf(end, lineups, Math.ceil))),
    most: Math.min(lineups, ...upper.map((end) => lineupsOf(end, lineups, Math.floor))),
  };
}

/** The maximum percentage of a share, as written, if it is above zero but below one lineup. */
export function belowOne(fields: ShareFields, lineups: number): string | undefined {
  return shareEnds(fields).upper.find(
    (end) =>
      end.endsWith("%") &&
      lineupsOf(end, lineups, Math.ceil) > 0 &&
      lineupsOf(end, lineups, Math.floor) === 0,
  );
}

/** The minimums and maximums of a share, as written. */
export function shareEnds({ share, least, most }: ShareFields) {
  const [low, high] = splitRange(String(share ?? ".."));
  const written = (...ends: readonly (string | number | undefined)[]) =>
    ends.map((end) => String(end ?? "").trim()).filter((end) => end !== "");
  return { lower: written(low, least), upper: written(high, most) };
}

/** The number of units per percent in `lineupsOf`: finer decimals never change a number of lineups. */
const PERCENT_UNITS = 1e8;

/**
 * Converts one end of a share to a number of lineups. A percentage of `lineups` is computed in whole units,
 * so exactly, and then rounded by `round`.
 */
function lineupsOf(end: string, lineups: number, round: (value: number) => number): number {
  if (!end.endsWith("%")) return Number(end);
  const units = Math.round(Number(end.slice(0, -1)) * PERCENT_UNITS);
  const whole = 100 * PERCENT_UNITS;
  // At most 10,000 lineups times 10^10 units: integers far below 2^53.
  const product = units * lineups;
  const rest = product % whole;
  return (product - rest) / whole + (rest === 0 ? 0 : round(0.5));
}
