import { InvalidFileError } from "../shared/errors.ts";
import { type FantasyLineupDocument, fantasyLineupDocumentSchema } from "../shared/schema/lineups.ts";
import { readJsonInput } from "./json-input.ts";

/** Reads a FantasyLineup document. @throws InvalidFileError */
export function readLineupDocument(input: string | Uint8Array, file: string): FantasyLineupDocument {
  const bytes = typeof input === "string" ? new TextEncoder().encode(input) : input;
  const { data } = fantasyLineupDocumentSchema.safeParse(readJsonInput(bytes, file));
  if (data !== undefined) return data;
  throw new InvalidFileError(
    file,
    null,
    "is JSON, but not a FantasyLineup document. Give lineups as optimize writes them, or a CSV file.",
  );
}
