/** Columns from files without points, such as the lines of hockey players; loaded with the first such file. */
import { columnsOfPoints, type Slate, withAttributes } from "dfs-lineups/browser";
import type { GivenFile } from "./messages.ts";
import { aliasesOf, type GivenAliases } from "./projections.ts";

/** @throws InvalidFileError if no row of a file matches */
export function attributed(
  slate: Slate,
  files: readonly GivenFile[],
  aliases: GivenAliases,
): { readonly slate: Slate; readonly notes: readonly string[] } {
  let whole = slate;
  const notes: string[] = [];
  for (const { name, bytes } of files) {
    const added = withAttributes(whole, bytes, { file: name, aliases: aliasesOf(aliases) });
    whole = added.slate;
    notes.push(`${name}: ${added.note}`);
  }
  return { slate: whole, notes };
}

export const pointsIn = (slate: Slate, { name, bytes }: GivenFile, aliases: GivenAliases) =>
  columnsOfPoints(slate, bytes, { file: name, aliases: aliasesOf(aliases) });
