import type { Catalog } from "../../contests/catalog/catalog.ts";
import type { Aliases } from "../../files/aliases.ts";
import { parseCsv } from "../../files/csv.ts";
import { findLayout } from "../../files/entries/layout.ts";
import { type EntriesFile, readEntries } from "../../files/entries/read-entries.ts";
import type { Slate } from "../../files/slate.ts";
import type { SlatePoints } from "../../files/slate-files.ts";
import type { EntriesOptions } from "../options/definitions.ts";
import { inputName, readBytes, readNamed } from "./files.ts";
import { readSlate } from "./salary-files.ts";

/** A book's file with its pool and its players' points. */
export interface EveningFiles {
  /** The file's name in errors. */
  readonly file: string;
  readonly bytes: Uint8Array;
  /** Null for a salary file without lineups. */
  readonly entries: EntriesFile | null;
  /** The pool file's name in errors. */
  readonly poolFile: string;
  readonly slate: Slate;
  /** Undefined without a file of points: then the book's averages apply. */
  readonly points: SlatePoints | undefined;
  readonly aliases: Aliases | undefined;
}

/**
 * Reads a book's file, whose contests may have started, and the other files in the options; `given` if the
 * file is already read.
 * @throws InvalidFileError, InvalidRequestError, UnknownScoringError
 */
export async function readEveningFiles(
  name: string,
  options: EntriesOptions,
  catalog: Catalog,
  given?: Uint8Array,
): Promise<EveningFiles> {
  const { salaries } = options;
  const file = inputName(name);
  const bytes = given ?? (await readBytes(name));
  const pool = (await readNamed(salaries)) ?? { file, bytes };
  const { slate, points, aliases } = await readSlate(pool, options, catalog, true);
  const hasLineups = findLayout(parseCsv(bytes, file)) !== null;
  return {
    file,
    bytes,
    entries: hasLineups ? readEntries(bytes, { file }) : null,
    poolFile: pool.file,
    slate,
    points,
    aliases,
  };
}
