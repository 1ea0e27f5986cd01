import type { Catalog } from "../../contests/catalog/catalog.ts";
import type { Aliases } from "../../files/aliases.ts";
import { fillEntries } from "../../files/entries/fill-entries.ts";
import type { EntriesFile } from "../../files/entries/read-entries.ts";
import {
  type SwapEntriesRequest,
  type SwappedEntries,
  swapEntries,
} from "../../files/entries/swap-entries.ts";
import type { Slate } from "../../files/slate.ts";
import { slateInputs } from "../../files/slate-inputs.ts";
import type { Optimizer } from "../../optimizer/optimizer.ts";
import { bookNamed } from "../../shared/books/index.ts";
import { InvalidFileError } from "../../shared/errors.ts";
import { PARTLY_DONE } from "../failure.ts";
import { type EveningFiles, readEveningFiles } from "../input/entries-file.ts";
import { readExclusions } from "../input/named-entries.ts";
import { type PortfolioInput, readPortfolioInput } from "../input/portfolio-input.ts";
import { nameFinderOf } from "../input/slate-names.ts";
import { slateNote } from "../input/slate-note.ts";
import { interruptible } from "../interrupt.ts";
import { optimizerOf } from "../optimizer-of.ts";
import type { Options } from "../options/definitions.ts";
import { note, writeResult } from "../output.ts";
import { located } from "../places.ts";
import { withProgress } from "../progress.ts";
import { json } from "../render/json.ts";
import { lookOf } from "../render/look.ts";
import { leavingText, swapFacts, swapTable } from "../render/swap-table.ts";
import { writeLineups } from "../write-lineups.ts";

/** Swaps the entries of a book's file. */
export async function run(options: Options<"swap">, name: string): Promise<void> {
  await using optimizer = await optimizerOf(options);
  if (options.watch === undefined) return await swapOnce(optimizer, options, name);
  const { watchFile } = await import("./watch-file.ts");
  const watched = { ...options, projections: options.watch };
  await interruptible((signal) =>
    watchFile(options.watch!, () => swapOnce(optimizer, watched, name), signal),
  );
}

async function swapOnce(optimizer: Optimizer, options: Options<"swap">, name: string): Promise<void> {
  const files = await readEveningFiles(name, options, optimizer.catalog);
  const { file, poolFile, slate, points } = files;
  note(`${poolFile}: ${slateNote(slate)}.`);
  for (const text of points?.notes ?? []) note(text);
  const swapped = await swappedOf(optimizer, files, options);
  if (swapped.stoppedBy === "interrupt") process.exitCode = PARTLY_DONE;
  for (const warning of swapped.portfolio?.warnings ?? []) note(warning);
  if (swapped.portfolio?.shortfall !== undefined) note(swapped.portfolio.shortfall.reason);
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
  { entries, file, slate, points, aliases, poolFile }: EveningFiles,
  options: Options<"swap">,
): Promise<SwappedEntries> {
  if (entries?.kind !== "entries")
    throw new InvalidFileError(
      file,
      null,
      "has no entries to swap. Give the book's entries file, as downloaded after entering.",
    );
  const { now = new Date().toISOString(), cap } = options;
  const { facts } = slateInputs(slate, { rows: points?.rows });
  const described = await readPortfolioInput(options, { facts, slate }, optimizer.catalog);
  tellOfCount(described, entries);
  try {
    return await withProgress("swapping", () =>
      interruptible((signal) =>
        swapEntries(
          optimizer,
          {
            file,
            entries,
            slate,
            now,
            points: points?.points,
            rows: points?.rows,
            cap,
            aliases,
            portfolio: described?.portfolio,
            portfolioLines: described?.portfolioLines,
            avoided: described?.avoided,
            ...unwantedOf(options, slate, optimizer.catalog, aliases),
            onlyAffected: options.onlyAffected,
          },
          {
            signal,
            onInterrupt: options.watch === undefined ? "keep" : "refuse",
            onLeaving: (players) => {
              if (players.length > 0) note(leavingText(players));
            },
          },
        ),
      ),
    );
  } catch (error) {
    throw located(error, { labelOf: () => null, seats: poolFile, portfolio: described?.file });
  }
}

/** Players that the options remove from entries and from slots. */
function unwantedOf(
  { out = [], exclude = [] }: Options<"swap">,
  slate: Slate,
  catalog: Catalog,
  aliases: Aliases | undefined,
): Pick<SwapEntriesRequest, "unwanted" | "excludedSlots"> {
  const find = nameFinderOf(slate, aliases);
  const { body, slots } = readExclusions(
    find,
    catalog.contest(slate.sport, slate.book, slate.contest),
    exclude,
  );
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

/** Prints a note that a swap has one lineup per entry, whatever the description says. */
function tellOfCount(described: PortfolioInput | null, { entries }: EntriesFile): void {
  const lineups: unknown = (described?.portfolio as { readonly lineups?: unknown } | null)?.lineups;
  const filled = entries.filter(({ seats }) => seats.some(({ text }) => text !== "")).length;
  if (typeof lineups === "number" && lineups !== filled)
    note(
      `${described!.file} says lineups: ${lineups}; a swap has one for each of the ${filled} entries with a lineup.`,
    );
}
