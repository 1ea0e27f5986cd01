import type { Catalog } from "../contests/catalog/catalog.ts";
import { decodeUtf8 } from "../files/csv.ts";
import { readJsonInput } from "../files/json-input.ts";
import { readLineupsFile } from "../files/lineups-file.ts";
import { readAliasesCsv } from "../files/listing-index.ts";
import type { ServiceMatching } from "../files/match-service.ts";
import { readServiceSlate, type ServiceSlate } from "../files/match-service.ts";
import type { Slate } from "../files/slate.ts";
import {
  inputsOfFiles,
  type NamedFile,
  ownershipsOf,
  type ReadSlateFiles,
  readSlateFiles,
} from "../files/slate-files.ts";
import type { OptimizeRequest, PortfolioRequest, SimulateRequest } from "../optimizer/optimizer.ts";
import type { AvoidedLineup } from "../portfolio/avoided.ts";
import { readPortfolio } from "../portfolio/read-portfolio.ts";
import type { Recent } from "../shared/collections.ts";
import type { OutcomesTableInput } from "../shared/schema/outcomes.ts";
import type { FantasyPerformanceDocument, PerformanceDocument } from "../shared/schema/performances.ts";
import { checkProjections } from "../shared/schema/plain.ts";
import type { Portfolio } from "../shared/schema/portfolio.ts";
import type { LineupRequestInput } from "../shared/schema/request.ts";
import type { InputField, Job } from "./job.ts";

/** A file that a job reads: its name as the job gives it, and the SHA-256 digest of its bytes. */
export interface InputFile {
  readonly name: string;
  readonly sha256: string;
  /** The file's path, if `name` is a mere label, as for a saved answer of the prediction service. */
  readonly path?: string;
}

/**
 * What a job uses a file for: the job's field that names the file (`projections 2` for the second file in a
 * list), or `service` for a saved answer of the prediction service.
 */
export type FileField = InputField | `${InputField} ${number}` | "service";

type InputFiles = { readonly [Field in FileField]?: InputFile };

/**
 * A file of lineups that a job's portfolio must avoid; `asWritten` is its name in the portfolio's
 * description.
 */
export interface AvoidedFile extends InputFile {
  readonly asWritten: string;
}

export interface JobFiles {
  readonly job: Job;
  readonly files: InputFiles;
  readonly avoided: readonly AvoidedFile[];
}

export function filesOf({ files, avoided }: JobFiles): InputFile[] {
  return [...Object.values(files).filter((file) => file !== undefined), ...avoided];
}

/** Maximum size of `JobReading.cache`: the total bytes of the files whose parsed content it holds. */
export const CACHE_BYTES = 24_000_000;

/** What reading a job needs: the bytes of files, the contest tables, and a cache of parsed files. */
export interface JobReading {
  readonly bytesOf: (file: InputFile) => Promise<Uint8Array>;
  readonly catalog: Catalog;
  readonly cache: Recent<unknown>;
}

/** What a job asks the optimizer for: the best lineups, or a portfolio. */
export type JobRequest = OptimizeRequest | PortfolioRequest;

/**
 * A job's request. `matching` says which players of the salary file the prediction service knows, if it was
 * queried.
 */
interface ReadJob<Request extends JobRequest = JobRequest> {
  readonly request: Request;
  readonly matching?: ServiceMatching | undefined;
  /** Reads how points are simulated; absent for a job without a salary file. @throws InvalidFileError */
  readonly drawn?: (() => Promise<DrawnTerms>) | undefined;
}

/** How the points of a salary file's players are simulated: spreads and correlations, but no projections. */
interface DrawnTerms extends Pick<SimulateRequest, "known" | "simulated" | "outcomes" | "correlations"> {
  /** Projected ownership: the percentage of the opponents' lineups that have each player. */
  readonly ownership: readonly { readonly uuid: string; readonly percent: number }[];
}

/**
 * Reads a job's files and makes its request: for a portfolio if the job describes one, else for the best
 * lineups. Files that several jobs share are parsed once.
 * @throws InvalidFileError, InvalidRequestError, UnknownScoringError
 */
export async function jobRequest(asked: JobFiles, reading: JobReading): Promise<ReadJob> {
  const { job, files } = asked;
  const { request, ...read } = await lineupRequest(asked, reading);
  const { portfolio: file } = files;
  if (file === undefined && job.portfolio === undefined) return { request, ...read };
  const described =
    file === undefined
      ? { portfolio: job.portfolio as Portfolio }
      : await shared(reading, `portfolio ${file.sha256}`, [file], async ([named]) => {
          const text = decodeUtf8(named!.bytes, file.name);
          const { portfolio, lines } = await readPortfolio(text, { file: file.name });
          return { portfolio: portfolio as Portfolio, portfolioLines: lines };
        });
  return { request: { ...request, ...described, avoided: await avoidedBy(asked, reading) }, ...read };
}

/**
 * The lineups that a job's portfolio must avoid, by the name of their file in the portfolio's description.
 */
async function avoidedBy(
  { job, files, avoided }: JobFiles,
  reading: JobReading,
): Promise<PortfolioRequest["avoided"]> {
  const { catalog } = reading;
  const found = new Map<string, readonly AvoidedLineup[]>();
  for (const file of avoided) {
    const slate = files.salaries && (await slateOf(job, files, reading)).slate;
    const of = [files.salaries?.sha256, job.sport, job.book, job.contest].join(" ");
    const lineups = await shared(reading, `avoid ${file.sha256} ${of}`, [file], ([named]) =>
      readLineupsFile(named!.bytes, { file: file.name, slate, catalog }),
    );
    found.set(file.asWritten, lineups);
  }
  return found;
}

async function lineupRequest(
  { job, files }: JobFiles,
  reading: JobReading,
): Promise<ReadJob<OptimizeRequest>> {
  const asked = job.count === undefined ? {} : { count: job.count };
  if (files.salaries !== undefined) {
    const read = await slateOf(job, files, reading);
    const { inputs, matching } = read;
    return {
      request: { ...inputs, ...(await askedPlayers(job, read, reading)), ...asked },
      matching,
      drawn: async () => ({ ...(await read.drawn()), ...(await givenOutcomes(read.slate)) }),
    };
  }
  async function givenOutcomes(slate: Slate): Promise<Pick<DrawnTerms, "outcomes" | "correlations">> {
    const { correlations: file } = files;
    const outcomes = await fieldOf<OutcomesTableInput>("outcomes");
    if (file === undefined) return { outcomes };
    const { correlationsOf } = await import("../files/spreads.ts");
    return { outcomes, correlations: correlationsOf(await reading.bytesOf(file), file.name, slate) };
  }
  /** The object in a field of the job, or the content of the JSON file that it names; undefined if absent. */
  async function fieldOf<Value>(field: InputField, read = (value: unknown) => value as Value) {
    const file = files[field];
    if (file === undefined) return job[field] === undefined ? undefined : read(job[field]);
    return shared(reading, `${field} ${file.sha256}`, [file], ([named]) =>
      read(readJsonInput(named!.bytes, file.name)),
    );
  }
  const request = {
    sport: job.sport!,
    body: (await fieldOf<LineupRequestInput>("request"))!,
    projections: (files.service
      ? (await serviceSlateOf(files.service, reading)).projections
      : await fieldOf("projections", checkProjections)) as FantasyPerformanceDocument,
    performances: await fieldOf<PerformanceDocument>("performances"),
    onlyAvailable: job.onlyAvailable,
    ...asked,
  };
  return { request };
}

function serviceSlateOf(file: InputFile, reading: JobReading): Promise<ServiceSlate> {
  return shared(reading, `service ${file.sha256}`, [file], ([named]) => {
    const said = readServiceSlate(new TextDecoder().decode(named!.bytes));
    return { ...said, projections: checkProjections(said.projections) };
  });
}

/** The fields of a request that hold the job's cap, locks and exclusions. @throws InvalidRequestError */
async function askedPlayers(
  { cap, lock, exclude }: Job,
  { slate, inputs, aliases }: ReadJobSlate,
  { catalog }: JobReading,
): Promise<Pick<Partial<OptimizeRequest>, "body" | "excludedSlots">> {
  if (cap === undefined && lock === undefined && exclude === undefined) return {};
  const { askedOfSlate, withMarks } = await import("../files/asked-players.ts");
  const words = { lock: "lock", exclude: "exclude" };
  const { body, excludedSlots } = await askedOfSlate(slate, { lock, exclude }, catalog, aliases, words);
  const given = cap === undefined ? inputs.body : { ...inputs.body, cap };
  return { body: { ...given, ...body, ...withMarks(inputs.body, body) }, excludedSlots };
}

type ReadJobSlate = Awaited<ReturnType<typeof slateOf>>;

/**
 * Reads a job's salary file and projections into inputs of the optimizer, once for jobs with the same files.
 */
function slateOf({ sport, book, contest, columns, past }: Job, files: InputFiles, reading: JobReading) {
  const { salaries, performances, aliases: names, drawsFile, service } = files;
  const projections = Object.entries(files).flatMap(([field, one]) =>
    field.startsWith("projections") && one !== undefined ? [one] : [],
  );
  const used = [salaries, performances, names, drawsFile, ...projections];
  const key = [...used, service].map((file) => file?.sha256);
  return shared(
    reading,
    `slate ${[...key, sport, book, contest, JSON.stringify([columns, past])].join(" ")}`,
    used,
    async (named) => {
      const said = service && (await serviceSlateOf(service, reading));
      const [salaryFile, performanceFile, aliasFile, draws, ...projectionFiles] = named;
      const aliases = aliasFile && readAliasesCsv(aliasFile.bytes, aliasFile);
      const read = await readSlateFiles(
        {
          salaries: salaryFile!,
          projections: projectionFiles.length === 0 ? undefined : (projectionFiles as NamedFile[]),
          performances: performanceFile,
          service: service && said && { file: service.name, said },
        },
        { sport, book, contest, columns, past, aliases },
        reading.catalog,
      );
      const inputs = inputsOfFiles(read);
      const ready = { ...inputs, projections: checkProjections(inputs.projections) };
      let terms: Promise<DrawnTerms> | undefined;
      const drawn = () => {
        terms ??= drawnTerms(read, (projections[0] ?? salaries!).name, columns, draws);
        return terms;
      };
      return { slate: read.slate, aliases, inputs: ready, matching: read.points?.matching, drawn };
    },
  );
}

/**
 * Reads how players' points are simulated, from columns of the projections or from a file of draws; and the
 * projected ownership. @throws InvalidFileError
 */
async function drawnTerms(
  read: ReadSlateFiles,
  file: string,
  columns: Job["columns"],
  draws: NamedFile | undefined,
): Promise<DrawnTerms> {
  const { readDrawnPoints } = await import("../files/drawn-points.ts");
  const { notes: _, ...terms } = readDrawnPoints(read, { file, columns, draws });
  return {
    ...terms,
    ownership: [...ownershipsOf(read.points)].map(([uuid, percent]) => ({ uuid, percent })),
  };
}

/** Returns the cached value of `key`. If there is none, `read` makes it from the files, and it is cached. */
async function shared<Value>(
  { bytesOf, cache }: JobReading,
  key: string,
  files: readonly (InputFile | undefined)[],
  read: (files: readonly (NamedFile | undefined)[]) => Value | Promise<Value>,
): Promise<Value> {
  const known = cache.get(key);
  if (known !== undefined) return known as Value;
  const named = await Promise.all(
    files.map(async (file) => file && { file: file.name, bytes: await bytesOf(file) }),
  );
  const value = await read(named);
  cache.set(
    key,
    value,
    named.reduce((sum, one) => sum + (one?.bytes.length ?? 0), 0),
  );
  return value;
}
