import {
  type ErrorSource,
  InvalidTableError,
  UnknownContestError,
  UnknownScoringError,
} from "../../shared/errors.ts";
import type { OutcomesTable } from "../../shared/schema/outcomes.ts";
import type { LineupRequest } from "../../shared/schema/request.ts";
import type { ScoringTable } from "../../shared/schema/scoring.ts";
import type { ContestTable } from "../constraints/readers/contest-table.ts";
import { parseContestTable } from "./contest.ts";
import { parseScoringTable } from "./scoring.ts";

/** The file of a table and its JSON value, which is read on first use. */
export interface TableFile {
  /**
   * Its path, which names its content: `basketball/bookA.classic.json`, `basketball/bookA.json`, or
   * `basketball/outcomes.json`.
   */
  readonly file: string;
  readonly value: () => unknown;
}

/** A table that is checked and frozen on first use. */
interface LazyTable<Table> {
  /** Sport, book and contest, or sport and book, separated by spaces. */
  readonly name: string;
  readonly sport: string;
  readonly book: string;
  /** Empty for a scoring table and for outcomes. */
  readonly contest: string;
  /** @throws InvalidTableError for a table that does not load, or whose content does not match its path. */
  readonly table: () => Table;
}

/** The tables that come with the package, or a replacement for them. */
export interface BuiltIn {
  readonly contests: readonly LazyTable<ContestTable>[];
  readonly scoring: readonly LazyTable<ScoringTable>[];
  /** Loaded at the first simulation. */
  readonly outcomes: () => Promise<readonly LazyTable<OutcomesTable>[]>;
}

/** Reads each table from its file on first use. */
export function builtInTables(files: {
  readonly contests: readonly TableFile[];
  readonly scoring: readonly TableFile[];
  readonly outcomes: () => Promise<readonly TableFile[]>;
}): BuiltIn {
  let known: readonly LazyTable<OutcomesTable>[] | undefined;
  return {
    contests: files.contests.map((file) => lazyTable(file, parseContestTable, contestName)),
    scoring: files.scoring.map((file) => lazyTable(file, parseScoringTable, scoringName)),
    async outcomes() {
      const { parseOutcomesTable } = await import("./outcomes.ts");
      known ??= (await files.outcomes()).map((file) => lazyTable(file, parseOutcomesTable, outcomesName));
      return known;
    },
  };
}

/** Whether a file under `scoring/` is a table of outcomes rather than a scoring table. */
export function isOutcomesFile(file: string): boolean {
  return file.endsWith("/outcomes.json");
}

export function contestName({ sport, book, contest }: ContestTable): string {
  return `${sport} ${book} ${contest}`;
}

function scoringName({ sport, book }: ScoringTable): string {
  return `${sport} ${book}`;
}

function outcomesName({ sport }: OutcomesTable): string {
  return `${sport} outcomes`;
}

function lazyTable<Table>(
  { file, value }: TableFile,
  parse: (value: unknown, file: string) => Table,
  nameOf: (table: Table) => string,
): LazyTable<Table> {
  const [sport = "", book = "", contest = ""] = file.replace(/\.json$/, "").split(/[/.]/);
  const name = file.replace(/\.json$/, "").replaceAll(/[/.]/g, " ");
  let known: Table | undefined;
  return {
    name,
    sport,
    book,
    contest,
    table() {
      known ??= parse(value(), file);
      if (nameOf(known) === name) return known;
      throw new InvalidTableError(
        file,
        "",
        `the table in it is for ${nameOf(known)}. Move or rename the file.`,
      );
    },
  };
}

/** The names of a contest. */
type ContestName = Pick<ContestTable, "sport" | "book" | "contest">;

/** The available contest rules and scoring tables, frozen, in the order of sport, book and contest. */
export interface Catalog {
  readonly contests: readonly ContestTable[];
  readonly scoring: readonly ScoringTable[];
  /** Returns the contests whose names pass the test; reads only their tables. */
  contestsWhere(test: (name: ContestName) => boolean): readonly ContestTable[];
  /** The sports with at least one contest. */
  readonly sports: readonly string[];
  /**
   * Returns a contest's rules. Names must match the tables exactly; `source` is where the request named the
   * contest.
   * @throws UnknownContestError with the known contests.
   */
  contest(sport: string, book: string, contest: string, source?: ErrorSource): ContestTable;
  /**
   * Returns the rules of a request's contest.
   * @throws UnknownContestError that points at the request's `contest`.
   */
  contestOf(sport: string, request: Pick<LineupRequest, "book" | "contest">): ContestTable;
  /**
   * Returns a book's scoring table for a sport.
   * @throws UnknownScoringError with the known tables.
   */
  scoringTable(sport: string, book: string, source?: ErrorSource): ScoringTable;
  /**
   * Returns the table of how points spread around projections in a sport; rejects with an UnknownScoringError
   * that lists the known tables.
   */
  outcomesTable(sport: string, source?: ErrorSource): Promise<OutcomesTable>;
}

/** A user's table, checked and frozen; errors name it by `file`. */
export interface OwnTable<Table> {
  readonly file: string;
  readonly table: Table;
}

/**
 * The user's tables; a table replaces the built-in one for the same contest, or for the same sport and book.
 */
export interface OwnTables {
  readonly contests?: readonly OwnTable<ContestTable>[];
  readonly scoring?: readonly OwnTable<ScoringTable>[];
  readonly outcomes?: readonly OwnTable<OutcomesTable>[];
}

/**
 * Creates the catalog of the built-in tables, each read on first use, and the user's tables.
 * @throws InvalidTableError if two user tables describe the same contest, or the same sport and book.
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
    contestsWhere: (test) => [...contests.values()].filter(test).map(({ table }) => table()),
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

/**
 * Tables by name, in order; the user's tables replace built-in ones. `field` is where an error about two
 * equal user tables points.
 */
function byName<Table extends { readonly sport: string; readonly book?: string; readonly contest?: string }>(
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
      throw new InvalidTableError(file, field, `${other} already describes ${name}. Remove one of the two.`);
    files.set(name, file);
    const { sport, book = "", contest = "" } = table;
    named.set(name, { name, sport, book, contest, table: () => table });
  }
  return new Map([...named].sort(([a], [b]) => (a < b ? -1 : 1)));
}
