import { builtInCatalog } from "../../src/platform/node/catalog.ts";
import type { ScoringTable } from "../../src/shared/schema/scoring.ts";

/** All built-in scoring tables. */
export const SCORING = await builtInCatalog.scoringTables();

/** A built-in scoring table. */
export function scoringTable(sport: string, book: string): ScoringTable {
  return SCORING.find((table) => table.sport === sport && table.book === book)!;
}
