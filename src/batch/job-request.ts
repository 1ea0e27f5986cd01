import type { Catalog } from "../contests/catalog/catalog.ts";
import { decodeUtf8, readJsonInput } from "../files/csv.ts";
import { readLineupsFile } from "../files/lineups-file.ts";
import type { ServiceMatching } from "../files/match-service.ts";
import { readServiceSlate, type ServiceSlate } from "../files/match-service.ts";
import type { Slate } from "../files/slate.ts";
import { inputsOfFiles, readSlateFiles } from "../files/slate-files.ts";
import type { SlateInputs } from "../files/slate-inputs.ts";
import type { OptimizeRequest, PortfolioRequest } from "../optimizer/optimizer.ts";
import type { AvoidedLineup } from "../portfolio/avoided.ts";
import { readPortfolio } from "../portfolio/read-portfolio.ts";
import type { Recent } from "../shared/collections.ts";
import type { FantasyPerformanceDocument, PerformanceDocument } from "../shared/schema/performances.ts";
import { checkProjections } from "../shared/schema/plain.ts";
import type { Portfolio } from "../shared/schema/portfolio.ts";
import type { LineupRequestInput } from "../shared/schema/request.ts";
import type { InputField, Job } from "./job.ts";

/** A file that a job names: its name there, and the digest of its bytes. */
export interface InputFile {
  readonly name: string;
  readonly sha256: string;
  /** Its path, if its name is not one: for answers of the service. */
  readonly path?: string;
}

/** The files of a job by field, and the service's answer for its slate. */
type InputFiles = Readonly<Partial<Record<InputField | "service", InputFile>>>;

/** A file of lineups that a job's portfolio avoids, and its name in the description. */
export interface AvoidedFile extends InputFile {
  readonly asWritten: string;
}

export interface JobFiles {
  readonly job: Job;
  readonly files: InputFiles;
  readonly avoided: readonly AvoidedFile[];
}

export function filesOf({ files, avoided }: JobFiles): InputFile[] {
  return [...Object.values(files), ...avoided];
}

/** The inputs for reading jobs: file contents, tables, and a cache shared by the slate's jobs. */
export interface JobReading {
  readonly bytesOf: (file: InputFile) => Promise<Uint8Array>;
  readonly catalog: Catalog;
  readonly shelf: Recent<unknown>;
}

/** A job's request: best lineups, or a portfolio. */
export type JobRequest = OptimizeRequest | PortfolioRequest;

/** A job's request, and the players of its file that the service knows, if it was queried. */
export interface ReadJob<Request extends JobRequest = JobRequest> {
  readonly request: Request;
  readonly matching?: ServiceMatching | undefined;
}

/**
 * A job's request, for a portfolio if the job has a description. Shared inputs are read once: projections are
 * checked and frozen.
 * @throws InvalidFileError, InvalidRequestError, UnknownScoringError
 */
export async function jobRequest(asked: JobFiles, reading: JobReading): Promise<ReadJob> {
  const { job, files } = asked;
  const { request, matching } = await lineupRequest(asked, reading);
  const { portfolio } = files;
  if (portfolio === undefined && job.portfolio === undefined) return { request, matching };
  const described =
    portfolio === undefined
      ? { portfolio: job.portfolio as Portfolio }
      : await shared(reading, `portfolio ${portfolio.sha256}`, { portfolio }, (bytes) =>
          readPortfolioInput(bytes.portfolio, portfolio.name),
        );
  return { request: { ...request, ...described, avoided: await avoidedBy(asked, reading) }, matching };
}

/** The lineups of the files that a job's portfolio avoids, by their names in the description. */
async function avoidedBy(
  { job, files, avoided }: JobFiles,
  reading: JobReading,
): Promise<PortfolioRequest["avoided"]> {
  const { catalog } = reading;
  const found = new Map<string, readonly AvoidedLineup[]>();
  for (const file of avoided) {
    const slate = isOfSalaries(files) ? (await slateOf(job, files, reading)).slate : undefined;
    const of = [files.salaries?.sha256, job.sport, job.book, job.contest].join(" ");
    const lineups = await shared(reading, `avoid ${file.sha256} ${of}`, { file }, (bytes) =>
      readLineupsFile(bytes.file, { file: file.name, slate, catalog }),
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
  if (isOfSalaries(files)) {
    const { inputs, matching } = await slateOf(job, files, reading);
    return { request: { ...inputs, ...asked }, matching };
  }
  const [body, projections, performances] = [
    await fieldOf("request", (value) => value as LineupRequestInput),
    files.service
      ? (await serviceSlateOf(files.service, reading)).projections
      : await fieldOf("projections", checkProjections),
    await fieldOf("performances", (value) => value as PerformanceDocument),
  ];
  const request = {
    sport: job.sport!,
    body: body!,
    projections: projections as FantasyPerformanceDocument,
    performances,
    onlyAvailable: job.onlyAvailable,
    ...asked,
  };
  return { request };

  /** A field's value, inline or from its file. */
  async function fieldOf<Value>(
    field: InputField,
    read: (value: unknown) => Value,
  ): Promise<Value | undefined> {
    const file = files[field];
    if (file === undefined) return job[field] === undefined ? undefined : read(job[field]);
    return shared(reading, `${field} ${file.sha256}`, { file }, (bytes) =>
      read(readJsonInput(bytes.file, file.name)),
    );
  }
}

/** A parsed salary file, and the problem built from it. */
interface ReadSlate {
  readonly slate: Slate;
  readonly inputs: SlateInputs;
  readonly matching: ServiceMatching | undefined;
}

function serviceSlateOf(file: InputFile, reading: JobReading): Promise<ServiceSlate> {
  return shared(reading, `service ${file.sha256}`, { file }, (bytes) => {
    const said = readServiceSlate(new TextDecoder().decode(bytes.file));
    return { ...said, projections: checkProjections(said.projections) };
  });
}

type SalariesFiles = InputFiles & { readonly salaries: InputFile };

function isOfSalaries(files: InputFiles): files is SalariesFiles {
  return files.salaries !== undefined;
}

/** A salary file with its points, ready to optimize. */
function slateOf(job: Job, files: SalariesFiles, reading: JobReading): Promise<ReadSlate> {
  const { salaries, projections, performances, service } = files;
  const { sport, book, contest } = job;
  const used = { salaries, projections, performances };
  const parts = [projections, performances, service].map((file) => file?.sha256);
  const key = [salaries.sha256, ...parts, sport, book, contest].join(" ");
  return shared(reading, `slate ${key}`, used, async (bytes) => {
    const named = (file: InputFile | undefined, bytes: Uint8Array | undefined) =>
      file && bytes && { file: file.name, bytes };
    const said = service && (await serviceSlateOf(service, reading));
    const read = readSlateFiles(
      {
        salaries: { file: salaries.name, bytes: bytes.salaries },
        projections: named(projections, bytes.projections),
        performances: named(performances, bytes.performances),
        service: service && said && { file: service.name, said },
      },
      { sport, book, contest },
      reading.catalog,
    );
    const inputs = inputsOfFiles(read);
    const ready = { ...inputs, projections: checkProjections(inputs.projections) };
    return { slate: read.slate, inputs: ready, matching: read.points?.matching };
  });
}

type SomeFiles = Readonly<Record<string, InputFile | undefined>>;

/** The contents of files under the same names. */
type BytesOf<Files extends SomeFiles> = {
  readonly [Name in keyof Files]: Files[Name] extends InputFile ? Uint8Array : Uint8Array | undefined;
};

/** Parsed files, from the cache if they are in it. */
async function shared<Files extends SomeFiles, Value>(
  { bytesOf, shelf }: JobReading,
  key: string,
  files: Files,
  read: (bytes: BytesOf<Files>) => Value | Promise<Value>,
): Promise<Value> {
  const known = shelf.get(key);
  if (known !== undefined) return known as Value;
  const bytes = await Promise.all(
    Object.entries(files).map(async ([name, file]) => [name, file && (await bytesOf(file))] as const),
  );
  const value = await read(Object.fromEntries(bytes) as BytesOf<Files>);
  const size = bytes.reduce((sum, [, own]) => sum + (own?.length ?? 0), 0);
  shelf.set(key, value, size);
  return value;
}

/** A description file, with the lines of its fields for error messages. @throws InvalidFileError */
async function readPortfolioInput(
  bytes: Uint8Array,
  file: string,
): Promise<Pick<PortfolioRequest, "portfolio" | "portfolioLines">> {
  const { portfolio, lines } = await readPortfolio(decodeUtf8(bytes, file), { file });
  return { portfolio: portfolio as Portfolio, portfolioLines: lines };
}
