import { withReferences } from "./lineup-error.ts";

/** A place in a portfolio's description or a file, as its rules' words begin with it. */
const PLACE = /^[\w.[\]-]+(?: \(lines? [^)]*\))?(?:, |: )/;
const LINES = / \(lines? [^)]*\)/g;
const NAMELESS = /^\w+\[\d+\]/;
/** Encloses a field in parentheses, alone or before other words. */
const MARK = "\u{F0003}";
const MARKED = new RegExp(` \\(${MARK}[^${MARK}]*${MARK}\\)`, "gu");
const MARKED_FIRST = new RegExp(`\\(${MARK}[^${MARK}]*${MARK}; `, "gu");

/** Removes references to fields in parentheses, and from a description's rule its place. */
export function withoutPlaces(message: string, isOfDescription: boolean): string {
  const words = withReferences(message, (kind, _to, whole, shown) =>
    kind === "field" ? `${MARK}${shown}${MARK}` : whole,
  )
    .replace(MARKED, "")
    .replace(MARKED_FIRST, "(")
    .replaceAll(MARK, "");
  if (!isOfDescription) return words;
  return words.replace(PLACE, "").replace(LINES, "").replace(NAMELESS, "a rule");
}
