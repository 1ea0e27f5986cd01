import type { ContestTable } from "../../contests/catalog/contest-table.ts";
import type { ContestRequest, Optimizer } from "../../optimizer/optimizer.ts";
import type { FantasyLineupDocument } from "../../shared/schema/lineups.ts";
import type { Choice } from "../../simulation/contest/choose.ts";
import type { ContestResult } from "../../simulation/contest/contest.ts";
import { readCandidates, readContestFiles, readEntered } from "../input/contest-files.ts";
import { readDrawTerms } from "../input/draw-terms.ts";
import { inputName } from "../input/files.ts";
import { readPortfolioInput } from "../input/portfolio-input.ts";
import type { LineupInput } from "../input/ready-input.ts";
import { readSalaryFiles } from "../input/salary-files.ts";
import { optimizerOf } from "../optimizer-of.ts";
import { NAMES, type Options } from "../options/definitions.ts";
import { note, writePage, writeResult } from "../output.ts";
import { grouped, money, percent } from "../render/amounts.ts";
import { type ContestFacts, contestFacts } from "../render/contest-facts.ts";
import { contestFigures, contestReport } from "../render/contest-report.ts";
import { type Column, csvText } from "../render/grid.ts";
import { json } from "../render/json.ts";
import { lineupRows } from "../render/lineup-rows.ts";
import { renderLineups } from "../render/lineups.ts";
import { lookOf } from "../render/look.ts";
import { STANDARD_OUTPUT } from "../standard-output.ts";
import { whileDrawing } from "../while-drawing.ts";
import { writeLineups } from "../write-lineups.ts";

/** Simulates a contest over draws of a slate, and reports the entries' expected returns. */
export async function run(options: Options<"contest">, file: string): Promise<void> {
  await using optimizer = await optimizerOf(options);
  const input = await readSalaryFiles({ ...options, salaries: file }, optimizer.catalog);
  for (const text of input.notes) note(text);
  const told = await readDrawTerms(input, options);
  const asked = { ...told, ...(await readContestFiles(options, input, optimizer.catalog)) };
  const contest = optimizer.catalog.contest(input.sport, input.body.book, input.body.contest);
  const { result, document } = await whileTelling(input, options, (running) =>
    options.entries === undefined
      ? chosen(optimizer, input, options, { asked, running })
      : played(optimizer, input, options.entries, { asked, running }),
  );
  tellOfField(result);
  if (document !== null && options.chosen !== undefined) {
    const rows = () => lineupRows(document, input.body, input.named, contest);
    const split = options.chosen !== STANDARD_OUTPUT;
    const look = lookOf(options.chosen);
    const texts = await renderLineups(
      { contest, document, rows },
      { format: "csv", long: false, bom: false, split, look },
    );
    await writeLineups(texts, options.chosen);
  }
  await writeResult(rendered(result, input, contest, options), options.output);
  if (options.report !== undefined) await writeReport(options.report, factsOf(result, input, contest));
  if (options.output !== undefined) note(`wrote ${options.output}.`);
}

type Asked = Pick<ContestRequest, "known" | "correlations" | "payouts" | "field">;
type Running = Pick<
  NonNullable<Parameters<Optimizer["contest"]>[1]>,
  "draws" | "seed" | "signal" | "onDraws"
>;

/** The optimizer's request, and the callbacks during its run. */
interface Question {
  readonly asked: Asked;
  readonly running: Running;
}

interface Answer {
  readonly result: ContestResult;
  /** The chosen lineups; null if the lineups were given. */
  readonly document: FantasyLineupDocument | null;
}

/** Runs work until it finishes or a signal arrives; errors name files and players. */
async function whileTelling(
  { places }: LineupInput,
  { draws, seed, entries, payouts, fee }: Options<"contest">,
  work: (running: Running) => Promise<Answer>,
): Promise<Answer> {
  const named = {
    ...places,
    ...(entries === undefined ? {} : { lineups: inputName(entries) }),
    // A payout shape has a separate fee, a file does not.
    ...(fee === undefined ? { payouts: inputName(payouts) } : {}),
  };
  return whileDrawing("played", named, (drawing) => work({ draws, seed, ...drawing }));
}

async function played(
  optimizer: Optimizer,
  input: LineupInput,
  file: string,
  { asked, running }: Question,
): Promise<Answer> {
  const { sport, body, points, origin, seats, excludedSlots } = input;
  const entries = await readEntered(file, input, optimizer.catalog);
  const request = { ...points, sport, body, origin, seats, excludedSlots, ...asked, entries };
  return { result: await optimizer.contest(request, running), document: null };
}

async function chosen(
  optimizer: Optimizer,
  input: LineupInput,
  options: Options<"contest">,
  { asked, running }: Question,
): Promise<Answer> {
  const { sport, body, points, origin, seats, excludedSlots } = input;
  const { choose, goal } = options;
  const candidates = await readCandidates(options, input, optimizer.catalog);
  const portfolio = await readPortfolioInput(options, input, optimizer.catalog);
  const { document, choice, contest, warnings } = await optimizer.chooseEntries(
    {
      ...{ ...points, sport, body, origin, seats, excludedSlots, ...asked },
      ...portfolio,
      choice: { count: choose!, goal, candidates },
    },
    { ...running, include: NAMES },
  );
  for (const warning of warnings) note(warning);
  const lineups = grouped(choice.candidates);
  note(
    `chose ${contest.entries.length} of ${lineups} lineups by ${grouped(choice.draws)} draws, and played them over as many others.`,
  );
  if (choice.portfolioWorth !== null) note(comparison(choice, choice.portfolioWorth));
  return { result: contest, document };
}

/** Compares the choice with the portfolio of the most points, in the draws used for choosing. */
function comparison({ goal, worth }: Choice, portfolioWorth: number): string {
  const [what, shown] = {
    payout: ["the mean of all payments", money] as const,
    best: ["the mean of the best payment", money] as const,
    first: ["the chance of a first place", percent] as const,
  }[goal];
  return `in the draws they were chosen by, ${what} is ${shown(worth)}; with the portfolio of the most points it is ${shown(portfolioWorth)}.`;
}

/** Prints the opponents' source and how closely they match the requested ownership. */
function tellOfField({ field: { source, fit, leftOut, size } }: ContestResult): void {
  if (leftOut > 0)
    note(
      `${grouped(leftOut)} of ${grouped(size + leftOut)} opponents have somebody without points, and are left out.`,
    );
  if (source === "draws")
    note(
      "no ownership is given: opponents have people as often as the best lineups of draws do. An Ownership column of the projections says it better.",
    );
  if (source !== "lineups")
    note(
      "drawn opponents match ownership and the salary that real fields leave, and do not stack as these do: a profit may be too high, and its error is of the draws alone. --field-file takes real opponents.",
    );
  if (fit !== null)
    note(
      `the field's ownership is off by ${fit.misfit.toFixed(2)} points on average, ${fit.furthest.toFixed(1)} at the most.`,
    );
}

async function writeReport(file: string, facts: ContestFacts): Promise<void> {
  const { contestPage } = await import("../../report/contest-page.ts");
  writePage(await contestPage(contestFigures(facts)), file);
}

function factsOf(result: ContestResult, { points, named }: LineupInput, contest: ContestTable): ContestFacts {
  return contestFacts(result, { contest, performances: points.projections?.data ?? [], named });
}

function rendered(
  result: ContestResult,
  input: LineupInput,
  contest: ContestTable,
  { format, output }: Options<"contest">,
): string {
  const facts = factsOf(result, input, contest);
  return {
    table: () => contestReport(facts, lookOf(output)),
    json: () => json(facts),
    csv: () => contestCsv(facts),
  }[format]();
}

/** A row for each entry, as CSV. */
function contestCsv({ entries }: ContestFacts): string {
  const numbers = ["entry", "mean", "error", "deviation", "profit", "cash", "win", "alone"] as const;
  return csvText<ContestFacts["entries"][number]>(
    [
      ...numbers.map((name): Column<ContestFacts["entries"][number]> => [name, (one) => decimals(one[name])]),
      [
        "duplicates expected",
        ({ duplicates: { expected } }) => (expected === null ? "" : decimals(expected)),
      ],
      ["duplicates drawn", ({ duplicates }) => String(duplicates.drawn)],
      ["lineup", ({ players }) => players.map(({ slot, name }) => `${slot} ${name}`).join(", ")],
    ],
    entries,
  );
}

function decimals(value: number): string {
  return String(Math.round(value * 1e6) / 1e6);
}
