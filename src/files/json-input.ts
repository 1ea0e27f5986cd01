import { hasDuplicateField } from "../contests/catalog/duplicate-field.ts";
import { findJsonFault } from "../contests/catalog/json-fault.ts";
import { InvalidFileError } from "../shared/errors.ts";

/** Decodes UTF-8 text; a byte order mark is skipped. @throws InvalidFileError */
export function decodeUtf8(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new InvalidFileError(file, null, "is not UTF-8 text. Save it in that encoding.", cause);
  }
}

/** Reads a JSON document. @throws InvalidFileError with the line of a syntax error or a duplicate field. */
export function readJsonInput(bytes: Uint8Array, file: string): unknown {
  const text = decodeUtf8(bytes, file);
  if (text.trim() === "") throw new InvalidFileError(file, null, "is empty; JSON is expected.");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw faultOf(text, file, cause);
  }
  if (hasDuplicateField(text, value)) throw faultOf(text, file);
  return value;
}

function faultOf(text: string, file: string, cause?: unknown): InvalidFileError {
  const fault = findJsonFault(text);
  const reason = fault
    ? `column ${fault.column} is not sound JSON: ${fault.reason}.`
    : (cause as Error).message;
  return new InvalidFileError(file, fault?.line ?? null, reason, cause);
}
