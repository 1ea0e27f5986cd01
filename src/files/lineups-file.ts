import type { Catalog } from "../contests/catalog/catalog.ts";
import type { AvoidedLineup } from "../portfolio/avoided.ts";
import { InvalidFileError } from "../shared/errors.ts";
import { fantasyLineupDocumentSchema } from "../shared/schema/lineups.ts";
import { readJsonInput } from "./json-input.ts";
import type { Slate } from "./slate.ts";
import { readUploadedLineups } from "./uploaded-lineups.ts";

/** The context for reading a file of lineups. */
export interface LineupsFileContext {
  readonly file: string;
  /** The salary file of the lineups, if there is one. */
  readonly slate?: Slate | undefined;
  readonly catalog: Catalog;
}

const FIRST_BRACE = /^\ufeff?\s*\{/;

/**
 * Reads the players and slots of the lineups in a file: a FantasyLineup document or, with a salary file, a
 * book's upload or entries file. Leaves out players who are not in the pool.
 * @throws InvalidFileError
 */
export function readLineupsFile(
  bytes: Uint8Array,
  { file, slate, catalog }: LineupsFileContext,
): AvoidedLineup[] {
  if (FIRST_BRACE.test(new TextDecoder().decode(bytes.subarray(0, 200)))) {
    const { data } = fantasyLineupDocumentSchema.safeParse(readJsonInput(bytes, file));
    if (data === undefined)
      throw new InvalidFileError(
        file,
        null,
        "is no FantasyLineup document. Give lineups as optimize writes them.",
      );
    return data.data.map(({ attributes }) =>
      Object.entries(attributes.byPositions).flatMap(([slot, seats]) =>
        seats.map(({ uuid }) => ({ uuid, slot })),
      ),
    );
  }
  if (slate === undefined)
    throw new InvalidFileError(
      file,
      null,
      "is no JSON, and a book's own lineups can be read beside a salary file alone. Give a FantasyLineup document.",
    );
  const contest = catalog.contest(slate.sport, slate.book, slate.contest);
  return readUploadedLineups(bytes, { file, contest, slate }).map(({ seats }) =>
    seats.flatMap(({ slot, listing }) => (listing === null ? [] : [{ uuid: listing.uuid, slot }])),
  );
}
