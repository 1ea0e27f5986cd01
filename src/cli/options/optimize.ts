import { Option } from "commander";
import { SOLVER_NAMES, type SolverName } from "../../engine/solver/registry.ts";
import type { LineupInclude } from "../../lineup/document/included.ts";
import { MAXIMUM_COUNT } from "../../shared/schema/count.ts";
import { formatOption, listOf, outputOption, reportOption, rulesOption, wholeNumber } from "./arguments.ts";
import { type Definition, group } from "./definition.ts";
import { INPUT_EPILOGUE, INPUT_OPTIONS, type InputOptions } from "./input.ts";
import { costsOption, type PortfolioOptions, portfolioOptions } from "./portfolio.ts";
import { type DrawnOptions, drawOptions } from "./simulate.ts";
import { solvingOptions } from "./solving.ts";

const FORMATS = ["table", "compact", "csv", "json", "ndjson"] as const;

/** How lineups are written. */
export type LineupFormat = (typeof FORMATS)[number];

/** What `optimize` is told, as the parser hands it over. */
export interface OptimizeOptions
  extends InputOptions,
    PortfolioOptions,
    Pick<DrawnOptions, "outcomes" | "correlations" | "draws" | "seed"> {
  readonly from?: "simulation";
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
  readonly report?: string;
  readonly output?: string;
  readonly certificate?: string;
  readonly secondOpinion?: SolverName;
  readonly reproduce?: string;
}

/** The related resources that name who is in a lineup. */
export const NAMES: readonly LineupInclude[] = ["selections", "defenseSpecialTeams"];

/** What a document may carry. */
const INCLUDES: readonly LineupInclude[] = [...NAMES, "scoring"];

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
        "write nothing if there are fewer lineups than requested (exit 1), or if less than 90% of the projections match the pool (exit 2)",
      ),
    ]),
    ...portfolioOptions(),
    ...costsOption(),
    ...group("Draws:", [
      new Option(
        "--from <what>",
        "simulation: take the lineups that are most often optimal in simulated draws, as far as the portfolio's rules allow",
      ).choices(["simulation"]),
      ...drawOptions(),
    ]),
    ...group("Output:", [
      formatOption(FORMATS),
      new Option("--long", "with --format csv: one row per player, for programs"),
      new Option("--bom", "with --format csv: begin with a byte order mark, for Excel"),
      new Option(
        "--include <list>",
        "with --format json: include these, separated by commas: selections, defenseSpecialTeams, scoring (both, and how points are scored)",
      ).argParser(listOf(INCLUDES)),
      reportOption(),
      outputOption(),
      new Option(
        "--certificate <file>",
        "write a certificate: anyone can check with it that no better lineup was left out (verify --certificate)",
      ),
    ]),
    ...solvingOptions(),
    ...group("Solving:", [
      new Option(
        "--second-opinion <solver>",
        "cross-check the totals with another solver (10 s); a difference exits with 70",
      ).choices(SOLVER_NAMES),
      new Option(
        "--reproduce <file>",
        "repeat a search in which two solvers differed; the error message names the file, which contains the whole problem",
      ),
    ]),
  ],
  epilogue: [
    INPUT_EPILOGUE,
    "Formats: table to read; compact, one line for each lineup; csv, rows for the book's upload file; json, a FantasyLineup document; ndjson, a JSON object on each line. With -o, more csv rows than the book takes in one file go into FILE-1, FILE-2 and so on.",
  ],
};
