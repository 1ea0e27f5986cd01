import type { $ZodIssue, $ZodRawIssue } from "zod/v4/core";
import { wordList } from "../words.ts";

/** Words for the types of values, by zod's name of the type. */
const TYPES: Readonly<Record<string, string>> = {
  array: "a list",
  boolean: "true or false",
  int: "a whole number",
  nonoptional: "given",
  null: "null",
  number: "a number",
  object: "an object with fields",
  record: "an object with fields",
  string: "a text",
};

/** What a limit on a value's size counts, by zod's name of the type; a limit on a number counts nothing. */
const UNITS: Readonly<Record<string, string>> = {
  array: "item",
  map: "field",
  set: "item",
  string: "character",
};

/** Words for a type of value, such as `a number`. */
export function typeWords(type: string): string {
  return TYPES[type] ?? type;
}

/** The end of a sentence that begins with a value's place, such as `must be a number`. */
export function wordsOf(issue: $ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return `must be ${typeWords(issue.expected)}`;
    case "invalid_value":
      return `must be ${wordList(
        issue.values.map((value) => JSON.stringify(value)),
        "or",
      )}`;
    case "too_big":
      return limitWords(issue, Number(issue.maximum), "at most", "less than");
    case "too_small":
      return limitWords(issue, Number(issue.minimum), "at least", "more than");
    case "invalid_format":
      return issue.format === "regex" ? `must match ${issue.pattern}` : `must be a valid ${issue.format}`;
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "invalid_union":
      return unionWords(issue.errors);
    default:
      return "is not valid";
  }
}

function limitWords(
  { origin, inclusive }: { readonly origin: string; readonly inclusive?: boolean | undefined },
  limit: number,
  within: string,
  below: string,
): string {
  const unit = UNITS[origin];
  const words = inclusive === false ? below : within;
  return unit === undefined
    ? `must be ${words} ${limit}`
    : `must have ${words} ${limit} ${unit}${limit === 1 ? "" : "s"}`;
}

/** `must be` and the types that the branches of a union accept, such as `must be a number or a text`. */
function unionWords(branches: readonly (readonly $ZodIssue[])[]): string {
  const types = branches.flatMap((branch) =>
    branch.flatMap((one) =>
      one.code === "invalid_type" && one.path.length === 0 ? typeWords(one.expected) : [],
    ),
  );
  return types.length === 0 ? "is not valid" : `must be ${wordList([...new Set(types)], "or")}`;
}
