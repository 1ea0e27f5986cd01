/** Projections from a file, matched to the slate; loaded with the first such file. */
import {
  type Aliases,
  type Catalog,
  type MatchedProjections,
  type ReadColumns,
  readAliasesCsv,
  type Slate,
} from "dfs-lineups/browser";
import { readSlatePoints } from "../../files/slate-points.ts";
import type { GivenFile } from "./messages.ts";

export interface Projections extends MatchedProjections {
  readonly file: string;
  readonly read: ReadColumns;
  readonly notes: readonly string[];
}

/** Pairs of a name in another file and the salary file's name or id. */
export type GivenAliases = readonly (readonly [from: string, to: string])[];

/** Reads a file and matches its rows to the slate. @throws InvalidFileError, also for an alias that cannot be used */
export async function projected(
  slate: Slate,
  { name: file, bytes, columns }: GivenFile,
  given: GivenAliases,
  catalog: Catalog,
): Promise<Projections> {
  const one = { file, bytes };
  const options = { columns, aliases: aliasesOf(given) };
  const found = await readSlatePoints(slate, { salaries: one, projections: [one] }, options, catalog);
  const { read, report } = found.files[0]!;
  return { ...found, file, read: read!, report };
}

export function aliasesOf(given: GivenAliases): Aliases | undefined {
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const rows = given.map((pair) => pair.map(cell).join());
  return rows.length === 0 ? undefined : readAliasesCsv(["from,to", ...rows].join("\n"), { file: "aliases" });
}
