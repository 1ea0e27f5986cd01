import type { Catalog } from "../../contests/catalog/catalog.ts";
import type { Aliases } from "../../files/aliases.ts";
import { AVERAGES_NOTE } from "../../files/match-notes.ts";
import type { Slate } from "../../files/slate.ts";
import { describeLeftOut } from "../../files/slate.ts";
import {
  inputsOfFiles,
  type NamedFile,
  ownershipsOf,
  type ReadSlateFiles,
  readSlateFiles,
  type SlatePoints,
} from "../../files/slate-files.ts";
import { seatedElsewhere } from "../../files/slate-inputs.ts";
import { readSpreads } from "../../files/spreads.ts";
import type { InputOptions } from "../options/definitions.ts";
import { grouped } from "../render/amounts.ts";
import { askedOfSlate, withMarks } from "./asked-of-slate.ts";
import { inputName, readNamed } from "./files.ts";
import { readAliases } from "./read-aliases.ts";
import type { LineupInput } from "./ready-input.ts";
import { slateNote } from "./slate-note.ts";

/** `strict` refuses projections that hardly match this slate. */
type SalaryFileOptions = InputOptions & { readonly salaries: string; readonly strict?: boolean | undefined };

/** Builds a lineup request from a book's salary file. @throws InvalidFileError, InvalidRequestError */
export async function readSalaryFiles(options: SalaryFileOptions, catalog: Catalog): Promise<LineupInput> {
  const salaries = await readNamed(options.salaries);
  const { aliases, ...read } = await readSlate(salaries!, options, catalog);
  const { slate, points: matched } = read;
  const { file } = salaries!;
  const inputs = inputsOfFiles(read, options.cap);
  const asked = askedOfSlate(slate, options, catalog, aliases);
  return {
    sport: inputs.sport,
    points: { projections: inputs.projections },
    named: inputs.projections.included ?? [],
    origin: inputs.origin,
    seats: inputs.seats,
    excludedSlots: asked.excludedSlots,
    facts: inputs.facts,
    slate,
    spreads: spreadsOf(slate, matched, options),
    body: { ...inputs.body, ...asked.body, ...withMarks(inputs.body, asked.body) },
    ownerships: ownershipsOf(matched),
    notes: [
      `${file}: ${slateNote(slate)}.`,
      ...(slate.leftOut.length === 0 ? [] : [`${file}: left out ${describeLeftOut(slate.leftOut)}.`]),
      ...seatNotes(slate, file),
      ...(matched?.notes ?? [`${file}: ${AVERAGES_NOTE}`]),
    ],
    places: { ...asked.places, seats: file },
  };
}

/**
 * Reads a book's file and the files of points in the options. `begun` accepts a file of contests that have
 * started.
 * @throws InvalidFileError, InvalidRequestError, UnknownScoringError
 */
export async function readSlate(
  salaries: NamedFile,
  options: Partial<Omit<SalaryFileOptions, "salaries">>,
  catalog: Catalog,
  begun = false,
): Promise<ReadSlateFiles & { readonly aliases: Aliases | undefined }> {
  const { sport, book, contest, injured, leaveOut, strict, column: columns } = options;
  const aliases = await readAliases(options);
  const projections = await readNamed(options.projections);
  const performances = await readNamed(options.performances);
  const terms = {
    sport,
    book,
    contest,
    injured,
    leaveOut,
    begun,
    columns,
    aliases,
    strict,
  };
  return { ...readSlateFiles({ salaries, projections, performances }, terms, catalog), aliases };
}

/** The spread of points from the rows of a projections file. */
function spreadsOf(
  { book }: Slate,
  matched: SlatePoints | undefined,
  { projections, column: columns }: InputOptions,
): LineupInput["spreads"] {
  if (matched === undefined || projections === undefined) return undefined;
  return () => readSpreads(matched.rows, { file: inputName(projections), book, columns });
}

function seatNotes(slate: Slate, file: string): string[] {
  const count = seatedElsewhere(slate);
  if (count === 0) return [];
  const who = count === 1 ? "1 player has" : `${grouped(count)} players have`;
  return [
    `${file}: ${who} a roster position other than the position; it decides, the position is for stacks.`,
  ];
}
