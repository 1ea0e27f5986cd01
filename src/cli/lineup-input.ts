import { type Command, Option } from "commander";
import { BOOK_NAMES } from "../books/index.ts";
import type { FantasyPerformanceDocument } from "../schema/performances.ts";
import type { LineupRequestInput } from "../schema/request.ts";
import { projectionColumns, repeated, wholeNumber } from "./arguments.ts";
import { refuseSharedStandardInput } from "./input.ts";
import type { Places } from "./places.ts";
import { type RequestFiles, readRequestFiles } from "./request-files.ts";
import { readSalaryFiles, type SalaryOptions } from "./salary-files.ts";
import { usageError } from "./usage-error.ts";

/** A lineup request from whichever files, ready for the optimizer, which checks it. */
export interface LineupInput {
  readonly sport: string;
  readonly body: LineupRequestInput;
  readonly projections: FantasyPerformanceDocument;
  /** What was left out of the pool and why, a paragraph each. */
  readonly notes: readonly string[];
  readonly places: Places;
}

/** What `addInputOptions` adds, as the parser hands it over. */
export type InputOptions = Partial<RequestFiles> &
  Partial<SalaryOptions> & {
    /** Read by the command that has it; it shares standard input with the others. */
    readonly lineups?: string;
  };

const MOST_MONEY = 1_000_000_000;

/** Options that make a request out of a salary file; a request body says these things itself. */
const SALARY_OPTIONS: readonly Option[] = [
  new Option(
    "--book <book>",
    `with --salaries: ${BOOK_NAMES.join(" or ")}, where the file does not tell`,
  ).choices(BOOK_NAMES),
  new Option("--contest <contest>", "with --salaries: where the file does not tell, or a contest of --rules"),
  new Option("--cap <amount>", "with --salaries: the salary cap in place of the contest's").argParser(
    wholeNumber(0, MOST_MONEY),
  ),
  new Option("--injured", "with --salaries: keep players whom the file marks as out"),
  new Option(
    "--lock <who>",
    "with --salaries: must be in every lineup; a name or id, with @SLOT in that slot, or a captain's own id; may be repeated",
  ).argParser(repeated),
  new Option(
    "--exclude <who>",
    "with --salaries: must be in no lineup; a name or id; may be repeated",
  ).argParser(repeated),
  new Option(
    "--column <what=header>",
    "with a projections CSV: take this column as points, name, id, team or position; may be repeated",
  ).argParser(projectionColumns),
  new Option("--stack", "with --salaries: pair a quarterback with a wide receiver of the same team"),
];

/** Adds the options that say where a lineup request comes from. */
export function addInputOptions(command: Command): Command {
  command
    .option("--request <file>", "lineup request (JSON); needs --projections and --sport")
    .option("--salaries <file>", "in place of --request: a book's salary file (CSV)")
    .option(
      "--projections <file>",
      "FantasyPerformance document (JSON); with --salaries a CSV, by default the file's own average points",
    )
    .option("--sport <sport>", "such as american-football; with --salaries where the file does not tell");
  for (const option of SALARY_OPTIONS) command.addOption(option);
  return command.addHelpText("after", "\nAny one file may be -, which reads standard input.");
}

/**
 * Reads the files that the options name.
 * @throws InvalidFileError, InvalidRequestError
 */
export async function readLineupInput(options: InputOptions): Promise<LineupInput> {
  const { request, salaries, projections, sport, lineups } = options;
  refuseSharedStandardInput({
    "--request": request,
    "--salaries": salaries,
    "--projections": projections,
    "--lineups": lineups,
  });
  if (salaries !== undefined) {
    if (request !== undefined)
      throw usageError("--request", "cannot stand beside --salaries. Give one of them.");
    return readSalaryFiles({ ...options, salaries });
  }
  if (request === undefined)
    throw usageError("--request", "is missing. Give it, or a salary file as --salaries.");
  for (const option of SALARY_OPTIONS) {
    if (options[option.attributeName() as keyof InputOptions] !== undefined) {
      throw usageError(
        `--${option.name()}`,
        "goes with --salaries. With --request, put it into the request.",
      );
    }
  }
  if (projections === undefined) throw usageError("--projections", "is missing; --request needs it.");
  if (sport === undefined) throw usageError("--sport", "is missing; --request needs it.");
  return readRequestFiles({ request, projections, sport });
}
