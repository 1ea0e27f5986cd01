/**
 * Adds columns from files without points, such as the lines of hockey players, to the slate. The page loads
 * this module with the first such file.
 */
import { type Slate, withAttributes } from "dfs-lineups/browser";
import type { GivenFile } from "./messages.ts";
import { aliasesOf, type GivenAliases } from "./projections.ts";

/**
 * Returns the slate with the columns of the files, and a note about the columns of each file.
 * @throws InvalidFileError if no row of a file matches
 */
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
