import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { InvalidTableError } from "../errors.ts";
import type { ContestTable } from "../schema/contest.ts";
import type { ScoringTable } from "../schema/scoring.ts";
import { loadContestTable } from "./contest.ts";
import { loadScoringTable } from "./scoring.ts";

/** The package's own tables lie beside `src/` and `dist/` alike. */
const RULES = fileURLToPath(new URL("../../rules/", import.meta.url));
const SCORING = fileURLToPath(new URL("../../scoring/", import.meta.url));

/** Every contest under `rules/<sport>/<book>.<contest>.json`. */
export function loadBuiltInContests(): Promise<readonly ContestTable[]> {
  return loadFolder(RULES, loadContestTable, ({ book, contest }) => `${book}.${contest}.json`);
}

/** Every scoring table under `scoring/<sport>/<book>.json`. */
export function loadBuiltInScoring(): Promise<readonly ScoringTable[]> {
  return loadFolder(SCORING, loadScoringTable, ({ book }) => `${book}.json`);
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
