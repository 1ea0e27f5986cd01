import { Argument, Option } from "commander";
import { rulesOption, scoringOption } from "./arguments.ts";
import { group } from "./definition.ts";
import {
  capOption,
  type InputOptions,
  matchingOptions,
  performancesOption,
  poolOptions,
  slateOptions,
  sportOption,
} from "./input.ts";

/** What commands for a book's entries file are told of it and of its players, as the parser hands it over. */
export interface EntriesOptions
  extends Pick<
    InputOptions,
    | "salaries"
    | "projections"
    | "performances"
    | "sport"
    | "book"
    | "site"
    | "contest"
    | "cap"
    | "injured"
    | "leaveOut"
    | "column"
    | "alias"
    | "scoring"
  > {
  readonly rules: readonly string[];
}

/** The file that such a command is about. */
export function entriesArgument(): Argument {
  return new Argument("<file>", "a book's entries file or upload template (CSV); - reads standard input");
}

/** Where its players and their points come from. */
export function entriesOptions(): readonly Option[] {
  return group("Players:", [
    new Option("-p, --projections <file>", "the players' points (CSV); by default the book's own averages"),
    performancesOption(),
    scoringOption(),
    new Option(
      "--salaries <file>",
      "the salary file with the pool; by default the pool that is embedded in the file",
    ),
    sportOption(),
    ...slateOptions(),
    capOption(),
    ...poolOptions(),
    ...matchingOptions(),
    rulesOption(),
  ]);
}
