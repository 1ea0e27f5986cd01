import { type ScoringTable, scoringTableSchema } from "../schema/scoring.ts";
import { readJsonFile } from "./json-file.ts";
import { checkScoringNames, checkScoringStats, checkScoringTerms } from "./scoring-checks.ts";
import { checkSources } from "./sources.ts";
import { parseTable } from "./table.ts";

const CHECKS = [checkScoringNames, checkScoringStats, checkScoringTerms, checkSources];

/**
 * A scoring table from its JSON value, checked and frozen. `file` is the name that errors give.
 * @throws InvalidTableError if the shape is not that of `scoringTableSchema` or the table contradicts itself.
 */
export function parseScoringTable(value: unknown, file: string): ScoringTable {
  return parseTable(scoringTableSchema, CHECKS, value, file);
}

/**
 * A scoring table from a JSON file.
 * @throws InvalidTableError as `parseScoringTable` does, and if the file cannot be read or is not JSON.
 */
export async function loadScoringTable(file: string): Promise<ScoringTable> {
  return parseScoringTable(await readJsonFile(file), file);
}
