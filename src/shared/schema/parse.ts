import { fieldRef, message } from "../errors/message-parts.ts";
import { InvalidRequestError, type WrittenIssue } from "../errors.ts";
import { placeOf } from "../pointer.ts";
import { typeWords } from "./issue-words.ts";
import * as z from "./zod.ts";

/** The note at the end of the last listed issue if there are more issues than are listed. */
const MORE = `More is wrong: these are the first ${z.LISTED_ISSUES} faults.`;

/** The most characters of a value that an issue quotes. */
const LONGEST_ECHO = 80;

/**
 * Parses data from outside. The source of an issue is the field's JSON pointer in the request body; if `from`
 * names a parameter, the source is that parameter, and the issue's text has the path.
 * @throws InvalidRequestError with one issue per fault.
 */
export function parseInput<Schema extends z.core.$ZodType>(
  schema: Schema,
  value: unknown,
  from?: { readonly parameter: string },
): z.output<Schema> {
  const result = z.safeParse(schema, value, { reportInput: true });
  if (result.success) return result.data;
  const issues: WrittenIssue[] = [];
  for (const issue of issuesOfAll(result.error.issues, from)) {
    if (issues.length === z.LISTED_ISSUES) {
      const last = issues.pop()!;
      issues.push({ ...last, detail: message`${last.detail} ${MORE}` });
      break;
    }
    issues.push(issue);
  }
  throw new InvalidRequestError(issues as [WrittenIssue, ...WrittenIssue[]]);
}

/** Converts a schema's issues to issues of the request, one at a time, so that the caller can stop early. */
function* issuesOfAll(
  issues: readonly z.core.$ZodIssue[],
  from: { readonly parameter: string } | undefined,
): Generator<WrittenIssue> {
  for (const issue of issues) for (const one of nearestOf(issue)) yield* issuesOf(one, from);
}

/**
 * For a value that matches no branch of a union, the issues of the branch that it matches best, or the
 * union's own issue if no branch is near. Any other issue is returned unchanged.
 */
function nearestOf(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  if (issue.code !== "invalid_union") return [issue];
  const branches = issue.errors.map((branch) =>
    branch.flatMap((one) => nearestOf({ ...one, path: [...issue.path, ...one.path] } as z.core.$ZodIssue)),
  );
  // A branch that knows all fields of the value matches it better than one that does not.
  const deep = branches
    .filter((branch) => branch.length > 0 && branch.every((one) => isInside(one, issue)))
    .sort((a, b) => unknownFields(a) - unknownFields(b) || a.length - b.length);
  if (deep[0] !== undefined) return deep[0];
  const near = branches
    .flat()
    .filter((one) => one.code !== "invalid_type" && one.code !== "unrecognized_keys");
  const [first] = near;
  return [first === undefined ? issue : { ...first, input: issue.input }] as readonly z.core.$ZodIssue[];
}

function unknownFields(branch: readonly z.core.$ZodIssue[]): number {
  return branch.filter(({ code }) => code === "unrecognized_keys").length;
}

/** Whether the issue `one` is about a part of the value of the issue `whole`, or about unknown fields. */
function isInside(one: z.core.$ZodIssue, whole: z.core.$ZodIssue): boolean {
  return one.path.length > whole.path.length || one.code === "unrecognized_keys";
}

function* issuesOf(
  issue: z.core.$ZodIssue,
  from: { readonly parameter: string } | undefined,
): Generator<WrittenIssue> {
  if (issue.code === "unrecognized_keys") {
    for (const key of issue.keys) {
      const { pointer, shown } = placeOf([...issue.path, key]);
      const detail = message`${fieldRef(pointer, shown)} is not a field of the ${nounOf(from?.parameter)}. Remove it.`;
      yield { code: "unknown-field", detail, source: from ?? { pointer } };
    }
    return;
  }
  const { pointer, shown: place } = placeOf(issue.path);
  const missing = issue.code === "invalid_type" && issue.input === undefined;
  // `JSON.stringify` writes Infinity, to which 1e999 parses, as null.
  const shown = isScalar(issue.input)
    ? ` (got ${typeof issue.input === "string" ? JSON.stringify(issue.input) : issue.input})`
    : "";
  const reason = missing ? `is missing; it must be ${typeWords(issue.expected)}` : `${issue.message}${shown}`;
  yield {
    code: "invalid-field",
    detail: message`${from ? `${from.parameter} ` : ""}${place === "" ? "the document" : fieldRef(pointer, place)}: ${reason}.`,
    source: from ?? { pointer },
  };
}

function nounOf(parameter = "request"): string {
  return parameter === "field" ? "opponents" : parameter;
}

function isScalar(value: unknown): boolean {
  return (
    value === null ||
    (typeof value === "string" && value.length <= LONGEST_ECHO) ||
    ["number", "boolean"].includes(typeof value)
  );
}

/** A value within a larger one, with its parent (`of`) and its key there; null and "" for the whole. */
interface Part {
  readonly value: unknown;
  readonly key: string;
  readonly of: Part | null;
}

/**
 * Rejects `__proto__` keys anywhere in a value, because schemas silently drop them from records.
 * @throws InvalidRequestError that names the first one; `path` is the path of the value.
 */
export function refuseProtoKeys(value: unknown, path: readonly PropertyKey[] = []): void {
  const seen = new Set<unknown>();
  const open: Part[] = [{ value, key: "", of: null }];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (typeof one.value !== "object" || one.value === null || seen.has(one.value)) continue;
    seen.add(one.value);
    for (const [key, inner] of Object.entries(one.value)) {
      const part: Part = { value: inner, key, of: one };
      if (key === "__proto__") throw refusal([...path, ...pathOf(part)]);
      open.push(part);
    }
  }
}

function pathOf(part: Part): string[] {
  const keys: string[] = [];
  for (let one = part; one.of !== null; one = one.of) keys.push(one.key);
  return keys.reverse();
}

function refusal(path: readonly PropertyKey[]): InvalidRequestError {
  const { pointer, shown } = placeOf(path);
  const detail = `${shown} is not a field of the request. Remove it.`;
  return new InvalidRequestError([{ code: "unknown-field", detail, source: { pointer } }]);
}
