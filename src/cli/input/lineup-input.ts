import type { Catalog } from "../../contests/catalog/catalog.ts";
import type { FileSeats } from "../../contests/problem/file-seats.ts";
import type { PointDocuments } from "../../contests/scoring/point-source.ts";
import { parseCsv } from "../../files/csv.ts";
import { type EntriesFile, findLayout, readEntries } from "../../files/entries/read-entries.ts";
import { readCorrelationsCsv } from "../../files/lineups-file.ts";
import type { Aliases } from "../../files/listing-index.ts";
import { AVERAGES_NOTE } from "../../files/match-projections.ts";
import { describeLeftOut, type Slate } from "../../files/slate.ts";
import {
  inputsOfFiles,
  type NamedFile,
  ownershipsOf,
  type ReadSlateFiles,
  readSlateFiles,
  type SlatePoints,
} from "../../files/slate-files.ts";
import { seatedElsewhere } from "../../files/slate-inputs.ts";
import { readSpreads, type Spreads, spreadNote } from "../../files/spreads.ts";
import type { SimulateRequest } from "../../optimizer/optimizer.ts";
import type { PoolFacts } from "../../portfolio/people.ts";
import { guidOfId } from "../../shared/guid-bytes.ts";
import type { ExcludedSlot, Origin } from "../../shared/schema/options.ts";
import { parseInput } from "../../shared/schema/parse.ts";
import type { FantasyPerformanceDocument } from "../../shared/schema/performances.ts";
import { type LineupRequestInput, lineupRequestSchema } from "../../shared/schema/request.ts";
import { type Resource, resourceSchema } from "../../shared/schema/resource.ts";
import type { Correlations } from "../../simulation/correlations.ts";
import { located, type Places, usageError } from "../errors.ts";
import { interruptible } from "../interrupt.ts";
import {
  checkInput,
  type DrawnOptions,
  type EntriesOptions,
  type InputOptions,
  SERVICE_KEY,
} from "../options/definitions.ts";
import { note } from "../output.ts";
import { withProgress } from "../progress.ts";
import { nameOf } from "../render/lineups.ts";
import { counted, grouped } from "../render/text.ts";
import { inputName, readAliases, readBytes, readJson, readNamed } from "./files.ts";
import { askedOfSlate, nameFinderOf, withMarks } from "./names.ts";

/** A lineup request from any files, ready for the optimizer, which validates it. */
export interface LineupInput {
  readonly sport: string;
  readonly body: LineupRequestInput;
  readonly points: PointDocuments;
  /** Players and teams, for their names. */
  readonly named: readonly Resource[];
  /** The origin of the pool; decides whether the book's own limits apply. */
  readonly origin: Origin;
  /** The slots of each player in a book's file. */
  readonly seats?: FileSeats | undefined;
  /** Facts about players from the files, apart from points, for portfolios. */
  readonly facts?: PoolFacts | undefined;
  /** The salary file, if there is one. */
  readonly slate?: Slate | undefined;
  /** Reads the spread of points from the projections file on request, and throws on faults. */
  readonly spreads?: (() => Spreads) | undefined;
  /** Players excluded from single slots. */
  readonly excludedSlots?: readonly ExcludedSlot[] | undefined;
  /** Each player's expected share of the field's lineups, in percent, by GUID. */
  readonly ownerships?: ReadonlyMap<string, number> | undefined;
  /** Whether to leave out players that the documents mark as unavailable. */
  readonly onlyAvailable?: boolean | undefined;
  /** Notes on the files and on players left out, a paragraph each. */
  readonly notes: readonly string[];
  readonly places: Places;
}

/** A summary of a salary file, such as `basketball bookA classic, 7 games, 140 players`. */
export function slateNote({ sport, book, contest, entries }: Slate): string {
  const games = new Set(entries.map(({ game }) => game)).size;
  const players = entries.filter(({ kind }) => kind === "player").length;
  const defenses = entries.length - players;
  return [
    `${sport} ${book} ${contest}`,
    counted(games, "game"),
    counted(players, "player") + (defenses > 0 ? ` and ${counted(defenses, "defense")}` : ""),
  ].join(", ");
}

/** `strict` refuses projections that hardly match this slate. */
type SalaryFileOptions = InputOptions & { readonly salaries: string; readonly strict?: boolean | undefined };

/** Builds a lineup request from a book's salary file. @throws InvalidFileError, InvalidRequestError */
export async function readSalaryFiles(options: SalaryFileOptions, catalog: Catalog): Promise<LineupInput> {
  const salaries = await readNamed(options.salaries);
  const { aliases, ...read } = await readSlate(salaries!, options, catalog);
  const { slate, points: matched } = read;
  const { file } = salaries!;
  const inputs = inputsOfFiles(read, options.cap);
  const asked = askedOfSlate(slate, options, catalog, aliases);
  return {
    sport: inputs.sport,
    points: { projections: inputs.projections },
    named: inputs.projections.included ?? [],
    origin: inputs.origin,
    seats: inputs.seats,
    excludedSlots: asked.excludedSlots,
    facts: inputs.facts,
    slate,
    spreads: spreadsOf(slate, matched, options),
    body: { ...inputs.body, ...asked.body, ...withMarks(inputs.body, asked.body) },
    ownerships: ownershipsOf(matched),
    notes: [
      `${file}: ${slateNote(slate)}.`,
      ...(slate.leftOut.length === 0 ? [] : [`${file}: left out ${describeLeftOut(slate.leftOut)}.`]),
      ...seatNotes(slate, file),
      ...(matched?.notes ?? [`${file}: ${AVERAGES_NOTE}`]),
    ],
    places: { ...asked.places, seats: file },
  };
}

/**
 * Reads a book's file and the files of points in the options. `begun` accepts a file of contests that have
 * started.
 * @throws InvalidFileError, InvalidRequestError, UnknownScoringError
 */
async function readSlate(
  salaries: NamedFile,
  options: Partial<Omit<SalaryFileOptions, "salaries">>,
  catalog: Catalog,
  begun = false,
): Promise<ReadSlateFiles & { readonly aliases: Aliases | undefined }> {
  const { sport, book, contest, injured, leaveOut, strict, column: columns } = options;
  const aliases = await readAliases(options);
  const projections = await readNamed(options.projections);
  const performances = await readNamed(options.performances);
  const terms = {
    sport,
    book,
    contest,
    injured,
    leaveOut,
    begun,
    columns,
    aliases,
    strict,
  };
  return { ...readSlateFiles({ salaries, projections, performances }, terms, catalog), aliases };
}

/** The spread of points from the rows of a projections file. */
function spreadsOf(
  { book }: Slate,
  matched: SlatePoints | undefined,
  { projections, column: columns }: InputOptions,
): LineupInput["spreads"] {
  if (matched === undefined || projections === undefined) return undefined;
  return () => readSpreads(matched.rows, { file: inputName(projections), book, columns });
}

function seatNotes(slate: Slate, file: string): string[] {
  const count = seatedElsewhere(slate);
  if (count === 0) return [];
  const who = count === 1 ? "1 player has" : `${grouped(count)} players have`;
  return [
    `${file}: ${who} a roster position other than the position; it decides, the position is for stacks.`,
  ];
}

/**
 * Reads the files in the options.
 * @throws InvalidFileError, InvalidRequestError; ServiceError, AbortedError if projections come from the
 * service.
 */
export async function readLineupInput(
  options: InputOptions & { readonly strict?: boolean | undefined },
  catalog: Catalog,
): Promise<LineupInput> {
  checkInput(options);
  const { request, salaries, projections, performances, service, sport, onlyAvailable } = options;
  if (salaries !== undefined) return readSalaryFiles({ ...options, salaries }, catalog);
  return readRequestFiles({
    ...{ request: request!, projections, performances, service },
    ...{ sport: sport!, onlyAvailable },
  });
}

/** The files of a request in the service's format; points come from these or from `service`. */
interface RequestFiles {
  readonly request: string;
  readonly projections: string | undefined;
  readonly performances: string | undefined;
  /** Address of the prediction service for projections. */
  readonly service: string | undefined;
  readonly sport: string;
  readonly onlyAvailable?: boolean | undefined;
}

/**
 * Reads a lineup request and its points; the optimizer validates them.
 * @throws InvalidFileError; InvalidRequestError, ServiceError, AbortedError if the service is asked.
 */
async function readRequestFiles({
  request,
  projections: file,
  performances: lines,
  service,
  sport,
  onlyAvailable,
}: RequestFiles): Promise<LineupInput> {
  const performances = lines && (await readJson(lines));
  const [asked, projections] =
    service === undefined
      ? await Promise.all([readJson(request), file && readJson(file)])
      : await readFromService(request, service, sport);
  const named = [...includedIn(projections), ...includedIn(performances)];
  let labels: ReadonlyMap<string, string> | undefined;
  return {
    sport,
    body: asked as LineupRequestInput,
    points: { projections, performances } as PointDocuments,
    named,
    origin: "request",
    onlyAvailable,
    notes: [],
    places: {
      body: inputName(request),
      projections: file && inputName(file),
      performances: lines && inputName(lines),
      labelOf: (guid) => {
        labels ??= labelsOf(named);
        return labels.get(guid) ?? null;
      },
    },
  };
}

async function readFromService(
  request: string,
  service: string,
  sport: string,
): Promise<readonly [unknown, unknown]> {
  const body = await readJson(request);
  const projections = await withProgress(`reading projections from ${service}`, () =>
    interruptible((signal) => projectionsOf(body, inputName(request), { service, sport, signal })),
  );
  return [body, projections];
}

/** The readable resources of a document; other code reports unreadable documents. */
function includedIn(document: unknown): Resource[] {
  const included = (document as { readonly included?: unknown } | null | undefined)?.included;
  return Array.isArray(included) ? included.flatMap((one) => resourceSchema.safeParse(one).data ?? []) : [];
}

/** Names by GUID. */
function labelsOf(resources: readonly Resource[]): ReadonlyMap<string, string> {
  return new Map(
    resources.flatMap((resource) => {
      const guid = guidOfId(resource.id);
      const name = nameOf(resource);
      return guid === null || name === null ? [] : [[guid, `${name} (${guid})`] as const];
    }),
  );
}

/**
 * Reads the spread and the correlations of points from files; prints a note on the columns used.
 * @throws InvalidFileError, InvalidRequestError
 */
export async function readDrawTerms(
  input: LineupInput,
  options: Pick<DrawnOptions, "projections" | "correlations">,
): Promise<Pick<SimulateRequest, "known" | "correlations">> {
  const spreads = input.spreads?.();
  const straying = spreads && spreadNote(spreads);
  if (straying) note(`${inputName(options.projections!)}: ${straying}`);
  return { known: spreads?.known, correlations: await readCorrelations(input, options) };
}

/** Reads the correlation matrix and finds its players like those of `--lock`. */
async function readCorrelations(
  { slate }: LineupInput,
  { correlations: file }: Pick<DrawnOptions, "correlations">,
): Promise<Correlations | undefined> {
  if (file === undefined || slate === undefined) return undefined;
  const { names, matrix } = readCorrelationsCsv(await readBytes(file), inputName(file));
  const find = nameFinderOf(slate);
  return { uuids: names.map((name) => find(name, "--correlations").entry.uuid), matrix };
}

/** A book's file with its pool and its players' points. */
export interface EveningFiles {
  /** The file's name in errors. */
  readonly file: string;
  readonly bytes: Uint8Array;
  /** Null for a salary file without lineups. */
  readonly entries: EntriesFile | null;
  /** The pool file's name in errors. */
  readonly poolFile: string;
  readonly slate: Slate;
  /** Undefined without a file of points: then the book's averages apply. */
  readonly points: SlatePoints | undefined;
  readonly aliases: Aliases | undefined;
}

/**
 * Reads a book's file, whose contests may have started, and the other files in the options; `given` if the
 * file is already read.
 * @throws InvalidFileError, InvalidRequestError, UnknownScoringError
 */
export async function readEveningFiles(
  name: string,
  options: EntriesOptions,
  catalog: Catalog,
  given?: Uint8Array,
): Promise<EveningFiles> {
  const { salaries } = options;
  const file = inputName(name);
  const bytes = given ?? (await readBytes(name));
  const pool = (await readNamed(salaries)) ?? { file, bytes };
  const { slate, points, aliases } = await readSlate(pool, options, catalog, true);
  const hasLineups = findLayout(parseCsv(bytes, file)) !== null;
  return {
    file,
    bytes,
    entries: hasLineups ? readEntries(bytes, { file }) : null,
    poolFile: pool.file,
    slate,
    points,
    aliases,
  };
}

/** The source of projections. */
interface ServiceReading {
  /** Address of the prediction service. */
  readonly service: string;
  readonly sport: string;
  readonly signal: AbortSignal;
}

/**
 * The projections of a request's games; `file` names the request in errors.
 * @throws InvalidRequestError for a request that breaks its schema or a missing key; ServiceError,
 * AbortedError
 */
async function projectionsOf(
  body: unknown,
  file: string,
  { service, sport, signal }: ServiceReading,
): Promise<FantasyPerformanceDocument> {
  const apiKey = process.env[SERVICE_KEY];
  if (apiKey === undefined || apiKey === "")
    throw usageError(SERVICE_KEY, "must hold the API key of the prediction service that --service names.");
  const games = gamesOf(body, file);
  const { createServiceClient } = await import("../../service/client/index.ts");
  const { serviceProjections } = await import("../../service/server/projections/service.ts");
  const client = createServiceClient({
    baseUrl: service,
    apiKey,
    onWarning: ({ detail }) => note(`prediction service: ${detail}`),
  });
  try {
    const control = { caller: "command line", signal };
    return (await serviceProjections(client, [sport]).projections(sport, games, control)).document;
  } finally {
    await client.close();
  }
}

function gamesOf(body: unknown, file: string): readonly string[] {
  try {
    return [...new Set(parseInput(lineupRequestSchema, body).games)];
  } catch (error) {
    throw located(error, { body: file, labelOf: () => null });
  }
}
