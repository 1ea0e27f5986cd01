/** Columns of the players from files without points, such as lines; loaded with the first such file. */
import { type Slate, withAttributes } from "dfs-lineups/browser";
import type { GivenFile } from "./messages.ts";
import { aliasesOf, type GivenAliases } from "./projections.ts";

/** The slate with the columns of the files, and what they added. @throws InvalidFileError if no row matches */
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
