import type { Catalog } from "../../contests/catalog/catalog.ts";
import type { Violation } from "../../contests/constraints/constraint.ts";
import { askedOfSlate } from "../../files/asked-players.ts";
import { parseCsv } from "../../files/csv.ts";
import { startedIn } from "../../files/entries/sitting.ts";
import { readUploadedLineups, type UploadedLineup } from "../../files/lineups-file.ts";
import { ownPoolOf } from "../../files/pool-rows.ts";
import { readSlateFile } from "../../files/read-slate.ts";
import { BEGUN, type LeftOut, type LeftOutReason, type Slate, withHeld } from "../../files/slate.ts";
import { slateInputs } from "../../files/slate-inputs.ts";
import type { LineupViolation, Verdict } from "../../lineup/verify/judge.ts";
import { verifySeats } from "../../lineup/verify/verify-document.ts";
import { loadCatalog } from "../../platform/node/catalog.ts";
import { verifyLineups } from "../../platform/node/verify.ts";
import type { FantasyLineupDocument } from "../../shared/schema/lineups.ts";
import { locating, namingOf, REFUSED, refuseGiven } from "../errors.ts";
import { inputName, isJson, parseJson, readAliases, readBytes } from "../input/files.ts";
import { readLineupInput, slateNote, suggestingSalaries } from "../input/lineup-input.ts";
import type { Options } from "../options/definitions.ts";
import { note, writeResult } from "../output.ts";
import { json, printable } from "../render/text.ts";

const MOST_LINES_NAMED = 8;

interface Judged {
  readonly legal: boolean;
  readonly text: string;
}

interface UploadOptions extends Partial<Options<"verify">> {
  readonly lineups: string;
  readonly format: Options<"verify">["format"];
}

/** The pool is `--salaries`, else the one in the file. Points are ignored: such a file has none. */
async function judgedRows(bytes: Uint8Array, options: UploadOptions, catalog: Catalog): Promise<Judged> {
  const { request: body, service, projections, performances, salaries, lineups: name } = options;
  refuseGiven(
    {
      ...{ "--request": body, "--service": service },
      ...{ "--projections": projections, "--performances": performances },
    },
    "does not apply to an upload or entries file (CSV), which has no points. Leave it out.",
  );
  const [file, poolFile] = [inputName(name), inputName(salaries ?? name)];
  const { sport, book, contest: kind } = options;
  // Rows may have injured players, and games may have started.
  const poolBytes = salaries === undefined ? bytes : await readBytes(salaries);
  const pool = await suggestingSalaries({ file: poolFile, bytes, salaries }, () =>
    readSlateFile(poolBytes, {
      ...{ file: poolFile, sport, book, contest: kind },
      ...{ injured: true, begun: true, catalog },
      within: salaries === undefined ? null : ownPoolOf(parseCsv(bytes, file), file),
    }),
  );
  note(`${poolFile}: ${slateNote(pool)}.`);
  const contest = catalog.contest(pool.sport, pool.book, pool.contest);
  const rows = readUploadedLineups(bytes, { file, contest, slate: pool });
  noteRows(rows, pool);
  const slate = withHeld(pool, heldIn(rows, pool), contest.games.maximum !== 1);
  const asked = await askedOfSlate(slate, options, catalog, await readAliases(options));
  const inputs = slateInputs(slate, {
    cap: options.cap,
    // A player without an average can still be in a lineup.
    projections: new Map(slate.entries.map(({ uuid, averagePoints }) => [uuid, averagePoints ?? 0])),
  });
  const faults = rows.map((row) => faultsOf(row, pool));
  const lineups = rows
    .filter((_, index) => faults[index]!.length === 0)
    .map(({ seats }) => seats.map(({ slot, listing }) => ({ slot, uuid: listing!.uuid })));
  const request = {
    ...inputs,
    body: { ...inputs.body, ...asked.body },
    excludedSlots: asked.excludedSlots,
    lineups,
  };
  const judged = await locating({ ...asked.places, seats: poolFile }, () =>
    verifySeats(request, { catalog, naming: namingOf(asked.places) }),
  );
  const verdicts = rows.map(({ line, entryId }, index): RowVerdict => {
    const violations = faults[index]!.length > 0 ? faults[index]! : judged.shift()!;
    return { line, entryId, violations };
  });
  const legal = verdicts.every(({ violations }) => violations.length === 0);
  const text = options.format === "json" ? json({ legal, rows: verdicts }) : rowVerdictsText(verdicts);
  return { legal, text };
}

/** Marked as locked, or in an entry: only the book knows whether that had the player at the start. */
function mayKeep(entryId: string | null, locked: boolean, reason: LeftOutReason): boolean {
  return locked || (entryId !== null && BEGUN.has(reason));
}

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

function noteRows(rows: readonly UploadedLineup[], pool: Slate): void {
  const noteLines = (what: string, isConcerned: (row: UploadedLineup) => boolean) => {
    const lines = rows.filter(isConcerned).map(({ line }) => line);
    const more = lines.length > MOST_LINES_NAMED ? ", ..." : "";
    if (lines.length > 0)
      note(
        `${lines.length} of ${rows.length} rows (lines ${lines.slice(0, MOST_LINES_NAMED).join(", ")}${more}) have ${what}`,
      );
  };
  noteLines(
    "a captain's id in another slot, or a plain id in the captain's: the book may require the id of the slot.",
    ({ seats }) => seats.some(({ isOtherId }) => isOtherId),
  );
  const locked = rows.flatMap(({ seats }) => seats.filter((seat) => seat.locked));
  const { startedBy } = startedIn(
    pool,
    locked.flatMap(({ listing }) => listing ?? []),
  );
  noteLines(
    "players whose games have started and who are not marked as locked: the book accepts them only in the slots that they had at the start.",
    ({ entryId, seats }) =>
      entryId !== null &&
      seats.some(({ listing, locked }) => !locked && listing !== null && startedBy(listing) !== null),
  );
}

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

interface RowVerdict {
  readonly line: number;
  /** The book's id of the entry; null in an upload file. */
  readonly entryId: string | null;
  readonly violations: readonly Violation[];
}

function rowVerdictsText(rows: readonly RowVerdict[]): string {
  const blocks = rows.flatMap(({ line, entryId, violations }) => {
    const entry = entryId === null ? "" : `, entry ${printable(entryId)}`;
    const lines = violations.map(({ constraint, detail }) => `  ${constraint}: ${printable(detail)}`);
    return lines.length === 0 ? [] : [[`Line ${line}${entry}`, ...lines].join("\n")];
  });
  return summarized(blocks, rows.length, blocks.length);
}

function summarized(blocks: readonly string[], count: number, broken: number): string {
  const summary = blocks.length === 0 ? "nothing wrong." : `${broken} of them wrong.`;
  return `${[...blocks, `${lineupsText(count)}, ${summary}`].join("\n\n")}\n`;
}

function lineupsText(count: number): string {
  return `${count} ${count === 1 ? "lineup" : "lineups"}`;
}

export async function run(options: Options<"verify">): Promise<void> {
  const catalog = await loadCatalog({ rules: options.rules, scoring: options.scoring });
  const lineups = options.lineups!;
  const bytes = await readBytes(lineups);
  const judged = isJson(bytes)
    ? await judgeDocument(bytes, { ...options, lineups }, catalog)
    : await judgedRows(bytes, { ...options, lineups }, catalog);
  await writeVerdict(judged, options.output);
}

async function writeVerdict({ legal, text }: Judged, output: string | undefined): Promise<void> {
  await writeResult(text, output);
  if (!legal) process.exitCode = REFUSED;
}

async function judgeDocument(
  bytes: Uint8Array,
  options: Options<"verify"> & { readonly lineups: string },
  catalog: Catalog,
): Promise<Judged> {
  const input = await readLineupInput(options, catalog);
  note(...input.notes);
  const places = { ...input.places, lineups: inputName(options.lineups) };
  const lineups = (await parseJson(bytes, options.lineups)) as FantasyLineupDocument;
  const naming = options.format === "json" ? {} : namingOf(places);
  const verdict = await locating(places, () =>
    verifyLineups({ ...input.request, lineups }, { catalog, naming }),
  );
  return { legal: verdict.legal, text: options.format === "json" ? json(verdict) : verdictText(verdict) };
}

export function verdictText({ lineups, violations }: Verdict): string {
  const line = ({ constraint, detail, pointer }: LineupViolation) =>
    `  ${constraint}: ${printable(detail)} (${printable(pointer)})`;
  const blocks = lineups.flatMap(({ uuid, violations: found }, index) =>
    found.length === 0 ? [] : [[`Lineup ${index + 1} (${uuid})`, ...found.map(line)].join("\n")],
  );
  const broken = blocks.length;
  if (violations.length > 0) blocks.push(["The document", ...violations.map(line)].join("\n"));
  return summarized(blocks, lineups.length, broken);
}

export async function check(options: Options<"check">, file: string): Promise<void> {
  const catalog = await loadCatalog({ rules: options.rules });
  const judged = await judgedRows(await readBytes(file), { ...options, lineups: file }, catalog);
  await writeVerdict(judged, options.output);
}
