import type { Catalog } from "../../contests/catalog/catalog.ts";
import type { Violation } from "../../contests/constraints/constraint.ts";
import { readSlateFile } from "../../files/read-slate.ts";
import type { LeftOut, LeftOutReason, Slate } from "../../files/slate.ts";
import { withHeld } from "../../files/slate.ts";
import { slateInputs } from "../../files/slate-inputs.ts";
import { readUploadedLineups, type UploadedLineup } from "../../files/uploaded-lineups.ts";
import { verifySeats } from "../../lineup/verify/verify.ts";
import { askedOfSlate } from "../input/asked-of-slate.ts";
import { inputName, readBytes } from "../input/files.ts";
import { readAliases } from "../input/read-aliases.ts";
import { slateNote } from "../input/slate-note.ts";
import type { Options } from "../options/definitions.ts";
import { note } from "../output.ts";
import { located, namingOf, type Places } from "../places.ts";
import { json } from "../render/json.ts";
import { printable } from "../render/printable.ts";
import { usageError } from "../usage-error.ts";

/** How many lines a note names. */
const NAMED = 8;

/** What a command says of lineups. */
export interface Judged {
  readonly legal: boolean;
  readonly text: string;
}

/** What says which rows are judged, by what, and how that is written. */
interface UploadOptions extends Partial<Options<"verify">> {
  readonly lineups: string;
  readonly format: Options<"verify">["format"];
}

/** The verdict on the rows of a book's file, as text. @throws InvalidFileError, InvalidRequestError */
export async function judgedRows(
  bytes: Uint8Array,
  options: UploadOptions,
  catalog: Catalog,
): Promise<Judged> {
  const rows = await judgeUpload(bytes, options, catalog);
  const legal = rows.every(({ violations }) => violations.length === 0);
  return { legal, text: options.format === "json" ? json({ legal, rows }) : rowVerdictsText(rows) };
}

/**
 * Judges the rows of a book's upload or entries file. The pool is `--salaries`, else the file's own where it has one
 * embedded. Nothing is said of points: such a file has none.
 * @throws InvalidFileError, InvalidRequestError
 */
async function judgeUpload(
  bytes: Uint8Array,
  options: UploadOptions,
  catalog: Catalog,
): Promise<RowVerdict[]> {
  refuseIdle(options);
  const pool = await readPool(bytes, options);
  const contest = catalog.contest(pool.sport, pool.book, pool.contest);
  const rows = readUploadedLineups(bytes, { file: inputName(options.lineups), contest, slate: pool });
  noteOtherIds(rows);
  noteUnmarked(rows, pool);
  const slate = withHeld(pool, heldIn(rows, pool), contest.games.maximum !== 1);
  const {
    body: asked,
    excludedSlots,
    places,
  } = askedOfSlate(slate, options, catalog, await readAliases(options));
  const { sport, body, projections, origin, seats } = slateInputs(slate, {
    cap: options.cap,
    // Who has no average can be in a lineup all the same.
    projections: new Map(slate.entries.map(({ uuid, averagePoints }) => [uuid, averagePoints ?? 0])),
  });
  const faults = rows.map((row) => faultsOf(row, pool));
  const lineups = rows
    .filter((_, index) => faults[index]!.length === 0)
    .map(({ seats }) => seats.map(({ slot, listing }) => ({ slot, uuid: listing!.uuid })));
  const request = {
    sport,
    body: { ...body, ...asked },
    projections,
    origin,
    seats,
    excludedSlots,
  };
  const judged = withPlaces({ ...places, seats: poolName(options) }, () =>
    verifySeats({ ...request, lineups }, { catalog, naming: namingOf(places) }),
  );
  return rows.map(({ line, entryId }, index) => {
    const violations = faults[index]!.length > 0 ? faults[index]! : judged.shift()!;
    return { line, entryId, violations };
  });
}

/** Options that say something of a request or of points. */
function refuseIdle({ request, service, projections, performances }: UploadOptions): void {
  for (const [option, given] of Object.entries({ request, service, projections, performances }))
    if (given !== undefined)
      throw usageError(
        `--${option}`,
        "says nothing of an upload or entries file (CSV), which has no points. Leave it out.",
      );
}

function poolName({ salaries, lineups }: UploadOptions): string {
  return inputName(salaries ?? lineups);
}

async function readPool(bytes: Uint8Array, options: UploadOptions): Promise<Slate> {
  const { salaries, sport, book, contest } = options;
  const file = poolName(options);
  const pool = salaries === undefined ? bytes : await readBytes(salaries);
  // Who is marked as out breaks no rule, nor does who is locked into his seat.
  const slate = readSlateFile(pool, {
    file,
    sport,
    book,
    contest,
    injured: true,
    begun: true,
  });
  note(`${file}: ${slateNote(slate)}.`);
  return slate;
}

/** A book may refuse a captain by his plain id, and the other way round. */
function noteOtherIds(rows: readonly UploadedLineup[]): void {
  const lines = rows.filter(({ seats }) => seats.some(({ isOtherId }) => isOtherId)).map(({ line }) => line);
  if (lines.length === 0) return;
  note(
    `${lines.length} of ${rows.length} rows (lines ${linesText(lines)}) have a player's other id: a captain has one of his own, which the book may insist on.`,
  );
}

function linesText(lines: readonly number[]): string {
  return `${lines.slice(0, NAMED).join(", ")}${lines.length > NAMED ? ", ..." : ""}`;
}

/** Games of which no player can change any more. */
const BEGUN: ReadonlySet<LeftOutReason> = new Set(["game-started", "game-over"]);

/**
 * Whether a seat may keep someone who cannot be drafted any more: it is marked as locked; or its entry may have had him
 * when his game began, which the book alone knows.
 */
function mayKeep(entryId: string | null, locked: boolean, reason: LeftOutReason): boolean {
  return locked || (entryId !== null && BEGUN.has(reason));
}

/** Who cannot be drafted any more and sits in an entry all the same. */
function heldIn(rows: readonly UploadedLineup[], { leftOut }: Slate): ReadonlySet<LeftOut> {
  const byListing = new Map(leftOut.map((one) => [one.listing, one]));
  return new Set(
    rows.flatMap(({ entryId, seats }) =>
      seats.flatMap(({ listing, locked }) => {
        const out = listing && byListing.get(listing);
        return out && mayKeep(entryId, locked, out.reason) ? [out] : [];
      }),
    ),
  );
}

/** The book takes who is not marked as locked only where he sat before. */
function noteUnmarked(rows: readonly UploadedLineup[], { leftOut }: Slate): void {
  const begun = new Set(leftOut.flatMap(({ listing, reason }) => (BEGUN.has(reason) ? [listing] : [])));
  const lines = rows
    .filter(({ entryId, seats }) =>
      seats.some(
        ({ listing, locked }) => entryId !== null && !locked && listing !== null && begun.has(listing),
      ),
    )
    .map(({ line }) => line);
  if (lines.length === 0) return;
  note(
    `${lines.length} of ${rows.length} rows (lines ${linesText(lines)}) have players whose games have begun and who are not ` +
      "marked as locked: the book takes them only where they sat when they began.",
  );
}

/** Cells that seat nobody, and people who cannot be drafted any more. */
function faultsOf({ entryId, seats }: UploadedLineup, { leftOut }: Slate): Violation[] {
  return seats.flatMap(({ slot, listing, fault, locked }) => {
    const out = leftOut.find((one) => one.listing === listing);
    const isOut = out !== undefined && !mayKeep(entryId, locked, out.reason);
    const why =
      fault ?? (isOut ? `${out.listing.name} cannot be drafted (${out.detail || out.reason})` : null);
    if (why === null) return [];
    return [{ constraint: "seats", detail: `${slot}: ${why}.`, limit: null, actual: null, entries: [] }];
  });
}

function withPlaces<Result>(places: Places, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw located(error, places);
  }
}

/** The verdict on a row of an upload or entries file. */
interface RowVerdict {
  readonly line: number;
  /** The book's id of the entry; null in an upload file. */
  readonly entryId: string | null;
  /** Empty when the book would take the row. */
  readonly violations: readonly Violation[];
}

/** What is wrong, row by row, and with how many rows. */
function rowVerdictsText(rows: readonly RowVerdict[]): string {
  const broken = rows.filter(({ violations }) => violations.length > 0);
  const blocks = broken.map(({ line, entryId, violations }) => {
    const entry = entryId === null ? "" : `, entry ${printable(entryId)}`;
    return [
      `Line ${line}${entry}`,
      ...violations.map(({ constraint, detail }) => `  ${constraint}: ${printable(detail)}`),
    ].join("\n");
  });
  const count = `${rows.length} ${rows.length === 1 ? "lineup" : "lineups"}`;
  const summary = broken.length === 0 ? "nothing wrong." : `${broken.length} of them wrong.`;
  return `${[...blocks, `${count}, ${summary}`].join("\n\n")}\n`;
}
