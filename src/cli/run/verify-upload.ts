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

/** The maximum number of lines that a note names. */
const NAMED = 8;

/** A verdict on lineups and its text. */
export interface Judged {
  readonly legal: boolean;
  readonly text: string;
}

/** Options for the rows to check, the rules and the output. */
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
 * Checks the rows of a book's upload or entries file. The pool is `--salaries`, else the one embedded in the
 * file. Ignores points, which such a file does not have.
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
    // A player without an average can still be in a lineup.
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

/** Refuses options about a request or points. */
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
  // A player who is marked as out or locked in the seat breaks no rule.
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

/** Prints a note on captains with a plain id and the reverse, which a book may refuse. */
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

/** Game states in which players are locked. */
const BEGUN: ReadonlySet<LeftOutReason> = new Set(["game-started", "game-over"]);

/**
 * Whether a seat may keep a player who can no longer be drafted: the seat is marked as locked, or the entry
 * may have had the player when the game started, which only the book knows.
 */
function mayKeep(entryId: string | null, locked: boolean, reason: LeftOutReason): boolean {
  return locked || (entryId !== null && BEGUN.has(reason));
}

/** Players of entries who can no longer be drafted. */
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

/** Prints a note on players not marked as locked, which the book accepts only in their old seats. */
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

/** Cells without a player, and players who can no longer be drafted. */
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
  /** Empty if the book would accept the row. */
  readonly violations: readonly Violation[];
}

/** The violations by row, and the number of rows with violations. */
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
