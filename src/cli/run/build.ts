import type { ContestTable } from "../../contests/constraints/readers/contest-table.ts";
import { type Dealt, dealLineups } from "../../files/entries/deal.ts";
import { fillEntries, type SeatedLineup } from "../../files/entries/fill-entries.ts";
import type { EntriesFile } from "../../files/entries/read-entries.ts";
import { seatLineup, seatSlots } from "../../files/entries/seat-lineup.ts";
import type { Optimizer } from "../../optimizer/optimizer.ts";
import { bookNamed } from "../../shared/books.ts";
import { InvalidFileError } from "../../shared/errors.ts";
import type { FantasyLineupDocument } from "../../shared/schema/lineups.ts";
import { PARTLY_DONE, refuseGiven, usageError } from "../errors.ts";
import {
  type BookFiles,
  contestOf,
  type LineupInput,
  readBookFiles,
  slateInput,
} from "../input/lineup-input.ts";
import { type PortfolioInput, readPortfolioInput } from "../input/portfolio-input.ts";
import type { Options } from "../options/definitions.ts";
import { note, writeLineups } from "../output.ts";
import { bestLineups, noteFewer, noteLeftOut, optimizerOf } from "./lineups.ts";
import { notePortfolio, type PortfolioAsked, solvePortfolio } from "./portfolio.ts";

/** Fills a book's entries file or template. */
export async function run(options: Options<"build">, name: string): Promise<void> {
  await using optimizer = await optimizerOf(options);
  const files = await readBookFiles(name, options, optimizer.catalog);
  const entries = fillable(files);
  const input = await slateInput(files, options, optimizer.catalog);
  for (const text of input.notes) note(text);
  const portfolio = await readPortfolioInput(options, input, optimizer.catalog);
  const count = countOf(options, portfolio);
  if (entries.kind === "template" && count === undefined)
    throw usageError("--count", "is missing: a template takes any number of lineups.");
  const { sizes, entries: dealt } = dealLineups(entries.entries, { deal: options.deal, count });
  const asked = entries.kind === "template" ? [count!] : sizes;
  if (entries.kind === "entries")
    for (const text of dealNotes(sizes, dealt, { count, hasShares: portfolio !== null })) note(text);
  const contest = contestOf(optimizer.catalog, input);
  if (asked.length > 1 || (entries.kind === "entries" && asked[0] !== dealt.length))
    refuseGiven(
      { "--costs": options.costs },
      "applies only to a single portfolio with a lineup for each entry.",
    );
  const placedOf = ([first]: readonly FantasyLineupDocument[]): readonly Dealt[] =>
    entries.kind === "template" ? first!.data.map((_, lineup) => ({ portfolio: 0, lineup })) : dealt;
  let isWritten = false;
  const write = async (documents: readonly FantasyLineupDocument[]) => {
    const lineups = documents.map((document) => seated(document, entries, contest, files));
    const filled = placedOf(documents).map(({ portfolio, lineup }) => lineups[portfolio]![lineup] ?? null);
    const most = options.output === undefined ? undefined : bookNamed(contest.book).uploadFile.rows;
    const { file, bytes } = files;
    await writeLineups(
      fillEntries(bytes, { file, book: contest.book, lineups: filled, most }),
      options.output,
    );
    note(`filled ${filled.filter((lineup) => lineup !== null).length} of ${filled.length} lineups.`);
    isWritten = true;
  };
  const documents = await lineupsOf(optimizer, input, portfolio, asked, {
    ...options,
    onLineups: options.costs === true ? (document) => write([document]) : undefined,
  });
  if (!isWritten) await write(documents);
  if (options.report !== undefined)
    await writeReport(documents, placedOf(documents), contest, input, options.report);
  if (documents.some(({ meta }) => meta?.portfolio?.shortfall !== undefined)) process.exitCode = PARTLY_DONE;
}

/** Reports on the entries' lineups, with portfolio limits if each of its lineups is entered once. */
async function writeReport(
  documents: readonly FantasyLineupDocument[],
  placed: readonly Dealt[],
  contest: ContestTable,
  { request, named, ownerships }: LineupInput,
  file: string,
): Promise<void> {
  const [first] = documents;
  const entered = placed.flatMap(({ portfolio, lineup }) => documents[portfolio]!.data[lineup] ?? []);
  const { documentReport } = await import("../../report/lineup-sets.ts");
  const { writeReportFile } = await import("./report.ts");
  const report = documentReport(
    { ...first!, data: entered, meta: entered.length === first!.data.length ? first!.meta : undefined },
    { resources: named, body: request.body, contest, ownerships },
  );
  await writeReportFile(report, file);
}

/** @throws InvalidFileError, InvalidRequestError for a file without a place for new lineups */
function fillable({ entries, file }: BookFiles): EntriesFile {
  if (entries === null)
    throw new InvalidFileError(
      file,
      null,
      "is a salary file, which has no place for lineups. Give the book's entries file or upload template.",
    );
  const locked = entries.entries.find(({ seats }) => seats.some((seat) => seat.locked));
  if (locked)
    throw new InvalidFileError(
      file,
      locked.line,
      "has a locked player: games of these contests have started, and new lineups would drop that player. Use `dfs-lineups swap`.",
    );
  if (entries.kind === "entries" && entries.entries.length === 0)
    throw new InvalidFileError(file, null, "has no entries. Reserve some at the book's site first.");
  return entries;
}

/** Notes on differences between requested, built and entered lineups. */
function dealNotes(
  sizes: readonly number[],
  dealt: readonly Dealt[],
  { count = 0, hasShares }: { readonly count?: number | undefined; readonly hasShares: boolean },
): string[] {
  const built = [...new Set(sizes.filter((size) => size < count))].join(" or ");
  const times = sizes.map((size) => new Uint32Array(size));
  for (const { portfolio, lineup } of dealt) times[portfolio]![lineup]! += 1;
  const isUneven = times.some((own) => new Set(own).size > 1);
  return [
    ...(built === ""
      ? []
      : [
          `${count} lineups are more than there are entries: built ${built}, so that all of them are entered.`,
        ]),
    ...(hasShares && isUneven
      ? ["some lineups are entered more often than others: shares apply to the lineups, not to the entries."]
      : []),
  ];
}

/** The requested number of lineups; undefined for one per entry. A later check validates the description. */
function countOf({ count }: Options<"build">, portfolio: PortfolioInput | null): number | undefined {
  const described: unknown = (portfolio?.portfolio as { readonly lineups?: unknown } | null)?.lineups;
  return count ?? (typeof described === "number" && described >= 1 ? described : undefined);
}

/** A document for each portfolio; portfolios of the same size share one. */
async function lineupsOf(
  optimizer: Optimizer,
  input: LineupInput,
  portfolio: PortfolioInput | null,
  sizes: readonly number[],
  options: Options<"build"> & Pick<PortfolioAsked, "onLineups">,
): Promise<FantasyLineupDocument[]> {
  const bySize = new Map<number, FantasyLineupDocument>();
  for (const count of new Set(sizes)) {
    const report = (found: FantasyLineupDocument) => {
      if (bySize.size === 0) noteLeftOut(found.meta ?? {}, input.places);
      if (portfolio !== null) notePortfolio(found, false);
      if (portfolio === null || options.strict) noteFewer(found.data.length, count, options.strict);
    };
    const { onLineups } = options;
    const early =
      onLineups &&
      (async (found: FantasyLineupDocument) => {
        report(found);
        await onLineups(found);
      });
    const found =
      portfolio === null
        ? await bestLineups(optimizer, input, count, { asked: count })
        : await solvePortfolio(optimizer, input, portfolio, { ...options, count, onLineups: early });
    if (early === undefined) report(found);
    bySize.set(count, found);
  }
  return sizes.map((size) => bySize.get(size)!);
}

function seated(
  { data }: FantasyLineupDocument,
  { slots }: EntriesFile,
  contest: ContestTable,
  { slate, file }: BookFiles,
): SeatedLineup[] {
  const seats = seatSlots(slots, contest, file);
  const listings = new Map(slate.entries.map((entry) => [entry.uuid, entry]));
  return data.map(({ attributes }) => seatLineup(attributes.byPositions, seats, contest, listings));
}
