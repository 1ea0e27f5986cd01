import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Catalog } from "../contests/catalog/catalog.ts";
import type { SolverName } from "../engine/solver/registry.ts";
import type { OptimizeRequest } from "../optimizer/optimizer.ts";
import { createOptimizer, type OptimizerOptions } from "../platform/node/optimizer.ts";
import { InvalidFileError, SecondOpinionError } from "../shared/errors.ts";
import { readJson } from "./input/files.ts";
import { writeResult, writeWhole } from "./output.ts";

/** A request for which two solvers found different totals, and these solvers. */
export interface Reproduced {
  readonly request: OptimizeRequest;
  readonly solver: SolverName | "auto";
  readonly secondOpinion: SolverName;
}

const KIND = "dfs-lineups second opinion";

/**
 * If an error says that two solvers differ, saves everything needed to reproduce the difference, and returns
 * the error with the command that does so. Saves it in `folder`, or in the folder for temporary files if that
 * is not writable. Returns any other error unchanged.
 */
export async function keptDifference(
  error: unknown,
  asked: Reproduced,
  catalog: Catalog,
  folder = ".",
): Promise<unknown> {
  return error instanceof SecondOpinionError
    ? new SecondOpinionError(error.difference, await keepDifference(error, asked, catalog, folder))
    : error;
}

/** Saves a difference like `keptDifference`; returns the command that reproduces it. */
export async function keepDifference(
  error: SecondOpinionError,
  asked: Reproduced,
  catalog: Catalog,
  folder: string,
): Promise<string> {
  const text = `${JSON.stringify(await reproductionOf(error, asked, catalog))}\n`;
  const name = `dfs-lineups-differs-${createHash("sha1").update(text).digest("hex").slice(0, 10)}.json`;
  return `dfs-lineups optimize --reproduce ${writtenTo(join(folder, name), text)}`;
}

/** The content of a reproduction file: a request, with maps as lists of pairs, and the tables used for it. */
async function reproductionOf({ difference }: SecondOpinionError, asked: Reproduced, catalog: Catalog) {
  const { request, solver, secondOpinion } = asked;
  const { sport, body, seats } = request;
  return {
    ...{ kind: KIND, difference, solver, secondOpinion },
    contest: catalog.contest(sport, body.book, body.contest),
    scoring: request.performances === undefined ? null : await catalog.scoringOf({ ...body, sport }),
    request: {
      ...request,
      seats: seats && {
        slotRow: seats.slotRow,
        slotsOf: [...seats.slotsOf],
        ...(seats.startsOf && { startsOf: [...seats.startsOf] }),
      },
    },
  };
}

/** Reads a reproduction. @throws InvalidFileError for a file that `keptDifference` did not write */
export async function readReproduction(
  file: string,
): Promise<Reproduced & { readonly tables: ReproducedTables }> {
  const value = (await readJson(file)) as Awaited<ReturnType<typeof reproductionOf>> | null;
  if (value?.kind !== KIND)
    throw new InvalidFileError(
      file,
      null,
      "is not a file for --reproduce. Give the file that the message about two differing solvers named.",
    );
  const { request, solver, secondOpinion, contest, scoring } = value;
  const { seats, ...rest } = request;
  const { slotRow = null, slotsOf, startsOf } = seats ?? {};
  const read = { slotRow, slotsOf: new Map(slotsOf), ...(startsOf && { startsOf: new Map(startsOf) }) };
  return {
    ...{ solver, secondOpinion },
    request: { ...rest, ...(seats && { seats: read }) } as OptimizeRequest,
    tables: { rules: [contest], scoring: scoring === null ? [] : [scoring] },
  };
}

type ReproducedTables = Pick<OptimizerOptions, "rules" | "scoring">;

/** Writes the text, to the temporary folder if necessary, and returns the path. */
function writtenTo(wanted: string, text: string): string {
  try {
    writeWhole([{ file: wanted, text }]);
    return wanted;
  } catch {
    const file = join(tmpdir(), basename(wanted));
    writeWhole([{ file, text }]);
    return file;
  }
}

/** Reads a reproduction file, and runs its two solvers again on its request. */
export async function reproduce(file: string): Promise<void> {
  const { request, solver, secondOpinion, tables } = await readReproduction(file);
  await using optimizer = await createOptimizer({ ...tables, solver, secondOpinion, threads: 0 });
  const { data, meta } = await optimizer.optimize(request);
  const { compared = 0, reason } = meta?.secondOpinion ?? {};
  const why = reason === undefined ? "" : ` They compared no others: ${reason}.`;
  await writeResult(
    `The solvers agree here: ${compared} of the ${data.length} best totals are equal.${why}\n`,
    undefined,
  );
}
