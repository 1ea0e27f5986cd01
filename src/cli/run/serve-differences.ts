import { mkdirSync } from "node:fs";
import type { Catalog } from "../../contests/catalog/catalog.ts";
import type { KeepDifference } from "../../service/server/optimize.ts";
import type { ServeOptions } from "../options/serve.ts";
import { keepDifference } from "../reproduction.ts";
import { usageError } from "../usage-error.ts";

type Differences = Pick<ServeOptions, "differences" | "secondOpinion" | "solver" | "onlyAvailable">;

/**
 * Keeps what a second opinion differs in as files of a folder, which is made; undefined where nobody is asked.
 * @throws InvalidRequestError for a folder that would stay empty, or cannot be made.
 */
export function differencesKeeper({
  differences,
  secondOpinion,
  solver,
  onlyAvailable,
}: Differences): ((catalog: Catalog) => KeepDifference) | undefined {
  if (secondOpinion === undefined) {
    if (differences !== undefined) throw usageError("--differences", "goes with --second-opinion.");
    return undefined;
  }
  if (differences !== undefined) makeFolder(differences);
  return (catalog) => (error, request) => {
    try {
      const asked = { request: { onlyAvailable, ...request }, solver, secondOpinion };
      return keepDifference(error, asked, catalog, differences ?? ".");
    } catch (fault) {
      return `could not be kept: ${(fault as Error).message}`;
    }
  };
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw usageError("--differences", `${folder} cannot be made a folder: ${(error as Error).message}.`);
  }
}
