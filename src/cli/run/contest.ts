import type { Catalog } from "../../contests/catalog/catalog.ts";
import { readStandings } from "../../files/entries/read-standings.ts";
import { readLineupsFile } from "../../files/lineups-file.ts";
import type { ContestOptions, Optimizer, StagedRequest } from "../../optimizer/optimizer.ts";
import {
  allPart,
  type ContestFacts,
  choiceWords,
  contestFacts,
  contestHeading,
  contestParts,
  exactColumns,
  fieldNotes,
} from "../../report/contest.ts";
import { InvalidFileError } from "../../shared/errors.ts";
import { isPayoutShape, PAYOUT_SHAPES, type Payouts } from "../../shared/schema/contest-play.ts";
import { counted, grouped } from "../../shared/words.ts";
import type { EnteredLineup } from "../../simulation/contest/entered.ts";
import { usageError } from "../errors.ts";
import { inputName, readBytes } from "../input/files.ts";
import { contestOf, type LineupInput, readDrawTerms, readSalaryFiles } from "../input/lineup-input.ts";
import { readPortfolioInput } from "../input/portfolio-input.ts";
import { NAMES, type Options } from "../options/definitions.ts";
import { note, writeFormat } from "../output.ts";
import { whileDrawing } from "../progress.ts";
import { csvText, resultText } from "../render/grid.ts";
import { foundIn } from "../render/lineups.ts";
import { json, type Look, lookOf } from "../render/text.ts";
import { optimizerOf, writeFound } from "./lineups.ts";

async function readEntered(name: string, input: LineupInput, catalog: Catalog): Promise<EnteredLineup[]> {
  return readLineupsFile(await readBytes(name), { file: inputName(name), slate: input.slate, catalog });
}

/** `size` is the contest's number of entries, if the file says it. */
async function readPayouts({
  payouts,
  fee,
}: Options<"contest">): Promise<{ readonly payouts: Payouts; readonly size?: number | undefined }> {
  if (isPayoutShape(payouts)) {
    if (fee === undefined) throw usageError("--fee", `is missing; --payouts ${payouts} needs it.`);
    return { payouts: { shape: payouts, fee } };
  }
  const file = inputName(payouts);
  const bytes = await readBytes(payouts).catch((error: unknown) => {
    if (!(error instanceof InvalidFileError)) throw error;
    const shapes = PAYOUT_SHAPES.join(", ");
    throw new InvalidFileError(file, null, `${error.issues[0]?.reason} Or name a shape: ${shapes}.`, error);
  });
  const { readPayouts: readFrom } = await import("../../files/payouts-csv.ts");
  const read = await readFrom(bytes, { file, fee, feeWord: "--fee" });
  note(
    read.entries !== null &&
      `${file}: the contest has ${grouped(read.entries)} entries; --field sets how many opponents are simulated.`,
    read.tickets > 0 &&
      `${file}: ${counted(read.tickets, "payout")} with tickets; each ticket counts as the money it is worth.`,
  );
  return { payouts: read.payouts, size: read.entries ?? undefined };
}

async function readField(
  { field: size, fieldSalary: leastSalary, otherFields: others, fieldFile }: Options<"contest">,
  input: LineupInput,
  catalog: Catalog,
): Promise<StagedRequest["field"]> {
  if (fieldFile !== undefined) return { lineups: await readOpponents(fieldFile, input, catalog) };
  return { size, leastSalary, others, ownership: input.owned?.length === 0 ? undefined : input.owned };
}

async function readOpponents(name: string, input: LineupInput, catalog: Catalog): Promise<EnteredLineup[]> {
  const file = inputName(name);
  const { unzippedCsv } = await import("../../platform/node/unzip.ts");
  const bytes = unzippedCsv(await readBytes(name), file);
  const { slate } = input;
  const standings =
    slate &&
    readStandings(bytes, { file, contest: catalog.contest(slate.sport, slate.book, slate.contest), slate });
  if (!standings) return readLineupsFile(bytes, { file, slate, catalog });
  const { lineups, unread } = standings;
  const all = lineups.length + unread;
  if (unread > 0)
    note(
      `${file}: ${grouped(unread)} of ${grouped(all)} lineups have a player who is not in the slate, and are left out.`,
    );
  return [...lineups];
}

export function contestReport(facts: ContestFacts, look: Look): string {
  return resultText(contestHeading(facts), [allPart(facts), ...contestParts(facts)], look);
}

export async function run(options: Options<"contest">, file: string): Promise<void> {
  const { draws, seed, entries, payouts, output } = options;
  await using optimizer = await optimizerOf(options);
  const { catalog } = optimizer;
  const paid = await readPayouts(options);
  const field = options.field ?? paid.size;
  const input = await readSalaryFiles({ ...options, field, salaries: file }, catalog);
  note(...input.notes);
  const request = {
    ...input.request,
    ...(await readDrawTerms(input, options)),
    payouts: paid.payouts,
    field: await readField(options, input, catalog),
  };
  const places = {
    ...input.places,
    lineups: entries && inputName(entries),
    payouts: isPayoutShape(payouts) ? undefined : inputName(payouts),
  };
  const { result, document } = await whileDrawing("played", places, async (drawing) => {
    const running = { draws, seed, ...drawing };
    if (entries === undefined) return chosen(optimizer, input, options, request, running);
    const entered = await readEntered(entries, input, catalog);
    return { result: await optimizer.contest({ ...request, entries: entered }, running), document: null };
  });
  note(...fieldNotes(result));
  const { fit } = result.field;
  if (options.ownershipOut !== undefined && fit !== null) {
    const { writeOwnership } = await import("./ownership.ts");
    const asked = fit.people.map(({ uuid, asked: percent }) => [uuid, percent ?? 0] as const);
    await writeOwnership(new Map(asked), input, options.ownershipOut);
  }
  const contest = contestOf(catalog, input);
  if (document !== null && options.chosen !== undefined) {
    const found = foundIn(document, input.request.body, input.named, contest);
    await writeFound(found, { format: "csv", output: options.chosen });
  }
  const performances = input.request.projections?.data ?? [];
  const facts = contestFacts(result, { contest, performances, named: input.named });
  const renderers = {
    table: () => contestReport(facts, lookOf(output)),
    json: () => json(facts),
    csv: () => csvText(exactColumns(facts), facts.entries),
    page: async () => (await import("../../report/contest.ts")).contestPage(facts),
  };
  await writeFormat(renderers, options);
}

async function chosen(
  optimizer: Optimizer,
  input: LineupInput,
  options: Options<"contest">,
  request: StagedRequest,
  running: ContestOptions,
) {
  const { choose, goal, candidates: given } = options;
  // A number is that of the draws whose best lineups to take.
  const isFile = given !== undefined && !/^\d+$/.test(given);
  const candidates = isFile
    ? await readEntered(given, input, optimizer.catalog)
    : given === undefined
      ? given
      : Number(given);
  const portfolio = await readPortfolioInput(options, input, optimizer.catalog);
  const { document, choice, contest, warnings } = await optimizer.chooseEntries(
    { ...request, ...portfolio, choice: { count: choose!, goal, candidates } },
    { ...running, include: NAMES },
  );
  note(
    ...warnings,
    `chose ${contest.entries.length} of ${grouped(choice.candidates)} lineups in ${grouped(choice.draws)} draws, and simulated them in as many other draws.`,
    choiceWords(choice),
  );
  return { result: contest, document };
}
