import { type ScoringTable, scoringTableSchema } from "../schema/scoring.ts";
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
 * A scoring table from its JSON value, checked and frozen. `file` is the name that errors give.
 * @throws InvalidTableError if the shape is not that of `scoringTableSchema` or the table contradicts itself.
 */
export function parseScoringTable(value: unknown, file: string): ScoringTable {
  return parseTable(scoringTableSchema, CHECKS, value, file);
}
