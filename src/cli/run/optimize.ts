import type { Certificate } from "../../lineup/certificate/certificate.ts";
import type { Optimizer } from "../../optimizer/optimizer.ts";
import { DEFAULT_COUNT } from "../../shared/schema/fields.ts";
import type { FantasyLineupDocument } from "../../shared/schema/lineups.ts";
import { located, PARTLY_DONE, refuseGiven } from "../errors.ts";
import type { LineupInput } from "../input/lineup-input.ts";
import { readLineupInput } from "../input/lineup-input.ts";
import { type PortfolioInput, readPortfolioInput } from "../input/portfolio-input.ts";
import { interruptible } from "../interrupt.ts";
import { NAMES, type Options } from "../options/definitions.ts";
import { note, writeLineups, writeResult } from "../output.ts";
import { withProgress } from "../progress.ts";
import { lineupRows, renderLineups } from "../render/lineups.ts";
import { grouped, lookOf, STANDARD_OUTPUT } from "../render/text.ts";
import { noteLeftOut, optimizerOf, tellOfFewer } from "./lineups.ts";

/** Finds the best lineups of a request or of a salary file. */
export async function run(options: Options<"optimize">): Promise<void> {
  if (options.reproduce !== undefined)
    return (await import("../reproduction.ts")).reproduce(options.reproduce);
  await using optimizer = await optimizerOf(options);
  const input = await readLineupInput(options, optimizer.catalog);
  for (const text of input.notes) note(text);
  const portfolio = await readPortfolioInput(options, input, optimizer.catalog);
  if (portfolio !== null || options.from !== undefined)
    refuseGiven(
      { "--certificate": options.certificate, "--second-opinion": options.secondOpinion },
      "is of the best lineups; a portfolio has its bound. Leave it out.",
    );
  let certificate: Certificate | undefined;
  let isWritten = false;
  const write = async (document: FantasyLineupDocument) => {
    noteLeftOut(document.meta ?? {}, input.places);
    if (document.meta?.portfolio === undefined)
      tellOfFewer(document.data.length, countOf(input.body, options.count), options.strict);
    else (await import("./portfolio.ts")).tellOfPortfolio(document, options.format === "table");
    tellSecondOpinion(document);
    await writeLineups(await rendered(optimizer, input, document, options), options.output);
    isWritten = true;
  };
  const document = await answerOf(optimizer, input, portfolio, options, {
    onCertificate: (written) => {
      certificate = written;
    },
    onLineups: options.costs === true && !waitsForCosts(options) ? write : undefined,
  });
  if (isWritten) await addCosts(optimizer, input, document, options);
  else await write(document);
  if (options.report !== undefined) await writeReport(optimizer, input, document, options.report);
  if (certificate !== undefined) {
    await writeResult(`${JSON.stringify(certificate)}\n`, options.certificate);
    note(`wrote the certificate to ${options.certificate}; verify --certificate checks it.`);
  }
  if (document.meta?.portfolio?.shortfall !== undefined) process.exitCode = PARTLY_DONE;
}

/** Callbacks for parts of the answer that are ready early. */
interface Hearers {
  readonly onCertificate: (certificate: Certificate) => void;
  readonly onLineups: ((document: FantasyLineupDocument) => Promise<void>) | undefined;
}

/** Whether lineups and costs form one text that cannot be written in parts: a document on standard output. */
function waitsForCosts({ format, output = STANDARD_OUTPUT }: Options<"optimize">): boolean {
  return format === "json" && output === STANDARD_OUTPUT;
}

/** Writes the rules' costs after the lineups: below them, or by rewriting the file with both. */
async function addCosts(
  optimizer: Optimizer,
  input: LineupInput,
  document: FantasyLineupDocument,
  options: Options<"optimize">,
): Promise<void> {
  const { format, output = STANDARD_OUTPUT } = options;
  const { portfolio } = document.meta ?? {};
  if (portfolio?.costs === undefined || !(format === "table" || format === "json")) return;
  if (output !== STANDARD_OUTPUT)
    return writeLineups(await rendered(optimizer, input, document, options), output);
  const { portfolioCosts } = await import("../render/portfolio-figures.ts");
  const costs = portfolioCosts(portfolio, document.data.length, lookOf(output));
  if (costs !== "") await writeResult(`\n${costs}`);
}

/** The lineups, by the method in the options. */
async function answerOf(
  optimizer: Optimizer,
  input: LineupInput,
  portfolio: PortfolioInput | null,
  options: Options<"optimize">,
  { onCertificate, onLineups }: Hearers,
): Promise<FantasyLineupDocument> {
  if (portfolio === null && options.from === undefined)
    return solve(optimizer, input, options, onCertificate);
  const { takeFromDraws, solvePortfolio } = await import("./portfolio.ts");
  const asked = { ...options, include: carriedBy(options), onLineups };
  if (options.from === undefined) return solvePortfolio(optimizer, input, portfolio!, asked);
  const described = portfolio ?? { portfolio: {}, facts: input.facts, file: "the options" };
  return takeFromDraws(optimizer, input, described, asked);
}

/** Solves until finished or until a signal arrives; errors name files and players. */
async function solve(
  optimizer: Optimizer,
  { sport, body, points, origin, seats, excludedSlots, onlyAvailable, places }: LineupInput,
  options: Options<"optimize">,
  onCertificate: (certificate: Certificate) => void,
): Promise<FantasyLineupDocument> {
  const { count, certificate, solver, secondOpinion } = options;
  const asked = countOf(body, count);
  const request = { ...points, sport, body, origin, seats, excludedSlots, onlyAvailable, count };
  try {
    return await withProgress(`finding the ${grouped(asked)} best lineups`, () =>
      interruptible((signal) =>
        optimizer.optimize(request, {
          signal,
          include: carriedBy(options),
          ...(certificate !== undefined && { onCertificate }),
        }),
      ),
    );
  } catch (error) {
    if (secondOpinion === undefined) throw located(error, places);
    const { keptDifference } = await import("../reproduction.ts");
    throw located(keptDifference(error, { request, solver, secondOpinion }, optimizer.catalog), places);
  }
}

/** The related resources to include in the document: text formats need all names. */
function carriedBy({ format, include }: Options<"optimize">): Options<"optimize">["include"] {
  return format === "json" ? include : NAMES;
}

/** The requested number of lineups; the body's value is not yet validated. */
function countOf(body: LineupInput["body"], count: number | undefined): number {
  return count ?? Number((body as { readonly count?: unknown } | null)?.count ?? DEFAULT_COUNT);
}

/** Prints how many lineups the second solver checked. */
function tellSecondOpinion({ meta }: FantasyLineupDocument): void {
  if (meta?.secondOpinion === undefined) return;
  const { solver, compared, reason } = meta.secondOpinion;
  const equal = compared === 1 ? "the best total is" : `the ${compared} best totals are`;
  const why = reason === undefined ? "" : ` It compared no more: ${reason}.`;
  note(compared === 0 ? `no second opinion: ${reason}.` : `${solver} agrees: ${equal} equal.${why}`);
}

async function writeReport(
  { catalog }: Optimizer,
  { sport, body, named, ownerships }: LineupInput,
  document: FantasyLineupDocument,
  file: string,
): Promise<void> {
  const contest = catalog.contest(sport, body.book, body.contest);
  const { documentReport } = await import("./report.ts");
  const { writeReportFile } = await import("./report.ts");
  await writeReportFile(documentReport(document, { resources: named, body, contest, ownerships }), file);
}

async function rendered(
  { catalog }: Optimizer,
  { sport, body, named }: LineupInput,
  document: FantasyLineupDocument,
  { format, long = false, bom = false, output = STANDARD_OUTPUT }: Options<"optimize">,
): Promise<readonly string[]> {
  const contest = catalog.contest(sport, body.book, body.contest);
  const rows = () => lineupRows(document, body, named, contest);
  const split = output !== STANDARD_OUTPUT;
  return renderLineups({ contest, document, rows }, { format, long, bom, split, look: lookOf(output) });
}
