import { type ErrorSource, InvalidTableError, UnknownContestError, UnknownScoringError } from "../errors.ts";
import type { ContestTable } from "../schema/contest.ts";
import type { ScoringTable } from "../schema/scoring.ts";
import { loadBuiltInContests, loadBuiltInScoring } from "./built-in.ts";
import { loadContestTable, parseContestTable } from "./contest.ts";

/** The rule and scoring tables at hand, frozen; in the order of sport, book and contest. */
export interface Catalog {
  readonly contests: readonly ContestTable[];
  readonly scoring: readonly ScoringTable[];
  /** The sports of which a contest is known. */
  readonly sports: readonly string[];
  /**
   * A contest's rules. Names are compared as the tables write them; `source` is where the request named the contest.
   * @throws UnknownContestError with the known ones.
   */
  contest(sport: string, book: string, contest: string, source?: ErrorSource): ContestTable;
  /**
   * A book's scoring of a sport.
   * @throws UnknownScoringError with the known ones.
   */
  scoringTable(sport: string, book: string, source?: ErrorSource): ScoringTable;
}

export interface CatalogOptions {
  /** Contest files, or tables, beside the built-in ones; one of a built-in contest's name replaces it. */
  readonly rules?: readonly (string | ContestTable)[];
}

/**
 * Loads every built-in table, and the user's.
 * @throws InvalidTableError for a table that does not load, and for two user tables of one contest.
 */
export async function loadCatalog(options: CatalogOptions = {}): Promise<Catalog> {
  const [builtIn, scoring, own] = await Promise.all([
    loadBuiltInContests(),
    loadBuiltInScoring(),
    loadOwn(options.rules ?? []),
  ]);
  return catalogOf([...new Map([...byName(builtIn), ...own]).values()], scoring);
}

async function loadOwn(
  rules: readonly (string | ContestTable)[],
): Promise<ReadonlyMap<string, ContestTable>> {
  const loaded = await Promise.all(
    rules.map(async (rule, index) => {
      const file = typeof rule === "string" ? rule : `rules[${index}]`;
      return {
        file,
        table: typeof rule === "string" ? await loadContestTable(file) : parseContestTable(rule, file),
      };
    }),
  );
  const own = new Map<string, (typeof loaded)[number]>();
  for (const { file, table } of loaded) {
    const name = contestName(table);
    const other = own.get(name);
    if (other) {
      throw new InvalidTableError(
        file,
        "contest",
        `${name} is also what ${other.file} describes. Leave one of the two out.`,
      );
    }
    own.set(name, { file, table });
  }
  return new Map([...own].map(([name, { table }]) => [name, table]));
}

function catalogOf(tables: readonly ContestTable[], scorings: readonly ScoringTable[]): Catalog {
  const contests = byName(sortedBy(tables, contestName));
  const scoring = new Map(sortedBy(scorings, scoringName).map((table) => [scoringName(table), table]));
  return Object.freeze({
    contests: Object.freeze([...contests.values()]),
    scoring: Object.freeze([...scoring.values()]),
    sports: Object.freeze([...new Set([...contests.values()].map(({ sport }) => sport))]),
    contest(sport, book, contest, source) {
      const wanted = `${sport} ${book} ${contest}`;
      const table = contests.get(wanted);
      if (table) return table;
      throw new UnknownContestError(wanted, [...contests.keys()], source);
    },
    scoringTable(sport, book, source) {
      const wanted = `${sport} ${book}`;
      const table = scoring.get(wanted);
      if (table) return table;
      throw new UnknownScoringError(wanted, [...scoring.keys()], source);
    },
  } satisfies Catalog);
}

function byName(tables: readonly ContestTable[]): Map<string, ContestTable> {
  return new Map(tables.map((table) => [contestName(table), table]));
}

function contestName({ sport, book, contest }: ContestTable): string {
  return `${sport} ${book} ${contest}`;
}

function scoringName({ sport, book }: ScoringTable): string {
  return `${sport} ${book}`;
}

function sortedBy<Table>(tables: readonly Table[], nameOf: (table: Table) => string): Table[] {
  return [...tables].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}
