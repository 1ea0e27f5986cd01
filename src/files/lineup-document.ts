import { InvalidFileError } from "../shared/errors.ts";
import { type FantasyLineupDocument, fantasyLineupDocumentSchema } from "../shared/schema/lineups.ts";
import { DRAFTABLES } from "./csv.ts";
import { readJsonInput } from "./json-input.ts";

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
