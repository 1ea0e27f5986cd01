import { InvalidFileError } from "../shared/errors.ts";
import type { FantasyLineupDocument } from "../shared/schema/lineups.ts";
import { attributesTable } from "./attributes.ts";
import { shownColumns } from "./columns.ts";
import { beginsLikeJson, parseCsv } from "./csv.ts";
import { type EntriesFile, findLayout, readEntries } from "./entries/read-entries.ts";
import { type StandingsTables, standingsTablesOf } from "./entries/read-standings.ts";
import { findPool, refuseHistory } from "./pool-rows.ts";
import { playersTable, projectionColumns, projectionFit } from "./projection-columns.ts";
import { type ProjectionsFile, projectionsOf } from "./projections.ts";
import { type ReadSlateOptions, type SlateReading, slateOf } from "./read-slate.ts";
import type { Slate } from "./slate.ts";

/**
 * Next to entries or a template, `slate` is the pool that the file contains, null without one. `attributes`
 * is a file with more columns of players, for `withAttributes`.
 */
export type AnyFile =
  | { readonly kind: "slate"; readonly slate: Slate }
  | { readonly kind: "entries" | "template"; readonly entries: EntriesFile; readonly slate: Slate | null }
  | { readonly kind: "projections"; readonly projections: ProjectionsFile }
  | { readonly kind: "attributes" }
  | { readonly kind: "standings"; readonly standings: StandingsTables }
  | { readonly kind: "lineups"; readonly lineups: FantasyLineupDocument };

export interface ReadAnyOptions extends ReadSlateOptions {
  /** Whether to read a file with names or ids of players but no points as `attributes`; false by default. */
  readonly attributes?: boolean;
}

/**
 * Reads a file of unknown kind, such as one that was dropped on a page: a book's salary file, entries file,
 * upload template or standings, projections from any source, or a FantasyLineup document. Takes text, or a
 * file's bytes; the options apply to pools.
 * @throws InvalidFileError for a file of no known kind, and as the reader of its kind does.
 */
export async function readAny(
  input: string | Uint8Array,
  options: ReadAnyOptions & SlateReading,
): Promise<AnyFile> {
  const { file, book } = options;
  if (beginsLikeJson(input)) {
    const { readLineupDocument } = await import("./lineup-document.ts");
    return { kind: "lineups", lineups: readLineupDocument(input, file) };
  }
  const records = parseCsv(input, file);
  const standings = standingsTablesOf(records);
  if (standings?.hasLineups) return { kind: "standings", standings };
  const hasPool = findPool(records) !== null;
  if (findLayout(records) !== null) {
    const entries = readEntries(input, { file });
    const begun = options.begun ?? entries.kind === "entries";
    return {
      kind: entries.kind,
      entries,
      slate: hasPool ? slateOf(records, { ...options, begun }) : null,
    };
  }
  if (hasPool) return { kind: "slate", slate: slateOf(records, options) };
  refuseHistory(records, file);
  if (playersTable(records, projectionColumns(book), projectionFit(book)) !== null)
    return { kind: "projections", projections: projectionsOf(records, { file, book }) };
  if (standings !== null) return { kind: "standings", standings };
  if (options.attributes === true && attributesTable(records, book) !== null) return { kind: "attributes" };
  throw new InvalidFileError(
    file,
    records[0].line,
    "is not a salary file, entries file, upload template, projections file, standings file or FantasyLineup " +
      `document. Its first row is ${shownColumns(records[0])}. Give the book's own file, or ` +
      "projections with a header row that has a column of points and one of names or ids.",
  );
}
