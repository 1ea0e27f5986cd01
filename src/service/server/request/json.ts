import { findJsonFault } from "../../../contests/catalog/json-fault.ts";
import { RefusedError } from "../refusal.ts";

/** No lineup request goes deeper than 5. */
export const MAXIMUM_DEPTH = 16;

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * A text's JSON value.
 * @throws RefusedError (400) that says where the text is broken.
 */
export function parseJson(bytes: Uint8Array): unknown {
  return parse(decode(bytes));
}

/**
 * Refuses a text in which an object has a field twice: JSON.parse takes the last without a word. `fields` is how often the
 * text names a field, as its colons outside strings show; the value has as many unless one is given twice.
 * @throws RefusedError (400) that says where.
 */
export function refuseRepeatedFields(bytes: Uint8Array, value: unknown, fields: number): void {
  if (fieldsOf(value) === fields) return;
  const fault = findJsonFault(decode(bytes));
  if (fault === null) return;
  throw new RefusedError(
    "invalid-json",
    `The body is not sound JSON at line ${fault.line}, column ${fault.column}: ${fault.reason}. Give it once.`,
  );
}

/** How many fields all objects of a value have. */
export function fieldsOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const parts = Array.isArray(value) ? value : Object.values(value);
  let fields = Array.isArray(value) ? 0 : parts.length;
  for (const part of parts) if (typeof part === "object") fields += fieldsOf(part);
  return fields;
}

/** @throws RefusedError (400) for brackets that nest too deeply. */
export function checkDepth(depth: number): void {
  if (depth > MAXIMUM_DEPTH)
    throw new RefusedError("json-too-deep", `The brackets nest more than ${MAXIMUM_DEPTH} deep.`);
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw new RefusedError("invalid-encoding", "The body is not UTF-8 text. Send it in that encoding.", {
      cause,
    });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const fault = text.trim() === "" ? null : findJsonFault(text);
    throw new RefusedError(
      "invalid-json",
      fault
        ? `The body is not JSON at line ${fault.line}, column ${fault.column}: ${fault.reason}.`
        : "The body is empty. Send the lineup request as JSON.",
      { cause },
    );
  }
}
