import { grouped } from "./words.ts";

/** The numbers that a field takes, and how many decimals it keeps. */
export interface Range {
  readonly min: number;
  readonly max: number;
  readonly decimals: number;
}

const THOUSANDS = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/;

/**
 * The number in a text; null for an empty text; a sentence if the field does not take it. A comma is a decimal
 * sign, except between thousands: in a field for whole numbers, and before decimals.
 */
export function typedNumber(text: string, { min, max, decimals }: Range): number | null | string {
  const written = text
    .trim()
    .replace(/^\$|\s*%$/g, "")
    .replace("−", "-");
  if (written === "") return null;
  const hasThousands = THOUSANDS.test(written) && (decimals === 0 || written.includes("."));
  const plain = hasThousands ? written.replaceAll(",", "") : written.replace(",", ".");
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain)) return `“${text}” is not one number.`;
  const number = Number(Number(plain).toFixed(decimals));
  if (decimals === 0 && !Number.isInteger(Number(plain)))
    return `${text} has decimals. Give a whole number here.`;
  if (number >= min && number <= max) return number;
  const most = max === Number.MAX_SAFE_INTEGER ? "" : ` and at most ${grouped(max)}`;
  return `${text} is out of range. Give at least ${min < 1 ? min : grouped(min)}${most}.`;
}
