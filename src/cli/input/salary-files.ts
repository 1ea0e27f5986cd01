import type { Catalog } from "../../catalog/catalog.ts";
import { describeLeftOut } from "../../formats/left-out.ts";
import { matchNotes } from "../../formats/match-notes.ts";
import { matchProjections } from "../../formats/match-projections.ts";
import { readProjectionsCsv } from "../../formats/projections.ts";
import { readSlateFile } from "../../formats/read-slate.ts";
import type { Slate } from "../../formats/slate.ts";
import { slateInputs } from "../../formats/slate-inputs.ts";
import { askedBook } from "../options/book.ts";
import type { InputOptions } from "../options/input.ts";
import { usageError } from "../usage-error.ts";
import { inputName, readBytes } from "./files.ts";
import type { LineupInput } from "./lineup-input.ts";
import { readExclusions, readLocks } from "./named-entries.ts";
import { listingLabel } from "./slate-names.ts";
import { slateNote } from "./slate-note.ts";

/**
 * Makes a lineup request of a book's salary file.
 * @throws InvalidFileError, InvalidRequestError
 */
export async function readSalaryFiles(
  options: InputOptions & { readonly salaries: string },
  catalog: Catalog,
): Promise<LineupInput> {
  const { salaries, sport, contest, injured, cap, lock = [], exclude = [] } = options;
  if (options.column !== undefined && options.projections === undefined)
    throw usageError("--column", "goes with --projections, whose columns it names.");
  const file = inputName(salaries);
  const book = askedBook(options);
  const slate = readSlateFile(await readBytes(salaries), { file, sport, book, contest, injured });
  const matched =
    options.projections === undefined
      ? undefined
      : await readProjections(slate, options.projections, options);
  const inputs = slateInputs(slate, { cap, projections: matched?.points });
  const labels = new Map(slate.entries.map((entry) => [entry.uuid, listingLabel(entry)]));
  const table = catalog.contest(slate.sport, slate.book, slate.contest);
  const locks = readLocks(slate, table, lock);
  const exclusions = readExclusions(slate, exclude);
  return {
    sport: inputs.sport,
    projections: inputs.projections,
    body: {
      ...inputs.body,
      include: locks.body,
      exclude: exclusions.body,
      ...(options.stack && { stack: true }),
    },
    notes: [
      `${file}: ${slateNote(slate)}.`,
      ...(slate.leftOut.length === 0 ? [] : [`${file}: left out ${describeLeftOut(slate.leftOut)}.`]),
      ...(matched?.notes ?? []),
    ],
    places: {
      labelOf: (guid) => labels.get(guid) ?? null,
      fields: new Map([...locks.fields, ...exclusions.fields]),
    },
  };
}

async function readProjections(
  slate: Slate,
  projections: string,
  options: InputOptions,
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
