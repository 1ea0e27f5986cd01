/** Columns from files without points, such as the lines of hockey players; loaded with the first such file. */
import { type Slate, withAttributes } from "dfs-lineups/browser";
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

/** Matches the headers of columns that may have points, if there are several columns of numbers. */
const MAY_BE_POINTS = /points|pts|proj|fp|score/i;

export function columnsOfPoints(slate: Slate, file: GivenFile, aliases: GivenAliases): string[] {
  const bare = { ...slate, entries: slate.entries.map((entry) => ({ ...entry, columns: undefined })) };
  const { entries } = attributed(bare, [file], aliases).slate;
  const names = new Set(entries.flatMap(({ columns = {} }) => Object.keys(columns)));
  const numeric = [...names].filter((name) => {
    const own = entries.filter(({ columns = {} }) => name in columns);
    const isKnown = own.every(({ columns, bookId, salary }) =>
      [bookId, String(salary)].includes(columns![name]!),
    );
    return !isKnown && own.every(({ columns }) => /^\s*-?\d+([.,]\d+)?\s*$/.test(columns![name]!));
  });
  return numeric.length === 1 ? numeric : numeric.filter((name) => MAY_BE_POINTS.test(name));
}
