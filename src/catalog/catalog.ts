import { type ErrorSource, InvalidTableError, UnknownContestError, UnknownScoringError } from "../errors.ts";
import type { ContestTable } from "../schema/contest.ts";
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

/** A contest of the user's, checked and frozen; errors name it by `file`. */
export interface OwnContest {
  readonly file: string;
  readonly table: ContestTable;
}

/**
 * The catalog of the built-in tables and the user's contests; one of a built-in contest's name replaces it.
 * @throws InvalidTableError for two user tables of one contest.
 */
export function catalogOf(builtIn: Tables, own: readonly OwnContest[] = []): Catalog {
  const named = new Map([...byName(builtIn.contests), ...ownByName(own)]);
  const contests = byName(sortedBy([...named.values()], contestName));
  const scoring = new Map(sortedBy(builtIn.scoring, scoringName).map((table) => [scoringName(table), table]));
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

function ownByName(own: readonly OwnContest[]): ReadonlyMap<string, ContestTable> {
  const known = new Map<string, OwnContest>();
  for (const contest of own) {
    const name = contestName(contest.table);
    const other = known.get(name);
    if (other) {
      throw new InvalidTableError(
        contest.file,
        "contest",
        `${name} is also what ${other.file} describes. Leave one of the two out.`,
      );
    }
    known.set(name, contest);
  }
  return new Map([...known].map(([name, { table }]) => [name, table]));
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
