import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Catalog } from "../contests/catalog/catalog.ts";
import type { ContestTable } from "../contests/constraints/readers/contest-table.ts";
import type { FileSeats } from "../contests/problem/file-seats.ts";
import type { SolverName } from "../engine/solver/registry.ts";
import type { OptimizeRequest } from "../optimizer/optimizer.ts";
import { createOptimizer, type OptimizerOptions } from "../platform/node/optimizer.ts";
import { type Difference, InvalidFileError, SecondOpinionError } from "../shared/errors.ts";
import type { ScoringTable } from "../shared/schema/scoring.ts";
import { readJson } from "./input/files.ts";
import { writeResult, writeWhole } from "./output.ts";

/** A request for which two solvers found different totals, and how each was called. */
export interface Reproduced {
  readonly request: OptimizeRequest;
  readonly solver: SolverName | "auto";
  readonly secondOpinion: SolverName;
}

/** The content of a reproduction file: a request and the tables used for it. */
interface Reproduction extends Omit<Reproduced, "request"> {
  readonly kind: typeof KIND;
  readonly difference: Difference;
  readonly contest: ContestTable;
  readonly scoring: ScoringTable | null;
  readonly request: Omit<OptimizeRequest, "seats"> & { readonly seats?: WrittenSeats | undefined };
}

/** `FileSeats` with its maps as pairs. */
interface WrittenSeats {
  readonly slotRow: FileSeats["slotRow"];
  readonly slotsOf: readonly (readonly [string, readonly string[]])[];
  readonly startsOf?: readonly (readonly [string, string])[];
}

const KIND = "dfs-lineups second opinion";

/**
 * Saves everything needed to reproduce the difference of two solvers: in the working folder, or in the folder
 * for temporary files if that is not writable. Returns any other error unchanged.
 */
export function keptDifference(error: unknown, asked: Reproduced, catalog: Catalog, folder = "."): unknown {
  return error instanceof SecondOpinionError
    ? new SecondOpinionError(error.difference, keepDifference(error, asked, catalog, folder))
    : error;
}

/** Saves a difference like `keptDifference`; returns the command that reproduces it. */
export function keepDifference(
  error: SecondOpinionError,
  asked: Reproduced,
  catalog: Catalog,
  folder: string,
): string {
  const { request, solver, secondOpinion } = asked;
  const { sport, body, seats } = request;
  const written: Reproduction = {
    ...{ kind: KIND, difference: error.difference, solver, secondOpinion },
    contest: catalog.contest(sport, body.book, body.contest),
    scoring: request.performances === undefined ? null : catalog.scoringTable(sport, body.book),
    request: { ...request, seats: seats && writtenSeats(seats) },
  };
  const text = `${JSON.stringify(written)}\n`;
  const name = `dfs-lineups-differs-${createHash("sha1").update(text).digest("hex").slice(0, 10)}.json`;
  return `dfs-lineups optimize --reproduce ${writtenTo(join(folder, name), text)}`;
}

/** @throws InvalidFileError for a file not written by `keptDifference`. */
export async function readReproduction(
  file: string,
): Promise<Reproduced & { readonly tables: ReproducedTables }> {
  const value = (await readJson(file)) as Reproduction | null;
  if (value?.kind !== KIND)
    throw new InvalidFileError(
      file,
      null,
      "this is no file of a second opinion that differs. Name the one that the message named.",
    );
  const { request, solver, secondOpinion, contest, scoring } = value;
  const { seats, ...rest } = request;
  return {
    ...{ solver, secondOpinion },
    request: { ...rest, ...(seats && { seats: readSeats(seats) }) } as OptimizeRequest,
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

function writtenSeats({ slotRow, slotsOf, startsOf }: FileSeats): WrittenSeats {
  return { slotRow, slotsOf: [...slotsOf], ...(startsOf && { startsOf: [...startsOf] }) };
}

function readSeats({ slotRow, slotsOf, startsOf }: WrittenSeats): FileSeats {
  return { slotRow, slotsOf: new Map(slotsOf), ...(startsOf && { startsOf: new Map(startsOf) }) };
}

/** Runs two solvers again on lineups for which they found different totals. */
export async function reproduce(file: string): Promise<void> {
  const { request, solver, secondOpinion, tables } = await readReproduction(file);
  await using optimizer = await createOptimizer({ ...tables, solver, secondOpinion, threads: 0 });
  const { data, meta } = await optimizer.optimize(request);
  const { compared = 0, reason } = meta?.secondOpinion ?? {};
  const why = reason === undefined ? "" : ` They compared no more: ${reason}.`;
  await writeResult(
    `The solvers agree here: ${compared} of the ${data.length} best totals are equal.${why}\n`,
    undefined,
  );
}
