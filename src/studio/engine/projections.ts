/** Projections from a file, matched to the slate; loaded with the first such file. */
import {
  type Aliases,
  columnNote,
  type MatchedProjections,
  matchNotes,
  matchProjections,
  type ReadColumns,
  readAliasesCsv,
  readProjectionsCsv,
  type Slate,
} from "dfs-lineups/browser";
import type { GivenFile } from "./messages.ts";

export interface Projections extends MatchedProjections {
  readonly file: string;
  readonly read: ReadColumns;
  readonly notes: readonly string[];
}

/** Pairs of a name in another file and the salary file's name or id. */
export type GivenAliases = readonly (readonly [from: string, to: string])[];

/** Reads a file and matches its rows to the slate. @throws InvalidFileError, also for an alias that cannot be used */
export function projected(
  slate: Slate,
  { name: file, bytes, columns }: GivenFile,
  given: GivenAliases,
): Projections {
  const salaries = new Set(slate.entries.map(({ salary }) => salary));
  const { rows, ...read } = readProjectionsCsv(bytes, { file, book: slate.book, salaries, columns });
  const found = matchProjections(slate, rows, { file, aliases: aliasesOf(given) });
  const notes = [columnNote({ rows, ...read }), ...matchNotes(found.report, slate)];
  return { file, read, ...found, notes: notes.map((note) => `${file}: ${note}`) };
}

export function aliasesOf(given: GivenAliases): Aliases | undefined {
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const rows = given.map((pair) => pair.map(cell).join());
  return rows.length === 0 ? undefined : readAliasesCsv(["from,to", ...rows].join("\n"), { file: "aliases" });
}
