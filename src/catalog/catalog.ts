import type { ContestTable } from "../catalog/contest-table.ts";
import { type ErrorSource, InvalidTableError, UnknownContestError, UnknownScoringError } from "../errors.ts";
import type { OutcomesTable } from "../schema/outcomes.ts";
import type { LineupRequest } from "../schema/request.ts";
import type { ScoringTable } from "../schema/scoring.ts";
import { type BuiltIn, contestName, type LazyTable, outcomesName, scoringName } from "./built-in.ts";

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
   * The rules of a request's contest.
   * @throws UnknownContestError that points at the request's `contest`.
   */
  contestOf(sport: string, request: Pick<LineupRequest, "book" | "contest">): ContestTable;
  /**
   * A book's scoring of a sport.
   * @throws UnknownScoringError with the known ones.
   */
  scoringTable(sport: string, book: string, source?: ErrorSource): ScoringTable;
  /**
   * How points stray from projections in a sport; rejects with an UnknownScoringError, with the known ones.
   */
  outcomesTable(sport: string, source?: ErrorSource): Promise<OutcomesTable>;
}

/** A table of the user's, checked and frozen; errors name it by `file`. */
export interface OwnTable<Table> {
  readonly file: string;
  readonly table: Table;
}

/** The user's tables: one that describes what a built-in one does replaces it. */
export interface OwnTables {
  readonly contests?: readonly OwnTable<ContestTable>[];
  readonly scoring?: readonly OwnTable<ScoringTable>[];
  readonly outcomes?: readonly OwnTable<OutcomesTable>[];
}

/**
 * The catalog of the built-in tables, each read when it is first asked for, and the user's.
 * @throws InvalidTableError for two user tables of one contest, or of one sport and book's scoring.
 */
export function catalogOf(builtIn: BuiltIn, own: OwnTables = {}): Catalog {
  const contests = byName(builtIn.contests, own.contests ?? [], contestName, "contest");
  const scoring = byName(builtIn.scoring, own.scoring ?? [], scoringName, "book");
  const ownOutcomes = own.outcomes ?? [];
  byName([], ownOutcomes, outcomesName, "sport");
  const sports = new Set([...contests.values()].map(({ sport }) => sport));
  const contestNamed: Catalog["contest"] = (sport, book, contest, source) => {
    const wanted = `${sport} ${book} ${contest}`;
    const found = contests.get(wanted);
    if (found) return found.table();
    throw new UnknownContestError({ sport, book, contest }, [...contests.keys()], source);
  };
  return Object.freeze({
    get contests() {
      return tablesOf(contests);
    },
    get scoring() {
      return tablesOf(scoring);
    },
    sports: Object.freeze([...sports]),
    contest: contestNamed,
    contestOf: (sport, { book, contest }) => contestNamed(sport, book, contest, { pointer: "/contest" }),
    scoringTable: (sport, book, source) => named(scoring, `${sport} ${book}`, source),
    async outcomesTable(sport, source) {
      const outcomes = byName(await builtIn.outcomes(), ownOutcomes, outcomesName, "sport");
      return named(outcomes, `${sport} outcomes`, source);
    },
  } satisfies Catalog);
}

/** @throws UnknownScoringError */
function named<Table>(
  tables: ReadonlyMap<string, LazyTable<Table>>,
  wanted: string,
  source: ErrorSource | undefined,
): Table {
  const found = tables.get(wanted);
  if (found) return found.table();
  throw new UnknownScoringError(wanted, [...tables.keys()], source);
}

function tablesOf<Table>(named: ReadonlyMap<string, LazyTable<Table>>): readonly Table[] {
  return Object.freeze([...named.values()].map(({ table }) => table()));
}

/** Tables by name, in its order; the user's replace built-in ones. `field` is where two of the user's are at odds. */
function byName<Table extends { readonly sport: string }>(
  builtIn: readonly LazyTable<Table>[],
  own: readonly OwnTable<Table>[],
  nameOf: (table: Table) => string,
  field: string,
): ReadonlyMap<string, LazyTable<Table>> {
  const files = new Map<string, string>();
  const named = new Map(builtIn.map((one) => [one.name, one]));
  for (const { file, table } of own) {
    const name = nameOf(table);
    const other = files.get(name);
    if (other !== undefined)
      throw new InvalidTableError(
        file,
        field,
        `${name} is also what ${other} describes. Leave one of the two out.`,
      );
    files.set(name, file);
    named.set(name, { name, sport: table.sport, table: () => table });
  }
  return new Map([...named].sort(([a], [b]) => (a < b ? -1 : 1)));
}
