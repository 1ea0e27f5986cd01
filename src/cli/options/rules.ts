import { Argument, InvalidArgumentError, Option } from "commander";
import type { BookName } from "../../shared/books/index.ts";
import { formatOption, outputOption, rulesOption } from "./arguments.ts";
import type { Definition } from "./definition.ts";
import { BOOK_WORDS, bookWord, SITE_WORDS, sportWord } from "./words.ts";

/** What `rules` is told, as the parser hands it over. */
export interface RulesOptions {
  readonly sport?: string;
  readonly book?: BookName;
  readonly site?: BookName;
  readonly contest?: string;
  readonly rules: readonly string[];
  readonly format: "table" | "json";
  readonly output?: string;
}

/** @throws InvalidArgumentError for any word but the one that `rules` knows. */
function onlyCheck(word: string): string {
  if (word === "check") return word;
  throw new InvalidArgumentError(
    "`rules` takes no word but `check FILE`; options choose among contests: --sport nfl.",
  );
}

/** What `rules` takes. */
export const definition: Definition = {
  description: "Show the contests and their rules, in full when the options leave one; or check a table.",
  arguments: [
    new Argument("[check]", "look for faults in the table in FILE").argParser(onlyCheck),
    new Argument("[file]", "a contest's table (JSON)"),
  ],
  options: [
    new Option("--sport <sport>", "only this sport's: nfl, nba, nhl or a sport's name").argParser(sportWord),
    new Option("--book <book>", `only this book's: ${BOOK_WORDS}`).argParser(bookWord),
    new Option("--site <site>", `the book by its other name: ${SITE_WORDS}`).argParser(bookWord),
    new Option("--contest <contest>", "only contests of this name"),
    rulesOption(),
    formatOption(["table", "json"]),
    outputOption(),
  ],
  epilogue: [
    "rules check FILE: shows whether a lineup can be seated, each position in each slot, which limits never bind or are " +
      "always reached, and which other tables have the same rules; each with a lineup that shows it. Exits with 1 " +
      "if no lineup can be seated or a slot cannot be reached, with 2 if the table does not load.",
  ],
};
