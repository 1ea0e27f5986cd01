import type { Breach } from "../../shared/schema/breach.ts";
import { valuesOf } from "../constraints/readers/table-values.ts";
import { checkSizes } from "./contest-limits.ts";
import { checkPositionNames, checkSlotMeanings, checkSlotNames, checkUploadOrder } from "./contest-names.ts";
import { type ContestTable, contestTableSchema } from "./contest-table.ts";
import { checkSources } from "./sources.ts";
import { parseTable } from "./table.ts";

const CHECKS = [
  checkPositionNames,
  checkSlotNames,
  checkSlotMeanings,
  checkUploadOrder,
  checkSizes,
  checkRules,
  checkSources,
];

/**
 * Parses a contest's rules table from its JSON value, checks it and freezes it. `file` is the name used in
 * errors.
 * @throws InvalidTableError if the value does not match `contestTableSchema` or the table contradicts itself.
 */
export function parseContestTable(value: unknown, file: string): ContestTable {
  return parseTable(contestTableSchema, CHECKS, value, file);
}

/** Checks that each constraint agrees with the rest of the table. */
function* checkRules(table: ContestTable): Generator<Breach> {
  for (const { constraint, value, path } of valuesOf(table)) {
    for (const breach of constraint.breaches(table, value))
      yield { path: [...path, ...breach.path], reason: breach.reason };
  }
}
