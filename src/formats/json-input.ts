import { findJsonFault } from "../catalog/json-fault.ts";
import { InvalidFileError } from "../errors.ts";

/** Reads a JSON document. @throws InvalidFileError with the line where the text stops being JSON. */
export function readJsonInput(bytes: Uint8Array, file: string): unknown {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new InvalidFileError(file, null, "is not UTF-8 text. Save it in that encoding.", cause);
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    const fault = findJsonFault(text);
    const reason = fault
      ? `column ${fault.column} is not sound JSON: ${fault.reason}.`
      : (cause as Error).message;
    throw new InvalidFileError(file, fault?.line ?? null, reason, cause);
  }
}
