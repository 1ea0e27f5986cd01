import { on } from "node:events";
import { watch } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import type { Catalog } from "../../contests/catalog/catalog.ts";
import { readExclusions } from "../../files/asked-players.ts";
import { fillEntries } from "../../files/entries/fill-entries.ts";
import type { EntriesFile } from "../../files/entries/read-entries.ts";
import type { LeavingPlayer, LeavingReason, PlayerSwap } from "../../files/entries/sitting.ts";
import {
  type EntrySwap,
  type SwapEntriesOptions,
  type SwapEntriesRequest,
  type SwappedEntries,
  type SwapVerdict,
  swapEntries,
} from "../../files/entries/swap-entries.ts";
import type { Aliases } from "../../files/listing-index.ts";
import { nameFinderOf } from "../../files/listing-index.ts";
import { unknownMarks } from "../../files/player-marks.ts";
import type { Slate } from "../../files/slate.ts";
import { slateInputs } from "../../files/slate-inputs.ts";
import type { Optimizer } from "../../optimizer/optimizer.ts";
import type { SwapReport } from "../../portfolio/swap/swap-lineups.ts";
import { bookNamed } from "../../shared/books.ts";
import { InvalidFileError, LineupError } from "../../shared/errors.ts";
import { gapText, percentOf, pointsText } from "../../shared/words.ts";
import { locating, PARTLY_DONE } from "../errors.ts";
import { type BookFiles, readEntriesFiles, slateNote } from "../input/lineup-input.ts";
import { type PortfolioInput, readPortfolioInput } from "../input/portfolio-input.ts";
import { interruptible } from "../interrupt.ts";
import type { Options } from "../options/definitions.ts";
import { note, writeLineups, writeResult } from "../output.ts";
import { boundProgress, STOPS, withProgress } from "../progress.ts";
import { grid } from "../render/grid.ts";
import { blocks, folded, json, type Look, lookOf } from "../render/text.ts";
import { noteNobodyOut, optimizerOf, togetherLimit } from "./lineups.ts";

/** Watches the folder, because editors replace the file; errors in its content wait for the next change. */
async function watchFile(file: string, work: () => Promise<void>, signal: AbortSignal): Promise<void> {
  const watcher = watch(dirname(file), { signal });
  const changes = on(watcher, "change", { signal });
  let before: string | null = null;
  try {
    for (;;) {
      const content = await readFile(file, "latin1").catch(() => null);
      if (content === null ? before === null : content !== before) {
        before = content;
        try {
          await work();
          note(`${file} is watched; Ctrl-C stops this.`);
        } catch (error) {
          if (signal.aborted || !(error instanceof LineupError) || error.kind !== "input") throw error;
          note(`${error.message} Waiting for ${file} to change.`);
        }
      }
      let changed: string | null;
      do [, changed] = (await changes.next()).value;
      while (changed !== null && changed !== basename(file));
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

const WORDS: Readonly<Record<Exclude<SwapVerdict, "swapped">, string>> = {
  best: "stays: nothing is better",
  kept: "stays: nothing better was found so far",
  unaffected: "stays: none of its players must leave",
  skipped: "stays: of another contest",
  reserved: "stays: a reservation; fill it with build, or with swap once games have started",
  locked: "stays: every seat is locked",
  "unknown-locked": "stays: a locked player is not in the pool, so the salary is unknown",
  "no-lineup": "stays: its locked seats leave no lineup that keeps all rules",
  "no-time": "stays: no lineup was found so far",
};

export function swapTable(swapped: SwappedEntries, look: Look): string {
  const { entries, players } = swapped;
  const points = (value: number | null) => (value === null ? "" : pointsText(value));
  return blocks(
    players.length === 0 ? "" : playersTable(players, entries, look),
    grid(
      [
        ["Entry", ({ entry }) => entry.entryId ?? ""],
        ["Contest", ({ entry }) => entry.contestName ?? entry.contestId ?? "", "wraps"],
        ["Locked", ({ locked }) => String(locked), "right"],
        ["Before", ({ before }) => points(before), "right"],
        ["After", ({ after }) => points(after), "right"],
        ["What changes", changeText, "wraps"],
      ],
      entries,
      look,
    ),
    folded(summary(swapped), look.width, "  "),
  );
}

const REASONS: Readonly<Record<LeavingReason, string>> = {
  out: "out",
  "not-in-pool": "not in the pool",
  excluded: "excluded",
  "no-projection": "no projection",
};

function leavingText(players: readonly LeavingPlayer[]): string {
  const named = players.map((one) => `${one.name} (${REASONS[one.reason]}, ${entriesText(one.entries)})`);
  return `Must leave: ${named.join("; ")}.`;
}

const entriesText = (count: number) => `${count} ${count === 1 ? "entry" : "entries"}`;

function noteStaying({ entries }: SwappedEntries, hasRules: boolean): void {
  const countOf = (...verdicts: readonly SwapVerdict[]) =>
    entries.filter(({ verdict, gone }) => gone.length > 0 && verdicts.includes(verdict)).length;
  const text = (count: number, why: string) =>
    count > 0 && `${entriesText(count)} still with a player who cannot play: ${why}`;
  const remedy = hasRules
    ? " To replace these players even if that breaks the rules, swap the new file again with --only-affected and without --portfolio."
    : "";
  const late = "no lineup was found in time. Raise --time-limit, or swap the new file again.";
  note(
    text(countOf("no-lineup"), `no lineup keeps all rules and the locked seats.${remedy}`),
    text(countOf("no-time", "kept"), late),
  );
}

function playersTable(players: readonly PlayerSwap[], entries: readonly EntrySwap[], look: Look): string {
  const count = entries.filter(({ verdict }) => verdict !== "skipped" && verdict !== "reserved").length;
  const share = (number: number) => `${number} (${Math.round(percentOf(number, count))}%)`;
  return grid(
    [
      ["Player", ({ name }) => name, "wraps"],
      ["Before", ({ before }) => share(before), "right"],
      ["After", ({ after }) => share(after), "right"],
      ["Change", ({ before, after }) => `${after > before ? "+" : ""}${after - before}`, "right"],
      ["Must leave", ({ reason }) => (reason === null ? "" : REASONS[reason])],
    ],
    players,
    look,
  );
}

function changeText({ verdict, before, changes, gone }: EntrySwap): string {
  if (verdict === "no-lineup" && before === null) return "stays empty: no lineup is left for it";
  const cannotPlay = gone.length === 0 ? "" : `; ${gone.join(", ")} cannot play`;
  if (verdict !== "swapped") return `${WORDS[verdict]}${verdict === "reserved" ? "" : cannotPlay}`;
  return changes
    .map(({ slot, out, in: comes }) => `${slot}: ${out === "" ? "empty" : out} -> ${comes}`)
    .join("; ");
}

const STOPPED: Readonly<Record<NonNullable<SwappedEntries["stoppedBy"]>, string>> = {
  "time-limit": "The time limit was reached",
  interrupt: "It was interrupted",
  "solver-failure": "A solver failed",
  "no-solver": "HiGHS is not available here",
};

function summary({ entries, bound, stoppedBy }: SwappedEntries): string {
  const changed = entries.filter(({ verdict }) => verdict === "swapped").length;
  const sum = (of: "before" | "after") => entries.reduce((total, entry) => total + (entry[of] ?? 0), 0);
  const after = sum("after");
  const gap = bound === null || bound <= after ? "" : ` (gap ${gapText((bound - after) / Math.abs(bound))})`;
  const proven = bound === null ? "" : `; no swap has more than ${pointsText(bound)}${gap}`;
  const stopped =
    stoppedBy === null
      ? ""
      : ` ${STOPPED[stoppedBy]}: these are the swaps found so far${bound === null ? ", and nothing is proved about them" : ""}.`;
  return (
    `${changed} of ${entries.length} entries change: ${pointsText(sum("before"))} points before, ` +
    `${pointsText(after)} after${proven}.${stopped}`
  );
}

export function swapFacts({ bound, stoppedBy, portfolio, contests, ...swapped }: SwappedEntries): unknown {
  return {
    ...{ bound, stoppedBy },
    ...(portfolio !== null && { portfolio }),
    ...(contests.length > 0 && { contests }),
    players: swapped.players,
    entries: swapped.entries.map(({ entry, verdict, locked, before, after, changes, gone }) => {
      const { line, entryId, contestId, contestName } = entry;
      return { line, entryId, contestId, contestName, verdict, locked, before, after, changes, gone };
    }),
  };
}

export async function run(options: Options<"swap">, name: string): Promise<void> {
  await using optimizer = await optimizerOf(options);
  if (options.watch === undefined) return await swapOnce(optimizer, options, name);
  const watched = { ...options, projections: [options.watch] };
  await interruptible((signal) =>
    watchFile(options.watch!, () => swapOnce(optimizer, watched, name), signal),
  );
}

async function swapOnce(optimizer: Optimizer, options: Options<"swap">, name: string): Promise<void> {
  const files = await readEntriesFiles(name, options, optimizer.catalog);
  const { file, poolFile, slate, points } = files;
  for (const text of [`${slateNote(slate)}.`, ...unknownMarks(slate)]) note(`${poolFile}: ${text}`);
  note(...files.notes, ...(points?.notes ?? []));
  noteNobodyOut(files, "--out");
  let said = 0;
  const swapped = await swappedOf(optimizer, files, options, (players, notes) => {
    note(...notes, players.length > 0 && leavingText(players));
    said = notes.length;
  });
  if (swapped.stoppedBy === "interrupt") process.exitCode = PARTLY_DONE;
  for (const { name, portfolio } of [{ name: null, portfolio: swapped.portfolio }, ...swapped.contests]) {
    const of = name === null ? "" : `${name}: `;
    for (const warning of portfolio?.warnings ?? []) note(`${of}${warning}`);
    if (portfolio?.shortfall !== undefined) note(`${of}${portfolio.shortfall.reason}`);
  }
  note(...swapped.notes.slice(said));
  noteStaying(swapped, options.portfolio !== undefined);
  if (options.output !== undefined && !options.dryRun) {
    const { book } = slate;
    const lineups = swapped.entries.map(({ lineup }) => lineup);
    const most = bookNamed(book).uploadFile.rows;
    await writeLineups(fillEntries(files.bytes, { file, book, lineups, most }), options.output);
  }
  await writeResult(options.format === "json" ? json(swapFacts(swapped)) : swapTable(swapped, lookOf()));
}

async function swappedOf(
  optimizer: Optimizer,
  { entries, file, slate, points, aliases, poolFile }: BookFiles,
  options: Options<"swap">,
  onLeaving: SwapEntriesOptions["onLeaving"],
): Promise<SwappedEntries> {
  if (entries?.kind !== "entries") {
    const reason = "has no entries to swap. Give the book's entries file, as downloaded after entering.";
    throw new InvalidFileError(file, null, reason);
  }
  const { now = new Date().toISOString(), cap, only, onlyAffected, sameTeam, watch } = options;
  const { facts } = slateInputs(slate, { rows: points?.rows });
  const described = await readPortfolioInput(options, { facts, slate }, optimizer.catalog);
  noteCount(described, entries);
  const { portfolioLines, avoided } = described ?? {};
  const seen = { seats: poolFile, portfolio: described?.file };
  const { parsePortfolio } = await import("../../portfolio/parse-portfolio.ts");
  const portfolio =
    described === null
      ? undefined
      : await locating(seen, () => parsePortfolio(described.portfolio, portfolioLines));
  const request = {
    ...{ file, entries, slate, now, cap, aliases, only, onlyAffected, sameTeam },
    ...{ portfolio, portfolioLines, avoided, points: points?.points, rows: points?.rows },
    ...unwantedOf(options, slate, optimizer.catalog, aliases),
  };
  const onInterrupt = watch === undefined ? "keep" : "refuse";
  const timeLimit = togetherLimit(options);
  let progress: string | null = null;
  const onProgress = (swapped: number, report: SwapReport) =>
    (progress = `swapping, ${entriesText(swapped)} changed${boundProgress(report)}`);
  return locating(seen, () =>
    withProgress(
      () => progress ?? "swapping",
      () =>
        interruptible((signal) =>
          swapEntries(optimizer, request, { signal, onInterrupt, onLeaving, onProgress, timeLimit }),
        ),
      process.stderr,
      undefined,
      () => (onInterrupt === "keep" && progress !== null ? "keeps the swaps found" : STOPS),
    ),
  );
}

function unwantedOf(
  { out = [], exclude = [] }: Options<"swap">,
  slate: Slate,
  catalog: Catalog,
  aliases: Aliases | undefined,
): Pick<SwapEntriesRequest, "unwanted" | "excludedSlots"> {
  const find = nameFinderOf(slate, aliases);
  const contest = catalog.contest(slate.sport, slate.book, slate.contest);
  const { body, slots } = readExclusions(find, contest, exclude);
  // The options may also name a player that the file marks as out.
  const findOut = nameFinderOf(slate, aliases, { takesLeftOut: true });
  const excluded = [...(body.players ?? []), ...(body.teams ?? [])];
  return {
    unwanted: new Map([
      ...excluded.map((uuid) => [uuid, "excluded"] as const),
      ...out.map((text) => [findOut(text, "--out").entry.uuid, "out"] as const),
    ]),
    excludedSlots: slots,
  };
}

function noteCount(described: PortfolioInput | null, { entries }: EntriesFile): void {
  const lineups: unknown = (described?.portfolio as { readonly lineups?: unknown } | null)?.lineups;
  const hasEmpty = entries.some(({ seats }) => seats.every(({ text }) => text === ""));
  if (typeof lineups === "number" && (lineups > entries.length || (lineups < entries.length && !hasEmpty)))
    note(
      `${described!.file} says \`lineups: ${lineups}\`, which a swap ignores: it makes one for each of the ${entries.length} entries.`,
    );
}
