import { InvalidTableError } from "../../shared/errors.ts";
import type { OutcomesTable } from "../../shared/schema/outcomes.ts";
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
export interface LazyTable<Table> {
  /** Sport, book and contest, or sport and book, separated by spaces. */
  readonly name: string;
  readonly sport: string;
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
        `the table in it is for ${nameOf(known)}. Move or rename the file.`,
      );
    },
  };
}
