/** Projections from a file, matched to the slate; loaded with the first such file. */
import {
  type Aliases,
  type MatchedProjections,
  matchNotes,
  matchProjections,
  readAliasesCsv,
  readProjectionsCsv,
  type Slate,
} from "dfs-lineups/browser";

export { readProjectionsCsv };

export interface Projections extends MatchedProjections {
  readonly file: string;
  /** The rows as they were read, to be matched again with other aliases. */
  readonly read: Parameters<typeof matchProjections>[1];
  readonly notes: readonly string[];
}

/** Pairs of a name in another file and the salary file's name or id. */
export type GivenAliases = readonly (readonly [from: string, to: string])[];

/** Matches rows to the slate. @throws InvalidFileError for an alias that cannot be used */
export function matched(
  slate: Slate,
  read: Projections["read"],
  file: string,
  given: GivenAliases,
): Projections {
  const found = matchProjections(slate, read, { file, aliases: aliasesOf(given) });
  return { file, read, ...found, notes: matchNotes(found.report, slate).map((note) => `${file}: ${note}`) };
}

export function aliasesOf(given: GivenAliases): Aliases | undefined {
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const rows = given.map((pair) => pair.map(cell).join());
  return rows.length === 0 ? undefined : readAliasesCsv(["from,to", ...rows].join("\n"), { file: "aliases" });
}
