import type { ColumnExposure } from "./people.ts";

/** From `least` to `most`, both counted; infinite where an end is open. */
export interface Range {
  readonly least: number;
  readonly most: number;
}

/** A range as it is written, `3000..4500`, `20..`, `..80` or a number alone; null for what is none. */
export function readRange(text: string | number): Range | null {
  if (typeof text === "number") return { least: text, most: text };
  const at = text.indexOf("..");
  if (at === -1) return null;
  const [low, high] = [text.slice(0, at).trim(), text.slice(at + 2).trim()];
  if (low === "" && high === "") return null;
  const least = low === "" ? Number.NEGATIVE_INFINITY : readNumber(low);
  const most = high === "" ? Number.POSITIVE_INFINITY : readNumber(high);
  return least === null || most === null ? null : { least, most };
}

const NUMBER = /^[-+]?\$?(\d[\d,]*(\.\d+)?|\.\d+)%?$/;

/** A number as cells and descriptions write it: dollars, thousands commas and a percent sign aside. Null for none. */
export function readNumber(text: string): number | null {
  const plain = text.trim();
  return NUMBER.test(plain) ? Number(plain.replace(/[$,%]/g, "")) : null;
}

/** Whether an exposure column, in percent, goes from none to all lineups and so limits nothing. */
export function isWholeRange({ minimum, maximum }: ColumnExposure): boolean {
  return (minimum ?? 0) <= 0 && (maximum ?? 100) >= 100;
}

/** How many lineups a share allows, of how many in all: a least is rounded up and a most down. */
export interface ShareLimits {
  readonly least: number;
  readonly most: number;
}

/** What `share`, `least` and `most` say together; null where they say nothing. */
export function readShare(
  { share, least, most }: { readonly [Field in "share" | "least" | "most"]?: string | number | undefined },
  lineups: number,
): ShareLimits | null {
  if (share === undefined && least === undefined && most === undefined) return null;
  const [low, high] = endsOf(share);
  const leasts = [low, least].flatMap((end) =>
    end === undefined ? [] : [lineupsOf(end, lineups, Math.ceil)],
  );
  const mosts = [high, most].flatMap((end) =>
    end === undefined ? [] : [lineupsOf(end, lineups, Math.floor)],
  );
  return { least: Math.max(0, ...leasts), most: Math.min(lineups, ...mosts) };
}

/** The percentage of `share` or `most` that is more than none of all lineups and less than one of these; null if neither. */
export function belowOne(
  { share, most }: { readonly [Field in "share" | "most"]?: string | number | undefined },
  lineups: number,
): string | null {
  const end = [endsOf(share)[1], most].find(
    (one) =>
      typeof one === "string" &&
      one.trim().endsWith("%") &&
      lineupsOf(one, lineups, Math.ceil) > 0 &&
      lineupsOf(one, lineups, Math.floor) === 0,
  );
  return end === undefined ? null : String(end).trim();
}

type End = string | number | undefined;

function endsOf(share: string | number | undefined): readonly [End, End] {
  if (share === undefined) return [undefined, undefined];
  if (typeof share === "number") return [share, share];
  const at = share.indexOf("..");
  if (at === -1) return [share, share];
  return [share.slice(0, at).trim() || undefined, share.slice(at + 2).trim() || undefined];
}

/** Decimals of a percentage that count; more of them are below a lineup in any portfolio. */
const PERCENT_UNITS = 1e8;

/** Exact: a percentage is counted in whole units before it is a number of lineups. */
function lineupsOf(end: string | number, lineups: number, round: (value: number) => number): number {
  const text = String(end).trim();
  if (!text.endsWith("%")) return Number(text);
  const units = Math.round(Number(text.slice(0, -1)) * PERCENT_UNITS);
  const whole = 100 * PERCENT_UNITS;
  // At most 10,000 lineups times 10^10 units: whole numbers far below 2^53.
  const product = units * lineups;
  const rest = product % whole;
  return (product - rest) / whole + (rest === 0 ? 0 : round(0.5));
}
