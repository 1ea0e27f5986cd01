import { readCorrelationsCsv } from "../../files/correlations-csv.ts";
import { spreadNote } from "../../files/spreads.ts";
import type { SimulateRequest } from "../../optimizer/optimizer.ts";
import type { Correlations } from "../../simulation/correlations.ts";
import type { DrawnOptions } from "../options/definitions.ts";
import { note } from "../output.ts";
import { inputName, readBytes } from "./files.ts";
import type { LineupInput } from "./ready-input.ts";
import { nameFinderOf } from "./slate-names.ts";

/**
 * Reads the spread and the correlations of points from files; prints a note on the columns used.
 * @throws InvalidFileError, InvalidRequestError
 */
export async function readDrawTerms(
  input: LineupInput,
  options: Pick<DrawnOptions, "projections" | "correlations">,
): Promise<Pick<SimulateRequest, "known" | "correlations">> {
  const spreads = input.spreads?.();
  const straying = spreads && spreadNote(spreads);
  if (straying) note(`${inputName(options.projections!)}: ${straying}`);
  return { known: spreads?.known, correlations: await readCorrelations(input, options) };
}

/** Reads the correlation matrix and finds its players like those of `--lock`. */
async function readCorrelations(
  { slate }: LineupInput,
  { correlations: file }: Pick<DrawnOptions, "correlations">,
): Promise<Correlations | undefined> {
  if (file === undefined || slate === undefined) return undefined;
  const { names, matrix } = readCorrelationsCsv(await readBytes(file), inputName(file));
  const find = nameFinderOf(slate);
  return { uuids: names.map((name) => find(name, "--correlations").entry.uuid), matrix };
}
