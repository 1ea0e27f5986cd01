import { type Catalog, catalogOf, type OwnContest } from "../../catalog/catalog.ts";
import { parseContestTable } from "../../catalog/contest.ts";
import type { ContestTable } from "../../schema/contest.ts";
import { loadBuiltInTables } from "./built-in-tables.ts";
import { loadContestTable } from "./tables.ts";

export interface CatalogOptions {
  /** Contest files, or tables, beside the built-in ones; one of a built-in contest's name replaces it. */
  readonly rules?: readonly (string | ContestTable)[];
}

/**
 * Loads every built-in table, and the user's.
 * @throws InvalidTableError for a table that does not load, and for two user tables of one contest.
 */
export async function loadCatalog({ rules = [] }: CatalogOptions = {}): Promise<Catalog> {
  const [builtIn, own] = await Promise.all([loadBuiltInTables(), Promise.all(rules.map(loadOwn))]);
  return catalogOf(builtIn, own);
}

async function loadOwn(rule: string | ContestTable, index: number): Promise<OwnContest> {
  if (typeof rule === "string") return { file: rule, table: await loadContestTable(rule) };
  const file = `rules[${index}]`;
  return { file, table: parseContestTable(rule, file) };
}
