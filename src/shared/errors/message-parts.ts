import { withReferences } from "./lineup-error.ts";

/** The end of a message about a failure that the user can neither cause nor avoid. */
export const REPORT_IT = "Your request is not the cause. Please report it.";

/**
 * Matches the place at the start of a rule's message: a path in a portfolio's description, or a file name.
 */
const PLACE = /^[\w.[\]-]+(?: \(lines? [^)]*\))?(?:, |: )/;
const LINES = / \(lines? [^)]*\)/g;
const NAMELESS = /^\w+\[\d+\]/;
/** A private-use character on both sides of a field's name, to find the names in parentheses. */
const MARK = "\u{F0003}";
const MARKED = new RegExp(` \\(${MARK}[^${MARK}]*${MARK}\\)`, "gu");
const MARKED_FIRST = new RegExp(`\\(${MARK}[^${MARK}]*${MARK}; `, "gu");

/**
 * Removes references to fields in parentheses from a message about a rule. If the rule is from a portfolio's
 * description, also removes the place that the message begins with, and line numbers.
 */
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
