import { Option } from "commander";
import type { BookName } from "../../books/index.ts";
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

/** What `rules` takes. */
export const definition: Definition = {
  description: "Show the contests and their rules; in full when the options leave one.",
  options: [
    new Option("--sport <sport>", "only this sport's: nfl, nba, nhl or a sport's name").argParser(sportWord),
    new Option("--book <book>", `only this book's: ${BOOK_WORDS}`).argParser(bookWord),
    new Option("--site <site>", `the same in other words: ${SITE_WORDS}`).argParser(bookWord),
    new Option("--contest <contest>", "only contests of this name"),
    rulesOption(),
    formatOption(["table", "json"]),
    outputOption(),
  ],
};
