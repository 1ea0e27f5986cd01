import type { Catalog } from "../contests/catalog/catalog.ts";
import { decodeUtf8 } from "../files/csv.ts";
import { readJsonInput } from "../files/json-input.ts";
import { readLineupsFile } from "../files/lineups-file.ts";
import { readAliasesCsv } from "../files/listing-index.ts";
import { readServiceSlate, type ServiceSlate } from "../files/match-service.ts";
import { inputsOfFiles, type NamedFile, ownedIn, readSlateFiles } from "../files/slate-files.ts";
import type { OptimizeRequest, PortfolioRequest } from "../optimizer/optimizer.ts";
import type { AvoidedLineup } from "../portfolio/avoided.ts";
import { readPortfolio } from "../portfolio/read-portfolio.ts";
import { Recent } from "../shared/collections.ts";
import type { ErrorObject } from "../shared/errors.ts";
import type { OutcomesTableInput } from "../shared/schema/outcomes.ts";
import type { FantasyPerformanceDocument, PerformanceDocument } from "../shared/schema/performances.ts";
import { checkProjections } from "../shared/schema/plain.ts";
import type { Portfolio } from "../shared/schema/portfolio.ts";
import type { LineupRequestInput } from "../shared/schema/request.ts";
import type { InputField, Job } from "./job.ts";
import type { RowHead } from "./row.ts";

/** A file that a job reads: its name as the job gives it, and the SHA-256 digest of its bytes. */
export interface InputFile {
  readonly name: string;
  readonly sha256: string;
  /** The file's path, if `name` is a mere label, as for a saved answer of the prediction service. */
  readonly path?: string | undefined;
}

/** The field that names the file, or `avoid NAME` for lineups to avoid, as in the portfolio's description. */
type FileUse = InputField | `${InputField} ${number}` | "service" | `avoid ${string}`;

export type InputFiles = { readonly [Use in FileUse]?: InputFile };

export interface PreparedJob {
  readonly head: RowHead;
  readonly job: Job;
  readonly files: InputFiles;
  readonly fault?: readonly ErrorObject[] | undefined;
}

export function filesOf({ files }: Pick<PreparedJob, "files">): InputFile[] {
  return Object.values(files).filter((file) => file !== undefined);
}

const CACHE_BYTES = 24_000_000;

export type JobReading = ReturnType<typeof createReading>;

export function createReading(catalog: Catalog, bytesOf: (file: InputFile) => Promise<Uint8Array>) {
  return { bytesOf, catalog, cache: new Recent<unknown>(CACHE_BYTES) };
}

export type JobRequest = OptimizeRequest | PortfolioRequest;

export type AskedJob = Pick<PreparedJob, "job" | "files">;

/** With a salary file, `drawn` reads how points are simulated. @throws InvalidFileError, InvalidRequestError */
export async function jobRequest(asked: AskedJob, reading: JobReading) {
  const read = await (asked.files.salaries ? salaryRequest : bodyRequest)(asked, reading);
  const described = await portfolioOf(asked, reading);
  const avoided = described && (await avoidedBy(asked, reading));
  const request: JobRequest = described ? { ...read.request, ...described, avoided } : read.request;
  return { ...read, request };
}

export async function portfolioOf(
  { job, files: { portfolio: file } }: { readonly job: Pick<Job, "portfolio">; readonly files: InputFiles },
  reading: JobReading,
): Promise<Pick<PortfolioRequest, "portfolio" | "portfolioLines"> | undefined> {
  if (file === undefined)
    return job.portfolio === undefined ? undefined : { portfolio: job.portfolio as Portfolio };
  return shared(reading, "portfolio", [file], async ([named]) => {
    const { portfolio, lines } = await readPortfolio(decodeUtf8(named!.bytes, file.name), named!);
    return { portfolio: portfolio as Portfolio, portfolioLines: lines };
  });
}

async function avoidedBy(
  { job, files }: AskedJob,
  reading: JobReading,
): Promise<PortfolioRequest["avoided"]> {
  const found = new Map<string, readonly AvoidedLineup[]>();
  for (const [use, file] of Object.entries(files)) {
    if (!use.startsWith("avoid ") || file === undefined) continue;
    const slate = files.salaries && (await slateOf(job, files, reading)).slate;
    const of = ["avoid", files.salaries?.sha256, job.sport, job.book, job.contest].join(" ");
    const lineups = await shared(reading, of, [file], ([named]) =>
      readLineupsFile(named!.bytes, { file: file.name, slate, catalog: reading.catalog }),
    );
    found.set(use.slice("avoid ".length), lineups);
  }
  return found;
}

async function fieldOf<Value>(
  field: InputField,
  { job, files }: AskedJob,
  reading: JobReading,
  read = (value: unknown) => value as Value,
): Promise<Value | undefined> {
  const file = files[field];
  if (file === undefined) return job[field] === undefined ? undefined : read(job[field]);
  return shared(reading, field, [file], ([named]) => read(readJsonInput(named!.bytes, file.name)));
}

async function bodyRequest(asked: AskedJob, reading: JobReading) {
  const { job, files } = asked;
  const projections = files.service
    ? (await serviceSlateOf(files.service, reading)).projections
    : await fieldOf("projections", asked, reading, checkProjections);
  const request: OptimizeRequest = {
    sport: job.sport!,
    body: (await fieldOf<LineupRequestInput>("request", asked, reading))!,
    projections: projections as FantasyPerformanceDocument,
    performances: await fieldOf<PerformanceDocument>("performances", asked, reading),
    onlyAvailable: job.onlyAvailable,
    ...(job.count !== undefined && { count: job.count }),
  };
  return { request, matching: undefined, drawn: undefined };
}

async function salaryRequest(asked: AskedJob, reading: JobReading) {
  const { job, files } = asked;
  const read = await slateOf(job, files, reading);
  const drawn = async () => {
    const { notes: _, ...terms } = await read.drawn();
    const outcomes = await fieldOf<OutcomesTableInput>("outcomes", asked, reading);
    const { correlations: file } = files;
    if (file === undefined) return { ...terms, outcomes };
    const { correlationsOf } = await import("../files/spreads.ts");
    const correlations = correlationsOf(await reading.bytesOf(file), file.name, read.slate);
    return { ...terms, outcomes, correlations };
  };
  const request: OptimizeRequest = {
    ...read.inputs,
    ...(await askedPlayers(job, read, reading)),
    ...(job.count !== undefined && { count: job.count }),
  };
  return { request, matching: read.points?.matching, drawn };
}

function serviceSlateOf(file: InputFile, reading: JobReading): Promise<ServiceSlate> {
  return shared(reading, "service", [file], ([named]) => {
    const said = readServiceSlate(new TextDecoder().decode(named!.bytes));
    return { ...said, projections: checkProjections(said.projections) };
  });
}

export async function askedPlayers(
  { cap, lock, exclude }: Pick<Job, "cap" | "lock" | "exclude">,
  { slate, inputs, aliases }: Awaited<ReturnType<typeof slateOf>>,
  { catalog }: JobReading,
): Promise<Pick<Partial<OptimizeRequest>, "body" | "excludedSlots">> {
  if (cap === undefined && lock === undefined && exclude === undefined) return {};
  const { askedOfSlate, withMarks } = await import("../files/asked-players.ts");
  const words = { lock: "lock", exclude: "exclude" };
  const { body, excludedSlots } = await askedOfSlate(slate, { lock, exclude }, catalog, aliases, words);
  const given = cap === undefined ? inputs.body : { ...inputs.body, cap };
  return { body: { ...given, ...body, ...withMarks(inputs.body, body) }, excludedSlots };
}

/** Reads the files of a slate; its `drawn` reads how points are simulated, with projected ownership. */
export function slateOf(
  { sport, book, contest, columns, past }: Pick<Job, "sport" | "book" | "contest" | "columns" | "past">,
  files: InputFiles,
  reading: JobReading,
) {
  const { salaries, performances, aliases: names, drawsFile, service } = files;
  const projections = Object.entries(files).flatMap(([use, one]) =>
    use.startsWith("projections") && one !== undefined ? [one] : [],
  );
  const key = JSON.stringify(["slate", sport, book, contest, columns, past]);
  const used = [salaries, performances, names, drawsFile, service, ...projections];
  return shared(reading, key, used, async (named) => {
    const [salaryFile, performanceFile, aliasFile, draws, , ...projectionFiles] = named;
    const said = service && (await serviceSlateOf(service, reading));
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
    const drawn = async () => {
      const { readDrawnPoints } = await import("../files/drawn-points.ts");
      const { name: file } = projections[0] ?? salaries!;
      return { ...readDrawnPoints(read, { file, columns, draws, aliases }), ownership: ownedIn(read.points) };
    };
    let known: ReturnType<typeof drawn> | undefined;
    return {
      ...{ ...read, aliases },
      inputs: { ...inputs, projections: checkProjections(inputs.projections) },
      drawn: () => (known ??= drawn()),
    };
  });
}

async function shared<Value>(
  { bytesOf, cache }: JobReading,
  what: string,
  files: readonly (InputFile | undefined)[],
  read: (files: readonly (NamedFile | undefined)[]) => Value | Promise<Value>,
): Promise<Value> {
  const key = [what, ...files.map((file) => file?.sha256)].join(" ");
  const known = cache.get(key);
  if (known !== undefined) return known as Value;
  const named = await Promise.all(
    files.map(async (file) => file && { file: file.name, bytes: await bytesOf(file) }),
  );
  const value = await read(named);
  const size = named.reduce((sum, one) => sum + (one?.bytes.length ?? 0), 0);
  cache.set(key, value, size);
  return value;
}
