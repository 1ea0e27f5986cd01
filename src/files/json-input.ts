import { readJson } from "../contests/catalog/json-fault.ts";
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
  const read = readJson(text);
  if ("value" in read) return read.value;
  const { line, column, reason } = read.fault;
  throw new InvalidFileError(file, line, `column ${column} is not sound JSON: ${reason}.`, read.cause);
}
