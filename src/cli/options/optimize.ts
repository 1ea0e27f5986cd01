import { Option } from "commander";
import type { LineupInclude } from "../../lineup/included.ts";
import { MAXIMUM_COUNT } from "../../schema/count.ts";
import { SOLVER_NAMES, type SolverName } from "../../solver/registry.ts";
import { formatOption, listOf, outputOption, rulesOption, wholeNumber } from "./arguments.ts";
import { type Definition, group } from "./definition.ts";
import { INPUT_EPILOGUE, INPUT_OPTIONS, type InputOptions } from "./input.ts";

const FORMATS = ["table", "compact", "csv", "json", "ndjson"] as const;

/** How lineups are written. */
export type LineupFormat = (typeof FORMATS)[number];

/** What `optimize` is told, as the parser hands it over. */
export interface OptimizeOptions extends InputOptions {
  readonly count?: number;
  readonly strict?: boolean;
  readonly solver: SolverName | "auto";
  readonly threads?: number;
  readonly timeLimit?: number;
  readonly include?: readonly LineupInclude[];
  readonly rules: readonly string[];
  readonly format: LineupFormat;
  readonly long?: boolean;
  readonly bom?: boolean;
  readonly output?: string;
}

/** The related resources that name who is in a lineup. */
export const NAMES: readonly LineupInclude[] = ["selections", "defenseSpecialTeams"];

/** What a document may carry. */
const INCLUDES: readonly LineupInclude[] = [...NAMES, "scoring"];

const MOST_THREADS = 64;
const MOST_SECONDS = 86_400;

/** What `optimize` takes. */
export const definition: Definition = {
  description: "Find the best lineups of a book's salary file, or of a request.",
  options: [
    ...INPUT_OPTIONS,
    ...group("Lineups:", [
      rulesOption(),
      new Option(
        "-n, --count <n>",
        `how many lineups, 1 to ${MAXIMUM_COUNT} (default: the request's, else 3)`,
      ).argParser(wholeNumber(1, MAXIMUM_COUNT)),
      new Option(
        "--strict",
        "write nothing if there are fewer lineups than asked for (exit 1), or if less than 90% of the projections are of the pool (exit 2)",
      ),
    ]),
    ...group("Output:", [
      formatOption(FORMATS),
      new Option("--long", "with --format csv: a row for each player, to be read by programs"),
      new Option("--bom", "with --format csv: begin with a byte order mark, for Excel"),
      new Option(
        "--include <list>",
        "with --format json: carry these, separated by commas: selections, defenseSpecialTeams, scoring (both, with what points are made of)",
      ).argParser(listOf(INCLUDES)),
      outputOption(),
    ]),
    ...group("Solving:", [
      new Option("--solver <solver>", "which solver finds them; auto takes the fastest that can")
        .choices(["auto", ...SOLVER_NAMES])
        .default("auto"),
      new Option(
        "--threads <n>",
        "worker threads; 0 solves in the main one (default: one less than the cores)",
      ).argParser(wholeNumber(0, MOST_THREADS)),
      new Option(
        "--time-limit <seconds>",
        "give up after so long; nothing is written then (default: 600)",
      ).argParser(wholeNumber(1, MOST_SECONDS)),
    ]),
  ],
  epilogue: [
    INPUT_EPILOGUE,
    "Formats: table to read; compact, one line for each lineup; csv, rows for the book's upload file; json, a FantasyLineup document; ndjson, a JSON object on each line. With -o, more csv rows than the book takes in one file go into FILE-1, FILE-2 and so on.",
  ],
};
