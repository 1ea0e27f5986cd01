import type { Catalog } from "../../contests/catalog/catalog.ts";
import { describeLeftOut } from "../../files/left-out.ts";
import { AVERAGES_NOTE } from "../../files/match-notes.ts";
import { readSlateFile } from "../../files/read-slate.ts";
import { seatedElsewhere } from "../../files/seated-position.ts";
import type { Slate } from "../../files/slate.ts";
import { slateInputs } from "../../files/slate-inputs.ts";
import { readSpreads } from "../../files/spreads.ts";
import type { InputOptions } from "../options/definitions.ts";
import { askedOfSlate, withMarks } from "./asked-of-slate.ts";
import { inputName, readBytes } from "./files.ts";
import { ownershipsOf } from "./ownerships.ts";
import { readAliases } from "./read-aliases.ts";
import type { LineupInput } from "./ready-input.ts";
import { slateNote } from "./slate-note.ts";
import { readSlatePoints, type SlatePoints } from "./slate-points.ts";

/** `strict` refuses projections that are hardly of this slate. */
type SalaryFileOptions = InputOptions & { readonly salaries: string; readonly strict?: boolean | undefined };

/**
 * Makes a lineup request of a book's salary file.
 * @throws InvalidFileError, InvalidRequestError
 */
export async function readSalaryFiles(options: SalaryFileOptions, catalog: Catalog): Promise<LineupInput> {
  const { salaries, sport, book, contest, injured, leaveOut, cap } = options;
  const aliases = await readAliases(options);
  const file = inputName(salaries);
  const slate = readSlateFile(await readBytes(salaries), { file, sport, book, contest, injured, leaveOut });
  const matched = await readSlatePoints(slate, { ...options, aliases }, catalog);
  const inputs = slateInputs(slate, {
    cap,
    projections: matched?.points,
    breakdowns: matched?.breakdowns,
    rows: matched?.rows,
  });
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

/** What the rows of a projections file say of how far points stray. */
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
  const who = count === 1 ? "1 player has" : `${count.toLocaleString("en-US")} players have`;
  return [
    `${file}: ${who} a roster position other than the position; it decides, the position is for stacks.`,
  ];
}
