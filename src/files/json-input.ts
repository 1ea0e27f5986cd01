import { InvalidFileError } from "../shared/errors.ts";
import { readJson } from "../shared/json.ts";
import { type FantasyLineupDocument, fantasyLineupDocumentSchema } from "../shared/schema/lineups.ts";
import { DRAFTABLES, decodeUtf8 } from "./csv.ts";

/** @throws InvalidFileError with the line of a syntax error or a duplicate field. */
export function readJsonInput(bytes: Uint8Array, file: string): unknown {
  const text = decodeUtf8(bytes, file);
  if (text.trim() === "") throw new InvalidFileError(file, null, "is empty; JSON is expected.");
  const read = readJson(text);
  if ("value" in read) return read.value;
  const { line, column, reason } = read.fault;
  throw new InvalidFileError(file, line, `column ${column} is not valid JSON: ${reason}.`, read.cause);
}

/** @throws InvalidFileError */
export function readLineupDocument(input: string | Uint8Array, file: string): FantasyLineupDocument {
  const bytes = typeof input === "string" ? new TextEncoder().encode(input) : input;
  const json = readJsonInput(bytes, file);
  const { data } = fantasyLineupDocumentSchema.safeParse(json);
  if (data !== undefined) return data;
  throw new InvalidFileError(
    file,
    null,
    typeof json === "object" && json !== null && "draftables" in json
      ? DRAFTABLES
      : "is JSON, but not a FantasyLineup document. Give lineups as optimize writes them, or a CSV file.",
  );
}
