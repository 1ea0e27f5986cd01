import { Option } from "commander";
import type { BookName } from "../../shared/books/index.ts";
import { formatOption, outputOption, scoringOption } from "./arguments.ts";
import type { Definition } from "./definition.ts";
import { BOOK_WORDS, bookWord, SITE_WORDS, sportWord } from "./words.ts";

/** What `score` is told, as the parser hands it over. */
export interface ScoreOptions {
  readonly sport: string;
  readonly book?: BookName;
  readonly site?: BookName;
  readonly performances: string;
  readonly actual: boolean;
  readonly scoring: readonly string[];
  readonly format: "table" | "json";
  readonly output?: string;
}

/** What `score` takes. */
export const definition: Definition = {
  description: "Score the stat lines of a Performance document by a book's table.",
  options: [
    new Option("--sport <sport>", "nfl, nba, nhl or a sport's name")
      .argParser(sportWord)
      .makeOptionMandatory(),
    new Option("--book <book>", `whose scoring applies: ${BOOK_WORDS}`).argParser(bookWord),
    new Option("--site <site>", `the book by its other name: ${SITE_WORDS}`).argParser(bookWord),
    new Option(
      "--performances <file>",
      "Performance document (JSON); - reads standard input",
    ).makeOptionMandatory(),
    new Option(
      "--actual",
      "the lines are results; by default they are predictions, with bonuses in expectation",
    ).default(false),
    scoringOption(),
    formatOption(["table", "json"]),
    outputOption(),
  ],
  epilogue: [
    "Formats: table shows each line's points term by term; json is a FantasyPerformance document, as optimize --projections takes it.",
  ],
};
