import { Argument, Option } from "commander";
import type { BookName } from "../../books/index.ts";
import type { ProjectionColumns } from "./arguments.ts";
import { rulesOption, scoringOption } from "./arguments.ts";
import { group } from "./definition.ts";
import {
  capOption,
  matchingOptions,
  performancesOption,
  poolOptions,
  slateOptions,
  sportOption,
} from "./input.ts";

/** What commands for a book's entries file are told of it and of its players, as the parser hands it over. */
export interface EntriesOptions {
  readonly salaries?: string;
  readonly projections?: string;
  readonly performances?: string;
  readonly sport?: string;
  readonly book?: BookName;
  readonly site?: BookName;
  readonly contest?: string;
  readonly cap?: number;
  readonly injured?: boolean;
  readonly leaveOut?: readonly string[];
  readonly column?: ProjectionColumns;
  readonly alias?: string;
  readonly rules: readonly string[];
  readonly scoring: readonly string[];
}

/** The file that such a command is about. */
export function entriesArgument(): Argument {
  return new Argument("<file>", "a book's entries file or upload template (CSV); - reads standard input");
}

/** Where its players and their points come from. */
export function entriesOptions(): readonly Option[] {
  return group("Players:", [
    new Option("-p, --projections <file>", "their points (CSV); by default the book's own averages"),
    performancesOption(),
    scoringOption(),
    new Option("--salaries <file>", "where the pool is; by default the file's own, embedded to its right"),
    sportOption(),
    ...slateOptions(),
    capOption(),
    ...poolOptions(),
    ...matchingOptions(),
    rulesOption(),
  ]);
}
