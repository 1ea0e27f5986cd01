import { Option } from "commander";
import type { BookName } from "../../shared/books/index.ts";
import {
  type ProjectionColumns,
  projectionColumns,
  repeated,
  scoringOption,
  wholeNumber,
} from "./arguments.ts";
import { group } from "./definition.ts";
import { BOOK_WORDS, bookWord, SITE_WORDS, sportWord } from "./words.ts";

/** Where a lineup request comes from, as the parser hands it over. */
export interface InputOptions {
  readonly request?: string;
  readonly salaries?: string;
  readonly projections?: string;
  readonly performances?: string;
  readonly service?: string;
  readonly sport?: string;
  readonly book?: BookName;
  readonly site?: BookName;
  readonly contest?: string;
  readonly cap?: number;
  readonly injured?: boolean;
  readonly leaveOut?: readonly string[];
  readonly onlyAvailable?: boolean;
  readonly lock?: readonly string[];
  readonly exclude?: readonly string[];
  readonly stack?: boolean;
  readonly column?: ProjectionColumns;
  readonly alias?: string;
  /** Read by the command that has it; it shares standard input with the others. */
  readonly lineups?: string;
  /** As `lineups`. */
  readonly portfolio?: string;
  readonly scoring: readonly string[];
}

const MOST_MONEY = 1_000_000_000;

/** The environment variable of the prediction service's API key. */
export const SERVICE_KEY = "DFS_LINEUPS_SERVICE_KEY";

/** What `--only-available` does. */
export const ONLY_AVAILABLE = "leave out players that the service lists as injured, suspended or not active";

/** Options that say what a salary file is. */
export function slateOptions(): Option[] {
  return [
    new Option(
      "--book <book>",
      `${BOOK_WORDS} (DraftKings or FanDuel), where the file does not show it`,
    ).argParser(bookWord),
    new Option("--site <site>", `the book by its other name: ${SITE_WORDS}`).argParser(bookWord),
    new Option(
      "--contest <contest>",
      "the contest, where the file does not show it, or a contest of --rules",
    ),
  ];
}

/** Who of a salary file is in its pool. */
export function poolOptions(): Option[] {
  return [
    new Option("--injured", "keep players that the file marks as out"),
    new Option(
      "--leave-out <marks>",
      "also leave out players with these marks, separated by commas: D,Q",
    ).argParser((text) => text.split(",").map((mark) => mark.trim())),
  ];
}

/** The salary cap. */
export function capOption(): Option {
  return new Option("--cap <amount>", "the salary cap, instead of the contest's").argParser(
    wholeNumber(0, MOST_MONEY),
  );
}

/** Who must be in lineups, and who must not. */
export function choiceOptions(): Option[] {
  return [
    new Option(
      "--lock <who>",
      "must be in every lineup: a name or id, WHO@SLOT for that slot; may be repeated",
    ).argParser(repeated),
    new Option(
      "--exclude <who>",
      "must be in no lineup: a name or id, WHO@SLOT for never in that slot; may be repeated",
    ).argParser(repeated),
  ];
}

/** How a projections file is read. */
export function matchingOptions(): Option[] {
  return [
    new Option(
      "--column <what=header>",
      "take this column of the projections as points, name, id, team, position, salary, ownership, deviation, floor or ceiling; may be repeated",
    ).argParser(projectionColumns),
    new Option(
      "--alias <file>",
      "other names of players (CSV: from, to): the name in projections and options, and the name in the pool",
    ),
  ];
}

export function sportOption(): Option {
  return new Option(
    "--sport <sport>",
    "nfl, nba, nhl or a sport's name, where the salary file does not show it",
  ).argParser(sportWord);
}

export function performancesOption(): Option {
  return new Option(
    "--performances <file>",
    "predicted stat lines, a Performance document (JSON), scored by the book's table; --projections gives the points of players without one",
  );
}

export function stackOption(): Option {
  return new Option("--stack", "pair a quarterback with a wide receiver of the same team");
}

/** Options that make a request out of a salary file; a request body says these things itself. */
export const SALARY_OPTIONS: readonly Option[] = group("With --salaries:", [
  ...slateOptions(),
  capOption(),
  ...poolOptions(),
  ...choiceOptions(),
  ...matchingOptions(),
  stackOption(),
]);

/** Options that say where a lineup request comes from. */
export const INPUT_OPTIONS: readonly Option[] = [
  ...group("Input:", [
    new Option("--salaries <file>", "a book's salary file (CSV)"),
    new Option("--request <file>", "instead of a salary file, a lineup request (JSON); needs --sport"),
    new Option(
      "-p, --projections <file>",
      "with --salaries a CSV (default: the file's own averages); with --request a FantasyPerformance document (JSON)",
    ),
    performancesOption(),
    scoringOption(),
    new Option(
      "--service <url>",
      `with --request: read the projections from the prediction service; ${SERVICE_KEY} holds its key`,
    ),
    new Option("--only-available", `with --request: ${ONLY_AVAILABLE}`),
    sportOption(),
  ]),
  ...SALARY_OPTIONS,
];

/** What the help says below these options. */
export const INPUT_EPILOGUE = "Any one file may be -, which reads standard input.";
