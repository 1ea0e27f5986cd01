import { Argument, Option } from "commander";
import {
  formatOption,
  outputOption,
  repeated,
  rulesOption,
  scoringOption,
  wholeNumber,
} from "./arguments.ts";
import { type Definition, group } from "./definition.ts";
import {
  capOption,
  choiceOptions,
  type InputOptions,
  matchingOptions,
  performancesOption,
  poolOptions,
  slateOptions,
  sportOption,
  stackOption,
} from "./input.ts";
import { limitOptions } from "./solving.ts";

const MOST_DRAWS = 10_000_000;
const MOST_TOP = 1_000;
const MOST_SEED = 2_147_483_647;

/** What every command is told that draws a slate's points. */
export interface DrawnOptions
  extends Omit<InputOptions, "request" | "salaries" | "service" | "onlyAvailable" | "lineups"> {
  readonly rules: readonly string[];
  readonly outcomes: readonly string[];
  readonly correlations?: string;
  readonly draws?: number;
  readonly seed?: number;
  readonly strict?: boolean;
  readonly threads?: number;
  readonly timeLimit?: number;
}

/** What `simulate` is told, as the parser hands it over. */
export interface SimulateOptions extends DrawnOptions {
  readonly top?: number;
  readonly format: "table" | "json" | "csv";
  readonly output?: string;
  readonly report?: string;
}

/** What says whose points are drawn. */
export function slatePlayerOptions(): readonly Option[] {
  return group("Players:", [
    new Option(
      "-p, --projections <file>",
      "the players' average points (CSV); by default the book's own averages",
    ),
    performancesOption(),
    scoringOption(),
    sportOption(),
    ...slateOptions(),
    capOption(),
    ...poolOptions(),
    ...choiceOptions(),
    ...matchingOptions(),
    stackOption(),
    rulesOption(),
    new Option("--strict", "write nothing if less than 90% of the projections match the pool (exit 2)"),
  ]);
}

/** How points are drawn. */
export function drawOptions(): readonly Option[] {
  return [
    new Option("--draws <n>", "how many draws (default: 10,000)").argParser(wholeNumber(1, MOST_DRAWS)),
    new Option(
      "--seed <n>",
      "a whole number; the same one gives the same draws, on any machine (default: 1)",
    ).argParser(wholeNumber(0, MOST_SEED)),
    new Option(
      "--outcomes <file>",
      "your own spread settings, instead of the sport's built-in file; may be repeated",
    )
      .default([], "none")
      .argParser(repeated),
    new Option(
      "--correlations <file>",
      "correlations between players: a matrix with names or ids in the first row and column (CSV)",
    ),
  ];
}

/** What `simulate` takes. */
export const definition: Definition = {
  description:
    "Simulate a slate's points many times, find the best lineup of each draw, and show how often each player, stack and lineup is optimal.",
  arguments: [new Argument("<file>", "a book's salary file (CSV); - reads standard input")],
  options: [
    ...slatePlayerOptions(),
    ...group("Draws:", [
      ...drawOptions(),
      new Option("--top <n>", "count the n best lineups of each draw (default: 1)").argParser(
        wholeNumber(1, MOST_TOP),
      ),
    ]),
    ...group("Output:", [
      formatOption(["table", "json", "csv"]),
      outputOption(),
      new Option("--report <file>", "also write a page with charts: FILE.html"),
    ]),
    ...group("Solving:", limitOptions()),
  ],
  epilogue: [
    "Error is the standard error; ±2 errors is a 95% interval.",
    "Formats: table, the most frequent of each kind, for reading; json, all of them; csv, a row for each player. Shares are from 0 to 1 in json and csv.",
  ],
};
