import { type Catalog, catalogOf, type OwnTable } from "../../contests/catalog/catalog.ts";
import { parseContestTable } from "../../contests/catalog/contest.ts";
import { parseOutcomesTable } from "../../contests/catalog/outcomes.ts";
import { parseScoringTable } from "../../contests/catalog/scoring.ts";
import type { ContestTableInput } from "../../contests/constraints/readers/contest-table.ts";
import type { OutcomesTableInput } from "../../shared/schema/outcomes.ts";
import type { ScoringTable } from "../../shared/schema/scoring.ts";
import { loadBuiltInTables, loadContestTable, loadOutcomesTable, loadScoringTable } from "./tables.ts";

/** Tables to add to the built-in ones. */
export interface CatalogOptions {
  /** Contest files or tables to add; one with a built-in contest's name replaces it. */
  readonly rules?: readonly (string | ContestTableInput)[] | undefined;
  /** Scoring files or tables; one for the sport and book of a built-in one replaces it. */
  readonly scoring?: readonly (string | ScoringTable)[] | undefined;
  /**
   * Files or tables of how points spread, for simulations; one for the sport of a built-in one replaces it.
   */
  readonly outcomes?: readonly (string | OutcomesTableInput)[] | undefined;
}

/**
 * Loads all built-in tables and the user's.
 * @throws InvalidTableError for a table that does not load, and for two user tables for one contest, for one
 * sport and book's scoring, or for one sport's outcomes.
 */
export async function loadCatalog({
  rules = [],
  scoring = [],
  outcomes = [],
}: CatalogOptions = {}): Promise<Catalog> {
  const [builtIn, ownContests, ownScoring, ownOutcomes] = await Promise.all([
    loadBuiltInTables(),
    Promise.all(rules.map((rule, at) => own(rule, `rules[${at}]`, loadContestTable, parseContestTable))),
    Promise.all(scoring.map((one, at) => own(one, `scoring[${at}]`, loadScoringTable, parseScoringTable))),
    Promise.all(
      outcomes.map((one, at) => own(one, `outcomes[${at}]`, loadOutcomesTable, parseOutcomesTable)),
    ),
  ]);
  return catalogOf(builtIn, { contests: ownContests, scoring: ownScoring, outcomes: ownOutcomes });
}

async function own<Input, Table>(
  given: string | Input,
  name: string,
  load: (file: string) => Promise<Table>,
  parse: (value: unknown, file: string) => Table,
): Promise<OwnTable<Table>> {
  if (typeof given === "string") return { file: given, table: await load(given) };
  return { file: name, table: parse(given, name) };
}
