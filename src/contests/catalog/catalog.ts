import { bookOfFileName } from "../../shared/books.ts";
import { groupBy } from "../../shared/collections.ts";
import {
  type ErrorSource,
  InvalidTableError,
  UnknownContestError,
  UnknownScoringError,
} from "../../shared/errors.ts";
import type { OutcomesTable } from "../../shared/schema/outcomes.ts";
import type { OwnershipTable } from "../../shared/schema/ownership.ts";
import type { LineupRequest } from "../../shared/schema/request.ts";
import type { ScoringTable } from "../../shared/schema/scoring.ts";
import type { ContestTable } from "../constraints/readers/contest-table.ts";
import { parseContestTable } from "./contest.ts";

interface FileOf<Value> {
  /**
   * Such as `basketball/draftkings.classic.json`, `basketball/draftkings.json` (scoring),
   * `basketball/outcomes.json` or `basketball/ownership.json`.
   */
  readonly file: string;
  readonly value: () => Value;
}

export type TableFile = FileOf<unknown>;

export type LoadedFile = FileOf<Promise<unknown>>;

interface Named<Value> {
  /**
   * Sport, book and contest; a scoring table has no contest, and a table of outcomes or of ownership has
   * `outcomes` or `ownership` after the sport.
   */
  readonly name: string;
  readonly sport: string;
  readonly book: string;
  readonly contest: string;
  /** @throws InvalidTableError for a table that does not load, or whose content does not match its path. */
  readonly table: () => Value;
}

/** The tables that are loaded when they are first needed. */
interface LoadedTables {
  readonly scoring: ScoringTable;
  readonly outcomes: OutcomesTable;
  readonly ownership: OwnershipTable;
}

const PARSERS: {
  readonly [Kind in keyof LoadedTables]: () => Promise<(value: unknown, file: string) => LoadedTables[Kind]>;
} = {
  scoring: async () => (await import("./scoring.ts")).parseScoringTable,
  outcomes: async () => (await import("./outcomes.ts")).parseOutcomesTable,
  ownership: async () => (await import("./ownership.ts")).parseOwnershipTable,
};

/** @throws InvalidTableError */
export async function parseLoaded<Kind extends keyof LoadedTables>(kind: Kind, value: unknown, file: string) {
  return (await PARSERS[kind]())(value, file);
}

/** The tables that come with the package, or a replacement for them. */
export type BuiltIn = {
  readonly [Kind in keyof LoadedTables]: readonly Named<Promise<LoadedTables[Kind]>>[];
} & {
  /** Not loaded asynchronously: all of them are needed to find the contest that a file belongs to. */
  readonly contests: readonly Named<ContestTable>[];
};

type ContestName = Pick<ContestTable, "sport" | "book" | "contest">;

/** `others` has the files of scoring tables, of outcomes and of ownership. */
export function builtInTables(contests: readonly TableFile[], others: readonly LoadedFile[]): BuiltIn {
  const byKind = groupBy(others, ({ file }) => /\/(outcomes|ownership)\.json$/.exec(file)?.[1] ?? "scoring");
  const loadedBy = <Kind extends keyof LoadedTables>(kind: Kind) =>
    (byKind.get(kind) ?? []).map(({ file, value }) =>
      namedBy(file, async () => inPlace(await parseLoaded(kind, await value(), file), file, NAMES[kind])),
    );
  return {
    contests: contests.map(({ file, value }) =>
      namedBy(file, () => inPlace(parseContestTable(value(), file), file, contestName)),
    ),
    scoring: loadedBy("scoring"),
    outcomes: loadedBy("outcomes"),
    ownership: loadedBy("ownership"),
  };
}

export function contestName({ sport, book, contest }: ContestName): string {
  return `${sport} ${book} ${contest}`;
}

const NAMES: { readonly [Kind in keyof LoadedTables]: (table: LoadedTables[Kind]) => string } = {
  scoring: ({ sport, book }) => `${sport} ${book}`,
  outcomes: ({ sport }) => `${sport} outcomes`,
  ownership: ({ sport }) => `${sport} ownership`,
};

function nameIn(file: string): string {
  const words = file.replace(/\.json$/, "").split(/[/.]/);
  return words.map(bookOfFileName).join(" ");
}

function namedBy<Value>(file: string, read: () => Value): Named<Value> {
  const name = nameIn(file);
  const [sport = "", book = "", contest = ""] = name.split(" ");
  let known: Value | undefined;
  const table = () => {
    known ??= read();
    // If loading fails, the next call tries again.
    if (known instanceof Promise) known.catch(() => (known = undefined));
    return known;
  };
  return { name, sport, book, contest, table };
}

/** @throws InvalidTableError if it is not the table that the path of its file names. */
function inPlace<Table>(table: Table, file: string, nameOf: (table: Table) => string): Table {
  if (nameOf(table) === nameIn(file)) return table;
  throw new InvalidTableError(file, "", `the table in it is for ${nameOf(table)}. Move or rename the file.`);
}

/** The available contest rules and scoring tables, frozen, in the order of sport, book and contest. */
export interface Catalog {
  readonly contests: readonly ContestTable[];
  /** Reads only the tables whose names pass the test. */
  contestsWhere(test: (name: ContestName) => boolean): readonly ContestTable[];
  readonly sports: readonly string[];
  /** `source` is where the request named the contest. @throws UnknownContestError with the known contests. */
  contest(sport: string, book: string, contest: string, source?: ErrorSource): ContestTable;
  /** @throws UnknownContestError that points at `contest`. */
  contestOf(sport: string, request: Pick<LineupRequest, "book" | "contest">): ContestTable;
  scoringTables(): Promise<readonly ScoringTable[]>;
  /** Rejects with an UnknownScoringError that lists the known tables. */
  scoringTable(sport: string, book: string, source?: ErrorSource): Promise<ScoringTable>;
  /**
   * If the contest's `lineStats` meet the condition of a group of terms, the table has no other groups for
   * its positions.
   */
  scoringOf(contest: ContestName, source?: ErrorSource): Promise<ScoringTable>;
  /** Rejects with an UnknownScoringError. */
  outcomesTable(sport: string, source?: ErrorSource): Promise<OutcomesTable>;
  /** The sport's table, or the one for any sport. */
  ownershipTable(sport: string): Promise<OwnershipTable>;
}

/** A user's table, checked and frozen; errors name it by `file`. */
export interface OwnTable<Table> {
  readonly file: string;
  readonly table: Table;
}

/** The user's tables; each replaces the built-in one for the same contest, or sport and book. */
export type OwnTables = {
  readonly [Kind in keyof LoadedTables]?: readonly OwnTable<LoadedTables[Kind]>[];
} & { readonly contests?: readonly OwnTable<ContestTable>[] };

/** @throws InvalidTableError if two user tables describe the same contest, or the same sport and book. */
export function catalogOf(builtIn: BuiltIn, own: OwnTables = {}): Catalog {
  const contests = byName(builtIn.contests, own.contests, "contest", contestName, (table) => table);
  const given = async <Table>(table: Table) => table;
  const scoring = byName(builtIn.scoring, own.scoring, "book", NAMES.scoring, given);
  const outcomes = byName(builtIn.outcomes, own.outcomes, "sport", NAMES.outcomes, given);
  const ownership = byName(builtIn.ownership, own.ownership, "sport", NAMES.ownership, given);
  const sports = new Set([...contests.values()].map(({ sport }) => sport));
  const contestNamed: Catalog["contest"] = (sport, book, contest, source) => {
    const wanted = `${sport} ${book} ${contest}`;
    const found = contests.get(wanted);
    if (found) return found.table();
    throw new UnknownContestError({ sport, book, contest }, [...contests.keys()], source);
  };
  const scoringTable: Catalog["scoringTable"] = (sport, book, source) =>
    loaded(scoring, `${sport} ${book}`, source);
  return Object.freeze({
    get contests() {
      return Object.freeze([...contests.values()].map(({ table }) => table()));
    },
    contestsWhere: (test) => [...contests.values()].filter(test).map(({ table }) => table()),
    sports: Object.freeze([...sports]),
    contest: contestNamed,
    contestOf: (sport, { book, contest }) => contestNamed(sport, book, contest, { pointer: "/contest" }),
    scoringTables: () => Promise.all([...scoring.values()].map(({ table }) => table())),
    scoringTable,
    async scoringOf(name, source) {
      const table = await scoringTable(name.sport, name.book, source);
      return inContest(table, contests.get(contestName(name))?.table().lineStats);
    },
    outcomesTable: (sport, source) => loaded(outcomes, `${sport} outcomes`, source),
    ownershipTable: (sport) =>
      loaded(ownership, `${ownership.has(`${sport} ownership`) ? sport : "any"} ownership`, undefined),
  } satisfies Catalog);
}

/**
 * A group of terms whose condition (`when`) all stat lines of the contest meet, such as `rounds` 1, loses it.
 * Other groups that share a position with it are left out.
 */
function inContest(table: ScoringTable, lineStats: ContestTable["lineStats"] = []): ScoringTable {
  const met = table.groups.flatMap(({ when, ...group }) =>
    lineStats.some(({ stat, is }) => when?.stat === stat && when.is === is) ? [group] : [],
  );
  const covered = new Set(met.flatMap(({ positions }) => positions));
  const others = table.groups.filter(({ positions }) => !positions.some((one) => covered.has(one)));
  return met.length === 0 ? table : { ...table, groups: [...met, ...others] };
}

/** @throws UnknownScoringError */
async function loaded<Table>(
  tables: ReadonlyMap<string, Named<Promise<Table>>>,
  wanted: string,
  source: ErrorSource | undefined,
): Promise<Table> {
  const found = tables.get(wanted);
  if (found) return found.table();
  throw new UnknownScoringError(wanted, [...tables.keys()], source);
}

/**
 * A user's table replaces the built-in one of the same name. Errors about repeated names point to `field`.
 */
function byName<
  Table extends { readonly sport: string; readonly book?: string; readonly contest?: string },
  Value,
>(
  builtIn: readonly Named<Value>[],
  own: readonly OwnTable<Table>[] = [],
  field: string,
  nameOf: (table: Table) => string,
  given: (table: Table) => Value,
): ReadonlyMap<string, Named<Value>> {
  const files = new Map<string, string>();
  const named = new Map(builtIn.map((one) => [one.name, one]));
  for (const { file, table } of own) {
    const name = nameOf(table);
    const other = files.get(name);
    if (other !== undefined)
      throw new InvalidTableError(file, field, `${other} already describes ${name}. Remove one of the two.`);
    files.set(name, file);
    const { sport, book = "", contest = "" } = table;
    named.set(name, { name, sport, book, contest, table: () => given(table) });
  }
  return new Map([...named].sort(([a], [b]) => (a < b ? -1 : 1)));
}
