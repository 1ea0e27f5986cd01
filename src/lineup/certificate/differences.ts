import { pointerOf } from "../../shared/pointer.ts";

/** The most differences that are listed. */
const MOST_LISTED = 5;

/** Where a certificate's problem differs from the one in `where`, a sentence each. */
export function differences(certified: unknown, asked: unknown, where: string): string[] {
  const found: string[] = [];
  compare(plain(certified), plain(asked), []);
  const more = found.length - MOST_LISTED;
  return more > 0 ? [...found.slice(0, MOST_LISTED), `The two differ in ${more} more places.`] : found;

  function compare(one: unknown, other: unknown, path: readonly string[]): void {
    if (isHolder(one) && isHolder(other) && Array.isArray(one) === Array.isArray(other)) {
      for (const key of new Set([...Object.keys(one), ...Object.keys(other)]))
        compare(one[key], other[key], [...path, key]);
    } else if (one !== other) {
      const place = pointerOf(["problem", ...path]);
      found.push(`${place} is ${shown(one)}, but ${shown(other)} in ${where}.`);
    }
  }
}

type Holder = Readonly<Record<string, unknown>>;

function isHolder(value: unknown): value is Holder {
  return typeof value === "object" && value !== null;
}

/** In the certificate's form, without undefined fields. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

function shown(value: unknown): string {
  if (value === undefined) return "not there";
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
