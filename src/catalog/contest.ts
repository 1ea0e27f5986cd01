import { type ContestTable, contestTableSchema } from "../schema/contest.ts";
import { checkMinimums, checkSizes, checkTeamLimits } from "./contest-limits.ts";
import {
  checkPositionNames,
  checkRulePositions,
  checkSlotMeanings,
  checkSlotNames,
  checkUploadOrder,
} from "./contest-names.ts";
import { checkSources } from "./sources.ts";
import { parseTable } from "./table.ts";

const CHECKS = [
  checkPositionNames,
  checkSlotNames,
  checkSlotMeanings,
  checkUploadOrder,
  checkRulePositions,
  checkSizes,
  checkMinimums,
  checkTeamLimits,
  checkSources,
];

/**
 * A contest's rule table from its JSON value, checked and frozen. `file` is the name that errors give.
 * @throws InvalidTableError if the shape is not that of `contestTableSchema` or the table contradicts itself.
 */
export function parseContestTable(value: unknown, file: string): ContestTable {
  return parseTable(contestTableSchema, CHECKS, value, file);
}
