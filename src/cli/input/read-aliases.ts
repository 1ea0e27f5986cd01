import { type Aliases, readAliasesCsv } from "../../files/aliases.ts";
import type { InputOptions } from "../options/input.ts";
import { usageError } from "../usage-error.ts";
import { inputName, readBytes } from "./files.ts";

/**
 * Reads `--alias`; undefined where it is not given.
 * @throws InvalidFileError, and InvalidRequestError where no option names people
 */
export async function readAliases({
  alias,
  projections,
  performances,
  lock,
  exclude,
}: Partial<InputOptions>): Promise<Aliases | undefined> {
  if (alias === undefined) return undefined;
  if ([projections, performances, lock, exclude].every((named) => named === undefined))
    throw usageError(
      "--alias",
      "goes with --projections, --performances, --lock or --exclude, whose names it explains.",
    );
  return readAliasesCsv(await readBytes(alias), { file: inputName(alias) });
}
