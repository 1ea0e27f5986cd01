import { InvalidTableError } from "../errors.ts";
import type { OutcomesTable } from "../schema/outcomes.ts";
import type { ScoringTable } from "../schema/scoring.ts";
import { parseContestTable } from "./contest.ts";
import type { ContestTable } from "./contest-table.ts";
import { parseScoringTable } from "./scoring.ts";

/** The file of a table and the JSON value in it, which is read when it is first asked for. */
export interface TableFile {
  /**
   * Its place, which says what it describes: `basketball/bookA.classic.json`, `basketball/bookA.json`, or
   * `basketball/outcomes.json`.
   */
  readonly file: string;
  readonly value: () => unknown;
}

/** A table that is checked and frozen when it is first asked for. */
export interface LazyTable<Table> {
  /** Sport, book and contest, or sport and book, between spaces. */
  readonly name: string;
  readonly sport: string;
  /** @throws InvalidTableError for a table that does not load, or describes what its place does not say. */
  readonly table: () => Table;
}

/** The tables that come with the package, or others of their kind. */
export interface BuiltIn {
  readonly contests: readonly LazyTable<ContestTable>[];
  readonly scoring: readonly LazyTable<ScoringTable>[];
  /** Loaded when somebody simulates. */
  readonly outcomes: () => Promise<readonly LazyTable<OutcomesTable>[]>;
}

/** Reads tables from where they lie, one when it is first asked for. */
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

/** Whether a file under `scoring/` tells how points stray, and not what is scored. */
export function tellsOutcomes(file: string): boolean {
  return file.endsWith("/outcomes.json");
}

export function contestName({ sport, book, contest }: ContestTable): string {
  return `${sport} ${book} ${contest}`;
}

export function scoringName({ sport, book }: ScoringTable): string {
  return `${sport} ${book}`;
}

export function outcomesName({ sport }: OutcomesTable): string {
  return `${sport} outcomes`;
}

function lazyTable<Table>(
  { file, value }: TableFile,
  parse: (value: unknown, file: string) => Table,
  nameOf: (table: Table) => string,
): LazyTable<Table> {
  const name = file.replace(/\.json$/, "").replaceAll(/[/.]/g, " ");
  let known: Table | undefined;
  return {
    name,
    sport: file.slice(0, file.indexOf("/")),
    table() {
      known ??= parse(value(), file);
      if (nameOf(known) === name) return known;
      throw new InvalidTableError(
        file,
        "",
        `the table in it is of ${nameOf(known)}. Move or rename the file.`,
      );
    },
  };
}
