import { builtInTables, type Catalog, catalogOf } from "../../contests/catalog/catalog.ts";
import type { ContestTableInput } from "../../contests/constraints/readers/contest-table.ts";
import type { OutcomesTableInput } from "../../shared/schema/outcomes.ts";
import type { OwnershipTable } from "../../shared/schema/ownership.ts";
import type { ScoringTable } from "../../shared/schema/scoring.ts";
import { ownTables } from "../own-tables.ts";
import { CONTESTS, OTHERS } from "./built-in-tables.js";

export interface CatalogOptions {
  readonly rules?: readonly ContestTableInput[] | undefined;
  readonly scoring?: readonly ScoringTable[] | undefined;
  /** Tables of how points spread in simulations, to add; each replaces the built-in table of its sport. */
  readonly outcomes?: readonly (OutcomesTableInput | OwnershipTable)[] | undefined;
}

const builtIn = builtInTables(CONTESTS, OTHERS);

export const builtInCatalog: Catalog = catalogOf(builtIn);

/**
 * The catalog of all built-in tables and the user's. @throws InvalidTableError for a table that does not
 * load, or two for the same contest, scoring or sport
 */
export async function loadCatalog(options: CatalogOptions = {}): Promise<Catalog> {
  return catalogOf(builtIn, await ownTables(options, builtInCatalog));
}
