import { builtInTables } from "../../catalog/built-in.ts";
import { type Catalog, catalogOf } from "../../catalog/catalog.ts";
import { parseContestTable } from "../../catalog/contest.ts";
import type { ContestTableInput } from "../../catalog/contest-table.ts";
import { parseScoringTable } from "../../catalog/scoring.ts";
import type { OutcomesTableInput } from "../../schema/outcomes.ts";
import type { ScoringTable } from "../../schema/scoring.ts";
import { CONTESTS, SCORING } from "./built-in-tables.js";

/** Tables beside the built-in ones. */
export interface CatalogOptions {
  /** Contest tables beside the built-in ones; one of a built-in contest's name replaces it. */
  readonly rules?: readonly ContestTableInput[] | undefined;
  /** Scoring tables; one of the sport and book of a built-in one replaces it. */
  readonly scoring?: readonly ScoringTable[] | undefined;
  /** Tables of how points stray, for simulations; one of a built-in one's sport replaces it. */
  readonly outcomes?: readonly OutcomesTableInput[] | undefined;
}

/**
 * The catalog of every built-in table, and the user's.
 * @throws InvalidTableError for a table that does not load, and for two user tables of one contest, of one sport and
 * book's scoring, or of one sport's outcomes.
 */
export async function loadCatalog({
  rules = [],
  scoring = [],
  outcomes = [],
}: CatalogOptions = {}): Promise<Catalog> {
  // What only simulations need is fetched for them.
  const loadOutcomes = async () => (await import("./built-in-outcomes.js")).OUTCOMES;
  return catalogOf(builtInTables({ contests: CONTESTS, scoring: SCORING, outcomes: loadOutcomes }), {
    contests: rules.map((rule, at) => own(rule, `rules[${at}]`, parseContestTable)),
    scoring: scoring.map((one, at) => own(one, `scoring[${at}]`, parseScoringTable)),
    outcomes: await Promise.all(
      outcomes.map(async (one, at) => {
        const { parseOutcomesTable } = await import("../../catalog/outcomes.ts");
        return own(one, `outcomes[${at}]`, parseOutcomesTable);
      }),
    ),
  });
}

function own<Table>(value: unknown, file: string, parse: (value: unknown, file: string) => Table) {
  return { file, table: parse(value, file) };
}
