import type { ContestTable } from "../catalog/contest-table.ts";
import { type ErrorSource, InvalidTableError, UnknownContestError, UnknownScoringError } from "../errors.ts";
import type { LineupRequest } from "../schema/request.ts";
import type { ScoringTable } from "../schema/scoring.ts";

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
}

/** Tables that are checked and frozen. */
export interface Tables {
  readonly contests: readonly ContestTable[];
  readonly scoring: readonly ScoringTable[];
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
}

/**
 * The catalog of the built-in tables and the user's.
 * @throws InvalidTableError for two user tables of one contest, or of one sport and book's scoring.
 */
export function catalogOf(builtIn: Tables, own: OwnTables = {}): Catalog {
  const contests = byName(builtIn.contests, own.contests ?? [], contestName, "contest");
  const scoring = byName(builtIn.scoring, own.scoring ?? [], scoringName, "book");
  const contestNamed: Catalog["contest"] = (sport, book, contest, source) => {
    const wanted = `${sport} ${book} ${contest}`;
    const table = contests.get(wanted);
    if (table) return table;
    throw new UnknownContestError(wanted, [...contests.keys()], source);
  };
  return Object.freeze({
    contests: Object.freeze([...contests.values()]),
    scoring: Object.freeze([...scoring.values()]),
    sports: Object.freeze([...new Set([...contests.values()].map(({ sport }) => sport))]),
    contest: contestNamed,
    contestOf: (sport, { book, contest }) => contestNamed(sport, book, contest, { pointer: "/contest" }),
    scoringTable(sport, book, source) {
      const wanted = `${sport} ${book}`;
      const table = scoring.get(wanted);
      if (table) return table;
      throw new UnknownScoringError(wanted, [...scoring.keys()], source);
    },
  } satisfies Catalog);
}

/** Tables by name, in its order; the user's replace built-in ones. `field` is where two of the user's are at odds. */
function byName<Table>(
  builtIn: readonly Table[],
  own: readonly OwnTable<Table>[],
  nameOf: (table: Table) => string,
  field: string,
): ReadonlyMap<string, Table> {
  const files = new Map<string, string>();
  const named = new Map(builtIn.map((table) => [nameOf(table), table]));
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
    named.set(name, table);
  }
  return new Map([...named].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function contestName({ sport, book, contest }: ContestTable): string {
  return `${sport} ${book} ${contest}`;
}

function scoringName({ sport, book }: ScoringTable): string {
  return `${sport} ${book}`;
}
