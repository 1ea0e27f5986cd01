import type { Correlations } from "../simulation/correlations.ts";
import { nameFinderOf } from "./name-finder.ts";
import type { Slate } from "./slate.ts";
import { readCorrelationsCsv } from "./spreads.ts";

/**
 * Reads correlations between a slate's players, who are named as the file has them; `word` names the file's option in
 * errors.
 * @throws InvalidFileError, InvalidRequestError
 */
export function correlationsOf(
  bytes: Uint8Array,
  file: string,
  slate: Slate,
  word = "correlations",
): Correlations {
  const { names, matrix } = readCorrelationsCsv(bytes, file);
  const find = nameFinderOf(slate);
  return { uuids: names.map((name) => find(name, word).entry.uuid), matrix };
}
