import type { ContestTable } from "../../contests/constraints/readers/contest-table.ts";
import type { ContestSets, Dealt } from "../../files/entries/contest-sets.ts";
import { fillEntries } from "../../files/entries/fill-entries.ts";
import type { EntriesFile } from "../../files/entries/read-entries.ts";
import { seatLineups } from "../../files/upload.ts";
import type { Optimizer } from "../../optimizer/optimizer.ts";
import { bookNamed } from "../../shared/books.ts";
import { InvalidFileError } from "../../shared/errors.ts";
import type { FantasyLineupDocument } from "../../shared/schema/lineups.ts";
import { seatsOf } from "../../shared/schema/lineups.ts";
import type { Portfolio } from "../../shared/schema/portfolio.ts";
import { wordList } from "../../shared/words.ts";
import { locating, PARTLY_DONE, refuseGiven, usageError } from "../errors.ts";
import {
  type BookFiles,
  contestOf,
  type LineupInput,
  readEntriesFiles,
  slateInput,
} from "../input/lineup-input.ts";
import { type PortfolioInput, readPortfolioInput } from "../input/portfolio-input.ts";
import type { Options } from "../options/definitions.ts";
import { note, writeLineups } from "../output.ts";
import { bestLineups, noteFewer, noteLeftOut, noteNobodyOut, optimizerOf, togetherLimit } from "./lineups.ts";
import { notePortfolio, type PortfolioAsked, solvePortfolio } from "./portfolio.ts";

export async function run(options: Options<"build">, name: string): Promise<void> {
  await using optimizer = await optimizerOf(options);
  const files = await readEntriesFiles(name, options, optimizer.catalog);
  const entries = fillable(files);
  const input = await slateInput(files, options, optimizer.catalog);
  note(...input.notes);
  noteNobodyOut(files, "--exclude");
  const portfolio = await readPortfolioInput(options, input, optimizer.catalog);
  const { count, costs } = options;
  const plan = await planOf(entries, portfolio, options);
  const { sets, entries: dealt } = plan;
  if (entries.kind === "entries") noteDeal(plan, count, portfolio !== null);
  const contest = contestOf(optimizer.catalog, input);
  if (sets.length > 1 || (entries.kind === "entries" && sets[0]!.count !== dealt.length))
    refuseGiven(
      { "--costs": costs },
      "applies only to a single portfolio with a lineup for each entry. Leave it out.",
    );
  const placedOf = ([first]: readonly FantasyLineupDocument[]): readonly Dealt[] =>
    entries.kind === "template" ? first!.data.map((_, lineup) => ({ portfolio: 0, lineup })) : dealt;
  let isWritten = false;
  const write = async (documents: readonly FantasyLineupDocument[]) => {
    const seating = { ...files, entries, contest };
    const lineups = documents.map(({ data }) =>
      seatLineups(
        data.map(({ attributes }) => attributes.byPositions),
        seating,
      ),
    );
    const filled = placedOf(documents).map(({ portfolio, lineup }) => lineups[portfolio]![lineup] ?? null);
    const most = options.output === undefined ? undefined : bookNamed(contest.book).uploadFile.rows;
    const { file, bytes } = files;
    const texts = fillEntries(bytes, { file, book: contest.book, lineups: filled, most });
    await writeLineups(texts, options.output);
    note(`filled ${filled.filter((lineup) => lineup !== null).length} of ${filled.length} lineups.`);
    isWritten = true;
  };
  const documents = await lineupsOf(optimizer, input, portfolio, plan, {
    ...options,
    onLineups: costs === true ? (document) => write([document]) : undefined,
  });
  if (!isWritten) await write(documents);
  const placed = { ...plan, entries: placedOf(documents) };
  if (options.report !== undefined)
    await writeReport(optimizer, documents, placed, contest, input, options.report);
  if (documents.some(({ meta }) => meta?.portfolio?.shortfall !== undefined)) process.exitCode = PARTLY_DONE;
}

/** Shows the portfolio's limits only where entries have the lineups of one portfolio, each once. */
async function writeReport(
  optimizer: Optimizer,
  documents: readonly FantasyLineupDocument[],
  { sets, entries }: ContestSets,
  contest: ContestTable,
  input: LineupInput,
  file: string,
): Promise<void> {
  const { request, named, ownerships } = input;
  const { documentReport } = await import("../../report/lineup-sets.ts");
  const { duplicatesOf, writeReportFile } = await import("./report.ts");
  const lineupOf = ({ portfolio, lineup }: Dealt) => documents[portfolio]!.data[lineup];
  const filled = entries.filter((entry) => lineupOf(entry) !== undefined);
  const seats = filled.map((entry) => seatsOf(lineupOf(entry)!));
  const found = await duplicatesOf(optimizer, input, seats);
  const reportOn = (isIn: (entry: Dealt) => boolean) => {
    const placed = filled.filter(isIn);
    const [set = 0, ...others] = new Set(placed.map(({ portfolio }) => portfolio));
    const { data, ...first } = documents[set]!;
    const isOne = others.length === 0 && placed.length === data.length;
    const duplicates = found && { ...found, expected: found.expected.filter((_, at) => isIn(filled[at]!)) };
    return documentReport(
      { ...first, data: placed.map((entry) => lineupOf(entry)!), meta: isOne ? first.meta : undefined },
      { resources: named, body: request.body, contest, ownerships, duplicates },
    );
  };
  const sections = [...new Set(sets.map(({ section }) => section))];
  const contests = sections.flatMap((section) => {
    const isIn = ({ portfolio }: Dealt) => sets[portfolio]!.section === section;
    return section.name === null ? [] : [{ name: section.name, report: reportOn(isIn) }];
  });
  await writeReportFile({ ...reportOn(() => true), ...(contests.length > 0 && { contests }) }, file);
}

function fillable({ entries, file }: BookFiles): EntriesFile {
  if (entries === null) {
    const reason =
      "is a salary file, which has no place for lineups. Give the book's entries file or upload template.";
    throw new InvalidFileError(file, null, reason);
  }
  const locked = entries.entries.find(({ seats }) => seats.some((seat) => seat.locked));
  if (locked) {
    const reason =
      "has a locked player: games of these contests have started, and new lineups would drop that player. Use `dfs-lineups swap`, which keeps locked players and fills empty entries.";
    throw new InvalidFileError(file, locked.line, reason);
  }
  if (entries.kind === "entries" && entries.entries.length === 0)
    throw new InvalidFileError(file, null, "has no entries. Reserve some at the book's site first.");
  return entries;
}

interface BuildPlan extends ContestSets {
  readonly description: Portfolio;
}

async function planOf(
  { kind, entries }: EntriesFile,
  portfolio: PortfolioInput | null,
  { count, deal }: Options<"build">,
): Promise<BuildPlan> {
  const { parsePortfolio } = await import("../../portfolio/parse-portfolio.ts");
  const { contestSets, sectionsOf } = await import("../../files/entries/contest-sets.ts");
  const { portfolioLines, file } = portfolio ?? {};
  return locating({ portfolio: file }, () => {
    const description = portfolio === null ? {} : parsePortfolio(portfolio.portfolio, portfolioLines);
    if (description.contests !== undefined)
      refuseGiven(
        { "--count": count },
        "conflicts with the description's `contests`. Set `lineups` in its sections.",
      );
    if (kind === "entries") {
      const sets = contestSets(entries, { portfolio: description, portfolioLines, deal, count });
      return { description, ...sets };
    }
    if (description.contests !== undefined)
      throw usageError("the file", "is a template, which names no contests. Give an entries file.");
    const lineups = count ?? description.lineups;
    if (lineups === undefined)
      throw usageError("--count", "is missing: a template does not say how many lineups to build.");
    const [section] = sectionsOf([], description, portfolioLines);
    return { description, sets: [{ section: section!, count: lineups }], entries: [] };
  });
}

function noteDeal({ sets, entries }: ContestSets, count: number | undefined, hasShares: boolean): void {
  const times = sets.map((set) => new Uint32Array(set.count));
  for (const { portfolio, lineup } of entries) times[portfolio]![lineup]! += 1;
  for (const section of new Set(sets.map((set) => set.section))) {
    const own = sets.flatMap((set, index) => (set.section === section ? [{ ...set, index }] : []));
    const sizes = wordList([...new Set(own.map((set) => String(set.count)))], "or");
    const named = section.name === null ? "" : `${section.name}: `;
    const each = own.length > 1 ? " for each contest" : "";
    const asked = count ?? section.portfolio.lineups ?? 0;
    note(
      named !== "" && `${named}entries: ${section.entries.length}, lineups${each}: ${sizes}.`,
      own.some((set) => set.count < asked) &&
        `${named}${asked} lineups are requested, more than there are entries. Only ${sizes} are built${each}, and all of them are entered.`,
      hasShares &&
        own.some(({ index }) => new Set(times[index]).size > 1) &&
        `${named}some lineups are entered more often than others: shares apply to the lineups, not to the entries.`,
    );
  }
}

async function lineupsOf(
  optimizer: Optimizer,
  input: LineupInput,
  portfolio: PortfolioInput | null,
  { sets, description }: BuildPlan,
  options: Options<"build"> & Pick<PortfolioAsked, "onLineups">,
): Promise<FantasyLineupDocument[]> {
  const { buildSets } = await import("../../files/entries/contest-sets.ts");
  const { distinct } = description;
  let isFirst = true;
  const together = {
    ...{ distinct, avoided: portfolio?.avoided },
    timeLimit: portfolio === null ? undefined : togetherLimit(options),
  };
  return buildSets(sets, together, async ({ timeLimit, ...request }, { count, section, inPlaces }) => {
    const report = (found: FantasyLineupDocument) => {
      if (isFirst) noteLeftOut(found.meta ?? {}, input.places);
      isFirst = false;
      if (portfolio !== null) notePortfolio(inPlaces(found), false, section.name ?? "");
      if (portfolio === null || options.strict) noteFewer(found.data.length, count, options.strict);
    };
    if (portfolio === null) {
      const found = await bestLineups(optimizer, input, count, { asked: count });
      report(found);
      return found;
    }
    const { onLineups } = options;
    const early =
      onLineups &&
      (async (found: FantasyLineupDocument) => {
        report(found);
        await onLineups(found);
      });
    const file = section.name === null ? portfolio.file : `${portfolio.file}, ${section.name}`;
    const asked = { ...portfolio, ...request, file };
    const found = await solvePortfolio(optimizer, input, asked, {
      ...options,
      ...{ count, timeLimit, onLineups: early },
    });
    if (early === undefined) report(found);
    return found;
  });
}
