import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Tables } from "../../catalog/catalog.ts";
import { InvalidTableError } from "../../errors.ts";
import { loadContestTable, loadScoringTable } from "./tables.ts";

/** The package's own tables lie beside `src/` and `dist/` alike. */
const RULES = fileURLToPath(new URL("../../../rules/", import.meta.url));
const SCORING = fileURLToPath(new URL("../../../scoring/", import.meta.url));

/**
 * Every contest under `rules/<sport>/<book>.<contest>.json`, and every scoring table under
 * `scoring/<sport>/<book>.json`.
 * @throws InvalidTableError for a table that does not load, or lies elsewhere.
 */
export async function loadBuiltInTables(): Promise<Tables> {
  const [contests, scoring] = await Promise.all([
    loadFolder(RULES, loadContestTable, ({ book, contest }) => `${book}.${contest}.json`),
    loadFolder(SCORING, loadScoringTable, ({ book }) => `${book}.json`),
  ]);
  return { contests, scoring };
}

async function loadFolder<Table extends { readonly sport: string }>(
  folder: string,
  load: (file: string) => Promise<Table>,
  fileNameOf: (table: Table) => string,
): Promise<readonly Table[]> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith(".json")).sort();
  return Promise.all(
    files.map(async (file) => {
      const table = await load(join(folder, file));
      const expected = join(table.sport, fileNameOf(table));
      if (file !== expected) {
        throw new InvalidTableError(
          join(folder, file),
          "",
          `the table in it belongs into ${expected}. Move the file.`,
        );
      }
      return table;
    }),
  );
}
