import type { Catalog } from "../../contests/catalog/catalog.ts";
import { type InputOptions, SALARY_OPTIONS } from "../options/input.ts";
import { usageError } from "../usage-error.ts";
import { refuseSharedStandardInput } from "./files.ts";
import type { LineupInput } from "./ready-input.ts";
import { readRequestFiles } from "./request-files.ts";
import { readSalaryFiles } from "./salary-files.ts";

/**
 * Reads the files that the options name.
 * @throws InvalidFileError, InvalidRequestError; ServiceError, AbortedError where projections come from the service.
 */
export async function readLineupInput(
  options: InputOptions & {
    readonly strict?: boolean | undefined;
    readonly correlations?: string | undefined;
  },
  catalog: Catalog,
): Promise<LineupInput> {
  const { request, salaries, projections, performances, service, lineups } = options;
  refuseSharedStandardInput({
    "--request": request,
    "--salaries": salaries,
    "--projections": projections,
    "--performances": performances,
    "--alias": options.alias,
    "--lineups": lineups,
    "--portfolio": options.portfolio,
    "--correlations": options.correlations,
  });
  if (salaries !== undefined) {
    if (request !== undefined)
      throw usageError("--request", "cannot stand beside --salaries. Give one of them.");
    if (service !== undefined)
      throw usageError("--service", "goes with --request: a salary file's ids are not the service's.");
    if (options.onlyAvailable)
      throw usageError(
        "--only-available",
        "goes with --request: a salary file's own marks leave people out.",
      );
    return readSalaryFiles({ ...options, salaries }, catalog);
  }
  if (request === undefined)
    throw usageError(
      "--salaries",
      "is missing. Give a book's salary file, or a lineup request as --request.",
    );
  for (const option of SALARY_OPTIONS) {
    if (options[option.attributeName() as keyof InputOptions] !== undefined) {
      throw usageError(
        `--${option.name()}`,
        "goes with --salaries. With --request, put it into the request.",
      );
    }
  }
  if (projections === undefined && performances === undefined && service === undefined)
    throw usageError("--projections", "is missing; --request needs it, or --performances, or --service.");
  if (projections !== undefined && service !== undefined)
    throw usageError("--service", "cannot stand beside --projections. Give one of them.");
  if (options.sport === undefined) throw usageError("--sport", "is missing; --request needs it.");
  const { sport, onlyAvailable } = options;
  return readRequestFiles({ request, projections, performances, service, sport, onlyAvailable });
}
