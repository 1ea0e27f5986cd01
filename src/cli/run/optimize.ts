import type { Optimizer } from "../../optimizer/optimizer.ts";
import { DEFAULT_COUNT } from "../../shared/schema/fields.ts";
import { type FantasyLineupDocument, seatsOf } from "../../shared/schema/lineups.ts";
import { PARTLY_DONE, refuseGiven, usageError } from "../errors.ts";
import { contestOf, type LineupInput, readLineupInput } from "../input/lineup-input.ts";
import { type PortfolioInput, readPortfolioInput } from "../input/portfolio-input.ts";
import { NAMES, type Options } from "../options/definitions.ts";
import { note, writeResult } from "../output.ts";
import { type FieldShares, foundIn } from "../render/lineups.ts";
import { lookOf, STANDARD_OUTPUT } from "../render/text.ts";
import { bestLineups, noteFewer, noteLeftOut, optimizerOf, togetherLimit, writeFound } from "./lineups.ts";

export async function run(given: Options<"optimize">, file?: string): Promise<void> {
  if (file !== undefined)
    refuseGiven(
      { "--salaries": given.salaries, "--request": given.request },
      `cannot be combined with the file ${file}. Give one of them.`,
    );
  const options = file === undefined ? given : { ...given, salaries: file };
  const { format, output = STANDARD_OUTPUT, costs, report } = options;
  await using optimizer = await optimizerOf(options);
  const { catalog } = optimizer;
  const input = await readLineupInput(options, catalog);
  const { request, named } = input;
  note(...input.notes);
  if (format === "csv" && !options.long && options.salaries !== undefined)
    // Refuses a book that takes no files before anything is solved.
    (await import("../../files/upload.ts")).uploadCsv(contestOf(catalog, input), []);
  const portfolio = await readPortfolioInput(options, input, catalog);
  const field = await fieldOf(optimizer, input, options);
  let isWritten = false;
  const writeText = (document: FantasyLineupDocument) =>
    writeFound(
      foundIn(document, request.body, named, contestOf(catalog, input), field ?? undefined),
      options,
    );
  const write = async (document: FantasyLineupDocument) => {
    noteLeftOut(document.meta ?? {}, input.places);
    if (document.meta?.portfolio === undefined)
      noteFewer(document.data.length, countOf(input, options.count), options.strict);
    else (await import("./portfolio.ts")).notePortfolio(document, format === "table");
    await writeText(document);
    isWritten = true;
  };
  // A document on standard output cannot be written in parts.
  const isWhole = format === "json" && output === STANDARD_OUTPUT;
  const orderOf = sorter(options.sort, input);
  const early =
    costs === true && !isWhole ? (found: FantasyLineupDocument) => write(orderOf(found)) : undefined;
  const document = orderOf(await answerOf(optimizer, input, portfolio, options, early));
  const result = document.meta?.portfolio;
  if (!isWritten) await write(document);
  else if (result?.costs !== undefined && (format === "table" || format === "json")) {
    // The rules' costs follow the lineups: below them, or by rewriting the file with both.
    const { portfolioCosts } = await import("../render/portfolio-figures.ts");
    const text = portfolioCosts(result, document.data.length, lookOf(output));
    if (output !== STANDARD_OUTPUT) await writeText(document);
    else if (text !== "") await writeResult(`\n${text}`);
  }
  if (report !== undefined) {
    const { documentReport } = await import("../../report/lineup-sets.ts");
    const { duplicatesOf, writeReportFile } = await import("./report.ts");
    const context = {
      ...{ resources: named, body: request.body, contest: contestOf(catalog, input) },
      ownerships: field?.shares,
      isEstimated: field?.isEstimated,
      duplicates: await duplicatesOf(optimizer, input, document.data.map(seatsOf)),
    };
    await writeReportFile(documentReport(document, context), report);
  }
  if (result?.shortfall !== undefined) process.exitCode = PARTLY_DONE;
}

/** Sorts lineups by salary or by the sum of ownership, least first; equal ones stay in their order. */
function sorter(sort: Options<"optimize">["sort"], { ownerships }: LineupInput) {
  const remedy = "ownership needs projections with an ownership. Give them, or sort by salary.";
  if (sort === "ownership" && (ownerships ?? new Map()).size === 0) throw usageError("--sort", remedy);
  return (document: FantasyLineupDocument): FantasyLineupDocument => {
    if (sort === undefined) return document;
    const by = (lineup: FantasyLineupDocument["data"][number]) =>
      sort === "salary"
        ? lineup.attributes.salaryTotal
        : seatsOf(lineup).reduce((sum, { uuid }) => sum + (ownerships?.get(uuid) ?? 0), 0);
    return { ...document, data: document.data.toSorted((a, b) => by(a) - by(b)) };
  };
}

/** The ownership that the output shows or `--ownership-out` writes. */
async function fieldOf(
  optimizer: Optimizer,
  input: LineupInput,
  { format, projections, report, ownershipOut }: Options<"optimize">,
): Promise<FieldShares | null> {
  const isShown = projections !== undefined && (format === "table" || report !== undefined);
  if (!isShown && ownershipOut === undefined) return null;
  const { fieldShares, writeOwnership } = await import("./ownership.ts");
  const field = await fieldShares(optimizer, input, ownershipOut !== undefined);
  if (field !== null && ownershipOut !== undefined) await writeOwnership(field.shares, input, ownershipOut);
  return field;
}

async function answerOf(
  optimizer: Optimizer,
  input: LineupInput,
  portfolio: PortfolioInput | null,
  options: Options<"optimize">,
  onLineups: ((document: FantasyLineupDocument) => Promise<void>) | undefined,
): Promise<FantasyLineupDocument> {
  const { count, from } = options;
  // Text formats need all names.
  const include = options.format === "json" ? options.include : NAMES;
  if (portfolio === null && from === undefined)
    return bestLineups(optimizer, input, count, { asked: countOf(input, count), include });
  const { takeFromDraws, solvePortfolio } = await import("./portfolio.ts");
  if (from === undefined)
    return solvePortfolio(optimizer, input, portfolio!, {
      ...{ ...options, include, onLineups },
      timeLimit: togetherLimit(options),
    });
  const described = portfolio ?? { portfolio: {}, facts: input.facts, file: "the options" };
  return takeFromDraws(optimizer, input, described, { ...options, include });
}

/** The requested number of lineups; the body's value is not yet validated. */
function countOf({ request: { body } }: LineupInput, count: number | undefined): number {
  return count ?? Number((body as { readonly count?: unknown } | null)?.count ?? DEFAULT_COUNT);
}
