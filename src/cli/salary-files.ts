import { describeLeftOut } from "../formats/left-out.ts";
import { matchNotes } from "../formats/match-notes.ts";
import { matchProjections } from "../formats/match-projections.ts";
import { readProjectionsCsv } from "../formats/projections.ts";
import { readSlateFile } from "../formats/read-slate.ts";
import type { Book, Slate } from "../formats/slate.ts";
import { slateInputs } from "../formats/slate-inputs.ts";
import type { LineupRequestInput } from "../schema/request.ts";
import type { ProjectionColumns } from "./arguments.ts";
import { inputName, readBytes } from "./input.ts";
import type { LineupInput } from "./lineup-input.ts";
import { findNamed, listingLabel } from "./slate-names.ts";
import { usageError } from "./usage-error.ts";

/** A salary file, and what the request made of it shall say. */
export interface SalaryOptions {
  readonly salaries: string;
  readonly projections?: string | undefined;
  readonly sport?: string | undefined;
  readonly book?: Book | undefined;
  readonly contest?: string | undefined;
  readonly cap?: number | undefined;
  readonly injured?: boolean | undefined;
  readonly lock?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
  readonly stack?: boolean | undefined;
  readonly column?: ProjectionColumns | undefined;
}

/**
 * Makes a lineup request of a book's salary file.
 * @throws InvalidFileError, InvalidRequestError
 */
export async function readSalaryFiles(options: SalaryOptions): Promise<LineupInput> {
  const { salaries, sport, book, contest, injured, cap } = options;
  if (options.column !== undefined && options.projections === undefined)
    throw usageError("--column", "goes with --projections, whose columns it names.");
  const file = inputName(salaries);
  const slate = readSlateFile(await readBytes(salaries), { file, sport, book, contest, injured });
  const matched =
    options.projections === undefined
      ? undefined
      : await readProjections(slate, options.projections, options);
  const inputs = slateInputs(slate, { cap, projections: matched?.points });
  const labels = new Map(slate.entries.map((entry) => [entry.uuid, listingLabel(entry)]));
  return {
    sport: inputs.sport,
    projections: inputs.projections,
    body: {
      ...inputs.body,
      include: inclusions(slate, options.lock ?? []),
      exclude: exclusions(slate, options.exclude ?? []),
      ...(options.stack && { stack: true }),
    },
    notes: [
      ...(slate.leftOut.length === 0 ? [] : [`${file}: left out ${describeLeftOut(slate.leftOut)}.`]),
      ...(matched?.notes ?? []),
    ],
    places: { labelOf: (guid) => labels.get(guid) ?? null },
  };
}

async function readProjections(
  slate: Slate,
  projections: string,
  options: SalaryOptions,
): Promise<{ readonly points: ReadonlyMap<string, number>; readonly notes: readonly string[] }> {
  const file = inputName(projections);
  const { rows } = readProjectionsCsv(await readBytes(projections), {
    file,
    book: slate.book,
    columns: options.column,
  });
  const { points, report } = matchProjections(slate, rows);
  // Who has no projection is told of every request, once it is read.
  return {
    points,
    notes: matchNotes({ ...report, withoutProjection: [] }).map((text) => `${file}: ${text}`),
  };
}

function inclusions(slate: Slate, locks: readonly string[]): NonNullable<LineupRequestInput["include"]> {
  const named = locks.map((lock) => {
    const at = lock.lastIndexOf("@");
    const { entry, asCaptain } = findNamed(slate, at === -1 ? lock : lock.slice(0, at), "--lock");
    const position = at === -1 ? (asCaptain ? "CPT" : undefined) : lock.slice(at + 1).trim();
    return { entry, slot: position === undefined ? {} : { position } };
  });
  return {
    players: named.flatMap(({ entry, slot }) =>
      entry.kind === "player" ? [{ player: entry.uuid, ...slot }] : [],
    ),
    teams: named.flatMap(({ entry, slot }) => (entry.kind === "team" ? [{ team: entry.uuid, ...slot }] : [])),
  };
}

function exclusions(slate: Slate, excluded: readonly string[]): NonNullable<LineupRequestInput["exclude"]> {
  const entries = excluded.map((text) => {
    const { entry, asCaptain } = findNamed(slate, text, "--exclude");
    if (!asCaptain) return entry;
    const reason = `${text}: is the captain's id of ${listingLabel(entry)}, who would be excluded from every slot. Give the name to do so.`;
    throw usageError("--exclude", reason);
  });
  return {
    players: entries.filter(({ kind }) => kind === "player").map(({ uuid }) => uuid),
    teams: entries.filter(({ kind }) => kind === "team").map(({ uuid }) => uuid),
  };
}
