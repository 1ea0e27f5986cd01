import { books } from "../shared/books.ts";
import { InvalidFileError } from "../shared/errors.ts";
import type { FantasyLineupDocument } from "../shared/schema/lineups.ts";
import { type CsvRecord, parseCsv } from "./csv.ts";
import { type EntriesFile, findLayout, readEntries } from "./entries/read-entries.ts";
import { type StandingsTables, standingsTablesOf } from "./entries/standings-tables.ts";
import { findHeader } from "./header.ts";
import { refuseHistory } from "./pool-rows.ts";
import { hasProjectionColumns, type ProjectionsFile, readProjectionsCsv } from "./projections.ts";
import { type SlateReading, slateOf } from "./read-slate.ts";
import type { Slate } from "./slate.ts";

/**
 * A file of any known kind. Entries and templates have the pool that the file contains next to the lineups,
 * or null; entries may be of contests that have started. `lineups` is a FantasyLineup document.
 */
export type AnyFile =
  | { readonly kind: "slate"; readonly slate: Slate }
  | { readonly kind: "entries" | "template"; readonly entries: EntriesFile; readonly slate: Slate | null }
  | { readonly kind: "projections"; readonly projections: ProjectionsFile }
  | { readonly kind: "standings"; readonly standings: StandingsTables }
  | { readonly kind: "lineups"; readonly lineups: FantasyLineupDocument };

/**
 * Reads a file of unknown kind, such as one that was dropped on a page: a book's salary file, entries file,
 * upload template or standings, projections from any source, or a FantasyLineup document. Takes text, or a
 * file's bytes; the options apply to pools.
 * @throws InvalidFileError for a file of no known kind, and as the reader of its kind does.
 */
export async function readAny(input: string | Uint8Array, options: SlateReading): Promise<AnyFile> {
  const { file, book } = options;
  if (isObject(input)) return { kind: "lineups", lineups: await readDocument(input, file) };
  const records = parseCsv(input, file);
  const standings = standingsTablesOf(records);
  if (standings?.hasLineups) return { kind: "standings", standings };
  const hasPool = books.some(({ salaryFile }) => findHeader(records, salaryFile.columns) !== null);
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
  if (hasProjectionColumns(records, book))
    return { kind: "projections", projections: readProjectionsCsv(input, { file, book }) };
  if (standings !== null) return { kind: "standings", standings };
  throw ofNoKind(records, file);
}

/** Whether a file begins like a JSON object. */
function isObject(input: string | Uint8Array): boolean {
  const start = typeof input === "string" ? input : new TextDecoder().decode(input.subarray(0, 200));
  return /^\ufeff?\s*\{/.test(start);
}

/** @throws InvalidFileError */
async function readDocument(input: string | Uint8Array, file: string): Promise<FantasyLineupDocument> {
  const bytes = typeof input === "string" ? new TextEncoder().encode(input) : input;
  const { readJsonInput } = await import("./json-input.ts");
  const value = readJsonInput(bytes, file);
  const { fantasyLineupDocumentSchema } = await import("../shared/schema/lineups.ts");
  const { data } = fantasyLineupDocumentSchema.safeParse(value);
  if (data !== undefined) return data;
  throw new InvalidFileError(
    file,
    null,
    "is JSON, but not a FantasyLineup document. Give lineups as optimize writes them, or a CSV file.",
  );
}

/** The most columns that an error names. */
const MOST_COLUMNS_NAMED = 12;

function ofNoKind([first]: readonly CsvRecord[], file: string): InvalidFileError {
  const columns = first!.cells.filter((cell) => cell !== "");
  const more = columns.length > MOST_COLUMNS_NAMED ? ` and ${columns.length - MOST_COLUMNS_NAMED} more` : "";
  return new InvalidFileError(
    file,
    first!.line,
    "is not a salary file, entries file, upload template, projections file, standings file or FantasyLineup " +
      `document. Its first row is ${columns.slice(0, MOST_COLUMNS_NAMED).join(", ")}${more}. Give the book's own file, or ` +
      "projections with a header row that has a column of points and one of names or ids.",
  );
}
