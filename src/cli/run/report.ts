import type { Catalog } from "../../contests/catalog/catalog.ts";
import { readUploadedLineups } from "../../files/lineups-file.ts";
import { type Listing, listingsOf, withBegun } from "../../files/slate.ts";
import { inputsOfFiles, ownedIn, ownershipsOf } from "../../files/slate-files.ts";
import { scoringOf, slateInputs } from "../../files/slate-inputs.ts";
import type { Optimizer } from "../../optimizer/optimizer.ts";
import { loadCatalog } from "../../platform/node/catalog.ts";
import { captainSlotsOf, documentReport } from "../../report/lineup-sets.ts";
import { lineupParts } from "../../report/lineups.ts";
import { type EntriesReport, portfolioText, type Report, reportOf } from "../../report/report.ts";
import { contestWords } from "../../shared/books.ts";
import { InvalidRequestError, UnknownContestError, UnsupportedModelError } from "../../shared/errors.ts";
import { captainTimes, isCaptains, pointsIn } from "../../shared/roster.ts";
import {
  type FantasyLineupDocument,
  fantasyLineupDocumentSchema,
  seatsOf,
} from "../../shared/schema/lineups.ts";
import { parseInput } from "../../shared/schema/parse.ts";
import { counted } from "../../shared/words.ts";
import type { EnteredLineup } from "../../simulation/contest/entered.ts";
import type { ExpectedDuplicates } from "../../simulation/contest/opponents.ts";
import { locating, usageError } from "../errors.ts";
import { inputName, isJson, parseJson, readBytes } from "../input/files.ts";
import { type BookFiles, type LineupInput, readBookFiles, readEntriesFiles } from "../input/lineup-input.ts";
import type { Options } from "../options/definitions.ts";
import { formatOfName, type ReportFormat } from "../options/parsers.ts";
import { note, writePage, writeResult } from "../output.ts";
import { partTexts } from "../render/grid.ts";
import { blocks, folded, json, type Look, lookOf, printable, styled } from "../render/text.ts";

export function reportText(report: Report, look: Look): string {
  return blocks(headText(report, look), ...partTexts(lineupParts(report), look));
}

function headText({ title, lineups, players, portfolio, notes }: Report, look: Look): string {
  const head = printable(`${counted(lineups, "lineup")} of ${title}, ${players} players`);
  const lines = [
    ...(portfolio === null ? [] : [portfolioText(portfolio)]),
    ...(portfolio?.shortfall == null ? [] : [portfolio.shortfall]),
    ...notes,
  ];
  return [styled("title", head, look), ...lines.map((line) => folded(printable(line), look.width))].join(
    "\n",
  );
}

/** Null without ownership or lineups and, with a note, if opponents of this contest cannot be drawn. */
export async function duplicatesOf(
  optimizer: Pick<Optimizer, "expectedDuplicates">,
  { request, owned: ownership = [] }: Pick<LineupInput, "request" | "owned">,
  lineups: readonly EnteredLineup[],
  size?: number,
): Promise<ExpectedDuplicates | null> {
  if (ownership.length === 0 || lineups.length === 0) return null;
  try {
    return await optimizer.expectedDuplicates({ ...request, lineups, field: { size, ownership } });
  } catch (error) {
    const isWithoutField = error instanceof InvalidRequestError && error.issues[0]?.code === "no-field";
    if (!(error instanceof UnsupportedModelError) && !isWithoutField) throw error;
    note(`the report has no expected duplicates: ${error.message}`);
    return null;
  }
}

export async function renderedReport(
  report: EntriesReport,
  format: ReportFormat,
  look: Look,
): Promise<string> {
  if (format === "json") return json(report);
  if (format === "table") return reportText(report, look);
  const { lineupPage } = await import("../../report/lineups.ts");
  return lineupPage(report);
}

export async function writeReportFile(report: EntriesReport, file: string): Promise<void> {
  writePage(await renderedReport(report, formatOfName(file)!, { width: 80, colour: false }), file);
}

export async function run(options: Options<"report">, file: string): Promise<void> {
  const catalog = await loadCatalog({ rules: options.rules, scoring: options.scoring });
  const report = await reportOfFile(file, options, catalog);
  const format = options.format ?? formatOfName(options.output ?? "") ?? "table";
  await writeResult(await renderedReport(report, format, lookOf(options.output)), options.output);
}

async function reportOfFile(file: string, options: Options<"report">, catalog: Catalog): Promise<Report> {
  const { salaries, ...others } = options;
  const bytes = await readBytes(file);
  if (!isJson(bytes))
    return uploadReport(await readEntriesFiles(file, options, catalog, bytes), options, catalog);
  const value = await parseJson(bytes, file);
  const document = await locating({ lineups: inputName(file) }, () =>
    parseInput(fantasyLineupDocumentSchema, value, { parameter: "lineups" }),
  );
  const first = document.data[0];
  if (first === undefined) throw usageError("the file", `${inputName(file)} has no lineups.`);
  if (salaries === undefined) return documentReport(document, knownOf(document, catalog));
  const files = await readBookFiles(salaries, others, catalog);
  const { slate } = files;
  const { body, projections } = slateInputs(slate);
  return documentReport(document, {
    resources: [...(document.included ?? []), ...(projections.included ?? [])],
    body,
    contest: catalog.contest(slate.sport, slate.book, slate.contest),
    ...(await fieldAmong(files, document.data.map(seatsOf), options)),
  });
}

/** The ownership that the projections give, or an estimate with them. */
async function fieldAmong(
  { file, slate: open, points }: BookFiles,
  lineups: readonly EnteredLineup[],
  { cap, field: size, rules, scoring }: Options<"report">,
) {
  const ownerships = ownershipsOf(points);
  if (points === undefined) return { ownerships, isEstimated: false, duplicates: null };
  const { createOptimizer } = await import("../../platform/node/optimizer.ts");
  const { fieldShares } = await import("./ownership.ts");
  await using optimizer = await createOptimizer({ rules, scoring, threads: 0 });
  // Opponents chose among all games, also those that have begun.
  const slate = withBegun(open);
  const request = inputsOfFiles({ slate, points }, cap);
  const drawn = async () => {
    const { readDrawnPoints } = await import("../../files/drawn-points.ts");
    return readDrawnPoints({ slate, points }, { file });
  };
  const field = await fieldShares(optimizer, { request, ownerships, drawn }, false);
  return {
    ownerships: field?.shares ?? ownerships,
    isEstimated: field?.isEstimated ?? false,
    duplicates: await duplicatesOf(
      optimizer,
      { request: inputsOfFiles({ slate: open, points }, cap), owned: ownedIn(points) },
      lineups,
      size,
    ),
  };
}

const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);

function knownOf({ data, included = [] }: FantasyLineupDocument, catalog: Catalog) {
  const { id, attributes } = data[0]!;
  try {
    const contest = catalog.contest(id.split("/")[1] ?? "", attributes.book, attributes.contest);
    return { resources: included, contest };
  } catch (error) {
    if (!(error instanceof UnknownContestError)) throw error;
    return { resources: included, contest: null };
  }
}

async function uploadReport(files: BookFiles, options: Options<"report">, catalog: Catalog): Promise<Report> {
  const { file, bytes, slate, points } = files;
  const { cap } = options;
  const contest = catalog.contest(slate.sport, slate.book, slate.contest);
  const rows = readUploadedLineups(bytes, { file, contest, slate });
  const slots = new Map(contest.slots.map((slot) => [slot.name, slot]));
  const whole = rows.flatMap(({ seats }) => {
    const known = seats.flatMap(({ slot: name, listing }) => {
      const slot = slots.get(name);
      return slot === undefined || listing === null ? [] : [{ slot, listing }];
    });
    return known.length === seats.length ? [known] : [];
  });
  const pointsOf = ({ uuid, averagePoints }: Listing) =>
    points === undefined ? averagePoints : (points.points.get(uuid) ?? null);
  const unread = rows.length - whole.length;
  const seated = whole.map((seats) =>
    seats.map(({ slot, listing }) => ({ slot: slot.name, uuid: listing.uuid })),
  );
  const { ownerships, isEstimated, duplicates } = await fieldAmong(files, seated, options);
  return reportOf({
    isEstimated,
    title: contestWords(contest),
    cap: cap ?? contest.salaryCap?.default ?? null,
    captainSlots: captainSlotsOf(contest.slots),
    people: new Map(
      listingsOf(slate).map(({ uuid, name, team, position, salary }) => [
        uuid,
        { name, team, position, salary, ownership: ownerships.get(uuid) ?? null },
      ]),
    ),
    field: duplicates,
    lineups: whole.map((seats, index) => {
      const costs = seats.map(({ slot, listing }) =>
        isCaptains(slot) ? (listing.captainSalary ?? 0) : listing.salary,
      );
      const worth = seats.flatMap(({ slot, listing }) => {
        const own = pointsOf(listing);
        const row = points?.rows.get(listing.uuid);
        return own === null ? [] : [pointsIn(slot, scoringOf(own, row, captainTimes(contest)))];
      });
      return {
        ...{ seats: seated[index]!, salary: sum(costs), duplicates: duplicates?.expected[index] },
        points: worth.length < seats.length ? null : sum(worth),
      };
    }),
    notes: [
      ...(points === undefined ? ["Points are the book's own averages."] : []),
      ...(unread === 0
        ? []
        : [`${unread} of ${rows.length} rows have a player who is not in the pool, and are left out.`]),
    ],
  });
}
