import { parseContestTable } from "../../contests/catalog/contest.ts";
import type { ContestTable } from "../../contests/catalog/contest-table.ts";
import { parseOutcomesTable } from "../../contests/catalog/outcomes.ts";
import { parseScoringTable } from "../../contests/catalog/scoring.ts";
import type { OutcomesTable } from "../../shared/schema/outcomes.ts";
import type { ScoringTable } from "../../shared/schema/scoring.ts";
import { readJsonFile } from "./json-file.ts";

/**
 * Loads a contest's rules table from a JSON file.
 * @throws InvalidTableError as `parseContestTable` does, and if the file cannot be read or is not JSON.
 */
export async function loadContestTable(file: string): Promise<ContestTable> {
  return parseContestTable(await readJsonFile(file), file);
}

/**
 * Loads a scoring table from a JSON file.
 * @throws InvalidTableError as `parseScoringTable` does, and if the file cannot be read or is not JSON.
 */
export async function loadScoringTable(file: string): Promise<ScoringTable> {
  return parseScoringTable(await readJsonFile(file), file);
}

/**
 * Loads a table of outcomes from a JSON file.
 * @throws InvalidTableError as `parseOutcomesTable` does, and if the file cannot be read or is not JSON.
 */
export async function loadOutcomesTable(file: string): Promise<OutcomesTable> {
  return parseOutcomesTable(await readJsonFile(file), file);
}
