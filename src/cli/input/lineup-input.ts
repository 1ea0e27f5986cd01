import type { Catalog } from "../../contests/catalog/catalog.ts";
import { defenseOf } from "../../contests/catalog/sports.ts";
import type { ContestTable } from "../../contests/constraints/readers/contest-table.ts";
import type { AskedRequest } from "../../contests/problem/problem.ts";
import type { PointDocuments } from "../../contests/scoring/point-source.ts";
import { askedOfSlate, withMarks } from "../../files/asked-players.ts";
import { parseCsv } from "../../files/csv.ts";
import type { DrawnPointsOfFiles } from "../../files/drawn-points.ts";
import { findLayout, readEntries } from "../../files/entries/read-entries.ts";
import { unknownMarks } from "../../files/player-marks.ts";
import { findPool, ownPoolOf } from "../../files/pool-rows.ts";
import type { ReadSlateOptions } from "../../files/read-slate.ts";
import { AVERAGES_NOTE, describeLeftOut, type Slate } from "../../files/slate.ts";
import {
  inputsOfFiles,
  type NamedFile,
  ownedIn,
  ownershipsOf,
  readSlateFiles,
} from "../../files/slate-files.ts";
import { seatedElsewhere } from "../../files/slate-inputs.ts";
import type { DrawnPoints } from "../../optimizer/optimizer.ts";
import type { PoolFacts } from "../../portfolio/people.ts";
import { labelsIn } from "../../report/people.ts";
import { contestWords } from "../../shared/books.ts";
import { InvalidFileError } from "../../shared/errors.ts";
import { seatCount } from "../../shared/roster.ts";
import type { PlayerOwnership } from "../../shared/schema/contest-play.ts";
import { parseInput } from "../../shared/schema/parse.ts";
import type { FantasyPerformanceDocument } from "../../shared/schema/performances.ts";
import { lineupRequestSchema } from "../../shared/schema/request.ts";
import { type Resource, resourceSchema } from "../../shared/schema/resource.ts";
import { counted, dollars, grouped } from "../../shared/words.ts";
import { locating, type Places, refuseGiven, usageError } from "../errors.ts";
import {
  checkInput,
  type DrawnOptions,
  type EntriesOptions,
  type InputOptions,
  serviceKey,
} from "../options/definitions.ts";
import { note } from "../output.ts";
import { interruptibly } from "../progress.ts";
import { inputName, namedFile, readAliases, readBytes, readJson, readNamed } from "./files.ts";

export interface LineupInput {
  readonly request: AskedRequest & PointDocuments;
  readonly named: readonly Resource[];
  readonly facts?: PoolFacts | undefined;
  readonly slate?: Slate | undefined;
  /** From a file of draws or columns of the projections; undefined without a salary file. */
  readonly drawn?: ((draws: NamedFile | undefined) => Promise<DrawnPointsOfFiles>) | undefined;
  /** Each player's expected share of the field's lineups, in percent, by GUID. */
  readonly ownerships?: ReadonlyMap<string, number> | undefined;
  readonly owned?: readonly PlayerOwnership[] | undefined;
  readonly notes: readonly string[];
  readonly places: Places;
}

export function contestOf({ contest }: Catalog, { request: { sport, body } }: LineupInput): ContestTable {
  return contest(sport, body.book, body.contest);
}

/** A summary of a salary file, such as `DraftKings basketball classic, 7 games, 140 players`. */
export function slateNote(slate: Slate): string {
  const { sport, entries, assumed } = slate;
  const games = new Set(entries.map(({ game }) => game)).size;
  const players = entries.filter(({ kind }) => kind === "player").length;
  const defenses = entries.length - players;
  return [
    contestWords(slate) + (assumed ? ` (assumed; if not: ${assumed.join(" or ")})` : ""),
    counted(games, "game"),
    counted(players, "player") +
      (defenses > 0 ? ` and ${counted(defenses, defenseOf(sport) === null ? "team" : "defense")}` : ""),
  ].join(", ");
}

/** `strict` refuses projections that hardly match this slate; `field` is the size of the contest. */
type SalaryFileOptions = InputOptions & {
  readonly salaries: string;
  readonly strict?: boolean | undefined;
  readonly field?: number | undefined;
};

export async function readSalaryFiles(options: SalaryFileOptions, catalog: Catalog): Promise<LineupInput> {
  const salaries = (await readNamed(options.salaries))!;
  const read = await readSlate(salaries, options, catalog);
  return slateInput({ ...read, poolFile: salaries.file }, options, catalog);
}

export async function slateInput(
  read: Pick<BookFiles, "slate" | "points" | "notes" | "aliases" | "poolFile">,
  options: InputOptions,
  catalog: Catalog,
): Promise<LineupInput> {
  const { slate, points, aliases, poolFile } = read;
  const { projections, column: columns } = options;
  const { facts, ...inputs } = inputsOfFiles({ slate, points }, options.cap);
  const { body, excludedSlots, places } = await askedOfSlate(slate, options, catalog, aliases);
  const notes = [
    `${slateNote(slate)}.`,
    ...(slate.leftOut.length === 0 ? [] : [`left out ${describeLeftOut(slate.leftOut)}.`]),
    ...unknownMarks(slate),
    ...seatNotes(slate),
    ...capNotes(slate, options.cap, catalog),
    ...(points === undefined ? [pointsNote(slate)] : []),
  ];
  return {
    request: {
      ...inputs,
      body: { ...inputs.body, ...body, ...withMarks(inputs.body, body) },
      excludedSlots,
    },
    named: inputs.projections.included ?? [],
    facts,
    slate,
    drawn: async (draws) => {
      const { readDrawnPoints } = await import("../../files/drawn-points.ts");
      const file = inputName(projections?.[0] ?? poolFile);
      return readDrawnPoints({ slate, points }, { file, columns, draws, aliases });
    },
    ownerships: ownershipsOf(points),
    owned: ownedIn(points),
    notes: [...notes.map((text) => `${poolFile}: ${text}`), ...read.notes, ...(points?.notes ?? [])],
    places: { ...places, seats: poolFile },
  };
}

function pointsNote({ entries }: Slate): string {
  const averages = entries.flatMap(({ averagePoints }) => averagePoints ?? []);
  if (averages.length === 0) return "the file has no averages. Give points with --projections.";
  return averages.some((points) => points > 0)
    ? AVERAGES_NOTE
    : `${AVERAGES_NOTE} None is above 0: give points with --projections.`;
}

async function readSlate(
  salaries: NamedFile,
  options: Partial<Omit<SalaryFileOptions, "salaries">>,
  catalog: Catalog,
  contests: Pick<ReadSlateOptions, "begun" | "within"> = {},
) {
  const { sport, book, contest, injured, leaveOut, strict, column: columns, field: fieldSize } = options;
  const aliases = await readAliases(options);
  const projections = options.projections && (await Promise.all(options.projections.map(namedFile)));
  const performances = await readNamed(options.performances);
  const attributes = await Promise.all((options.attributes ?? []).map(namedFile));
  const news = await Promise.all((options.news ?? []).map(namedFile));
  const terms = { sport, book, contest, injured, leaveOut, columns, aliases, strict, fieldSize, ...contests };
  const files = { salaries, projections, performances, attributes, news };
  return { ...(await readSlateFiles(files, terms, catalog)), aliases };
}

/** The cap is not in the salary file, and books have changed the caps of their contests. */
function capNotes(slate: Slate, asked: number | undefined, catalog: Catalog): string[] {
  const { salaryCap, slots } = catalog.contest(slate.sport, slate.book, slate.contest);
  const cap = asked ?? salaryCap?.default;
  const dearest = slate.entries
    .map(({ salary, captainSalary }) => Math.max(salary, captainSalary ?? 0))
    .sort((a, b) => b - a)
    .slice(0, seatCount(slots))
    .reduce((sum, salary) => sum + salary, 0);
  if (cap === undefined || dearest > cap) return [];
  return [
    `no lineup can cost more than ${dollars(dearest)}, which is within the cap of ${dollars(cap)}. If this contest has another cap, give it: --cap.`,
  ];
}

function seatNotes(slate: Slate): string[] {
  const count = seatedElsewhere(slate);
  const who = count === 1 ? "1 player has" : `${grouped(count)} players have`;
  const note = `${who} a roster position that differs from the position: the roster position decides the slots, the position the stacks.`;
  return count === 0 ? [] : [note];
}

export async function readLineupInput(
  options: InputOptions & { readonly strict?: boolean | undefined },
  catalog: Catalog,
): Promise<LineupInput> {
  checkInput(options);
  const { request, salaries, performances: lines, service, onlyAvailable } = options;
  if (salaries !== undefined) return readSalaryFiles({ ...options, salaries }, catalog);
  const [file, ...others] = options.projections ?? [];
  if (others.length > 0) throw usageError("--projections", "may be given only once with --request.");
  const sport = options.sport!;
  const performances = lines && (await readJson(lines));
  const body = await readJson(request!);
  const projections =
    service === undefined
      ? file && (await readJson(file))
      : await projectionsOf(body, inputName(request!), service, sport);
  const named = [...includedIn(projections), ...includedIn(performances)];
  return {
    // The optimizer validates the documents.
    request: { sport, body, projections, performances, onlyAvailable } as LineupInput["request"],
    named,
    notes: [],
    places: {
      body: inputName(request!),
      projections: file && inputName(file),
      performances: lines && inputName(lines),
      labelOf: labelsIn(named),
    },
  };
}

/** The valid resources in the `included` of a document; other code reports invalid ones. */
function includedIn(document: unknown): Resource[] {
  const included = (document as { readonly included?: unknown } | null | undefined)?.included;
  return Array.isArray(included) ? included.flatMap((one) => resourceSchema.safeParse(one).data ?? []) : [];
}

async function projectionsOf(
  body: unknown,
  file: string,
  service: string,
  sport: string,
): Promise<FantasyPerformanceDocument> {
  const apiKey = serviceKey();
  const { games } = await locating({ body: file }, () => parseInput(lineupRequestSchema, body));
  const { createServiceClient } = await import("../../service/client/index.ts");
  const { serviceProjections } = await import("../../service/server/projections.ts");
  const onWarning = ({ detail }: { readonly detail: string }) => note(`prediction service: ${detail}`);
  const client = createServiceClient({ baseUrl: service, apiKey, onWarning });
  const source = serviceProjections(client, [sport]);
  try {
    const { document } = await interruptibly(`reading projections from ${service}`, (signal) =>
      source.projections(sport, [...new Set(games)], { caller: "command line", signal }),
    );
    return document;
  } finally {
    await client.close();
  }
}

export async function readDrawTerms(
  { drawn, slate }: Pick<LineupInput, "drawn" | "slate">,
  {
    drawsFile,
    correlations: file,
    outcomes = [],
  }: Partial<Pick<DrawnOptions, "drawsFile" | "correlations" | "outcomes">>,
): Promise<DrawnPoints> {
  if (drawn === undefined) return {};
  const { notes, ...found } = await drawn(await readNamed(drawsFile));
  note(...notes);
  if (found.simulated !== undefined)
    refuseGiven(
      { "--correlations": file, "--outcomes": outcomes.length === 0 ? undefined : outcomes },
      "cannot be combined with simulated outcomes, which have their own spreads and correlations. Leave it out.",
    );
  if (file === undefined || slate === undefined) return found;
  const { correlationsOf } = await import("../../files/spreads.ts");
  const correlations = correlationsOf(await readBytes(file), inputName(file), slate, "--correlations");
  return { ...found, correlations };
}

export type BookFiles = Awaited<ReturnType<typeof readBookFiles>>;

/** Runs `read`; if `file` has lineups but no pool, its error suggests --salaries. */
export async function suggestingSalaries<Result>(
  { file, bytes, salaries }: { file: string; bytes: Uint8Array; salaries: string | undefined },
  read: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (salaries !== undefined || !(error instanceof InvalidFileError)) throw error;
    if (error.file !== file || error.line !== null) throw error;
    // Throws the same error for a file that is not CSV.
    const records = parseCsv(bytes, file);
    if (findPool(records) !== null) throw error;
    const reason =
      findLayout(records) === null
        ? `${error.issues[0]!.reason} If it has lineups alone, name the salary file, too: --salaries FILE.`
        : "has entries, but no pool of players. Name the salary file, too: --salaries FILE.";
    throw new InvalidFileError(file, null, reason, error);
  }
}

export async function readBookFiles(
  name: string,
  options: EntriesOptions,
  catalog: Catalog,
  given?: Uint8Array,
) {
  const file = inputName(name);
  const bytes = given ?? (await readBytes(name));
  const pool = (await readNamed(options.salaries)) ?? { file, bytes };
  const records = parseCsv(bytes, file);
  const within = options.salaries === undefined ? null : ownPoolOf(records, file);
  const read = await readSlate(pool, options, catalog, { begun: true, within });
  // Without lineups, it is a salary file.
  const entries = findLayout(records) === null ? null : readEntries(bytes, { file });
  return { file, bytes, entries, poolFile: pool.file, ...read };
}

export async function readEntriesFiles(
  name: string,
  options: EntriesOptions,
  catalog: Catalog,
  given?: Uint8Array,
): Promise<BookFiles> {
  const bytes = given ?? (await readBytes(name));
  return suggestingSalaries({ file: inputName(name), bytes, salaries: options.salaries }, () =>
    readBookFiles(name, options, catalog, bytes),
  );
}
