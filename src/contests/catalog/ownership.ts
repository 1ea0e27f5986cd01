import { checkSources } from "../../shared/schema/breach.ts";
import { type OwnershipTable, ownershipTableSchema } from "../../shared/schema/ownership.ts";
import { parseTable } from "./contest.ts";

/** @throws InvalidTableError if the value does not match `ownershipTableSchema` or cites no source */
export function parseOwnershipTable(value: unknown, file: string): OwnershipTable {
  return parseTable(ownershipTableSchema, [checkSources], value, file);
}
