import type * as z from "zod";
import { readJson } from "../contests/catalog/json-fault.ts";
import { InvalidFileError } from "../shared/errors.ts";
import { pointerOf } from "../shared/pointer.ts";
import { fieldRemedy } from "../shared/schema/fields.ts";
import { shownValue } from "../shared/shown-value.ts";
import { type Job, jobSchema } from "./job.ts";

/** Maximum number of characters of a wrong value in a message. */
const SHOWN = 60;
/** Levels of a job that are read: threads are handed it by recursion. */
const DEEPEST = 100;

/** The errors of an invalid line, by field. */
export interface LineFault {
  readonly line: number;
  readonly reasons: readonly string[];
}

/** Parses a manifest's line; `line`, from 1, is for error messages. */
export function readJob(text: string, line: number): Job | LineFault {
  if (text.trim() === "") return { line, reasons: ["is empty. Each line is a job, a JSON object."] };
  const read = readJson(text);
  if (!("value" in read))
    return { line, reasons: [`column ${read.fault.column} is not sound JSON: ${read.fault.reason}.`] };
  const { value } = read;
  if (isDeeper(value, DEEPEST))
    return { line, reasons: [`is nested more than ${DEEPEST} levels deep. Write it flatter.`] };
  const { success, data, error } = jobSchema.safeParse(value, { error: fieldRemedy, reportInput: true });
  return success ? data : { line, reasons: error.issues.flatMap(reasonsOf) };
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

export function isFault(read: Job | LineFault): read is LineFault {
  return "reasons" in read;
}

/** The error for a manifest with invalid lines; it names the first ones. */
export function manifestError(file: string, faults: readonly LineFault[]): InvalidFileError {
  const [first, ...others] = faults.flatMap(({ line, reasons }) =>
    reasons.map((reason) => ({ line, reason })),
  );
  return new InvalidFileError(file, first!.line, first!.reason, undefined, others);
}

function reasonsOf(issue: z.core.$ZodIssue): string[] {
  if (issue.code === "unrecognized_keys")
    return issue.keys.map(
      (key) => `${pointerOf([...issue.path, key])} is not a field of a job. ${issue.message}`,
    );
  const pointer = pointerOf(issue.path) || "the line";
  if (issue.code === "invalid_type" && issue.input === undefined)
    return [`${pointer} is missing; it must be ${issue.expected}.`];
  const isShown = issue.code !== "custom" && issue.input !== undefined;
  const shown = isShown ? ` (got ${shownValue(issue.input, SHOWN)})` : "";
  return [`${pointer} ${issue.message}${shown}.`];
}
