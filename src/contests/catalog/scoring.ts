import { type ScoringTable, scoringTableSchema } from "../../shared/schema/scoring.ts";
import {
  checkExpectedStats,
  checkScoringNames,
  checkScoringStats,
  checkScoringTerms,
  checkStatHeaders,
} from "./scoring-checks.ts";
import { checkSources } from "./sources.ts";
import { parseTable } from "./table.ts";

const CHECKS = [
  checkScoringNames,
  checkScoringStats,
  checkScoringTerms,
  checkExpectedStats,
  checkStatHeaders,
  checkSources,
];

/**
 * Parses a scoring table from its JSON value, checks it and freezes it. `file` is the name used in errors.
 * @throws InvalidTableError if the value does not match `scoringTableSchema` or the table contradicts itself.
 */
export function parseScoringTable(value: unknown, file: string): ScoringTable {
  return parseTable(scoringTableSchema, CHECKS, value, file);
}
