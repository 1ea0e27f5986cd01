import { InvalidFileError } from "../shared/errors.ts";
import { readJson } from "../shared/json.ts";
import { decodeUtf8 } from "./csv.ts";

/** @throws InvalidFileError with the line of a syntax error or a duplicate field. */
export function readJsonInput(bytes: Uint8Array, file: string): unknown {
  const text = decodeUtf8(bytes, file);
  if (text.trim() === "") throw new InvalidFileError(file, null, "is empty; JSON is expected.");
  const read = readJson(text);
  if ("value" in read) return read.value;
  const { line, column, reason } = read.fault;
  throw new InvalidFileError(file, line, `column ${column} is not valid JSON: ${reason}.`, read.cause);
}
