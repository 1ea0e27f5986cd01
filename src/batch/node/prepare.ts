import { createHash } from "node:crypto";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { readPortfolio } from "../../portfolio/read-portfolio.ts";
import { type ErrorObject, InvalidFileError, LineupError } from "../../shared/errors.ts";
import { INPUT_FIELDS, isFault, type Job, readJob, type SlateQuery } from "../job.ts";
import { type AvoidedFile, type FileField, filesOf, type InputFile, type JobFiles } from "../job-request.ts";
import type { RowHead } from "../row.ts";
import type { BatchRecord } from "./folder.ts";
import { digestOf, FileDigests, isDigest, readInput, readPlain } from "./inputs.ts";
import { type FileLine, manifestLines } from "./lines.ts";

/** Length of the digest of a job's inputs, in hexadecimal digits. */
const DIGITS = 32;

/** A job with the digests of all its files, so that any machine with these files can solve it. */
export interface PreparedJob extends JobFiles {
  readonly head: RowHead;
  /** Why the job fails without being run: a file is unreadable, or its query to the prediction service failed. */
  readonly fault?: readonly ErrorObject[];
}

/** Queries the prediction service, or finds its saved answers. */
export interface SlateSource {
  /** The file with the answer to a query. @throws LineupError if the slate is unavailable */
  of(query: SlateQuery): Promise<InputFile>;
}

/** What is needed to prepare the jobs of a batch. */
export interface Preparing {
  /** The folder that file names are relative to. */
  readonly folder: string;
  /** A digest of the settings that every job's answer depends on. */
  readonly common: string;
  readonly digests: FileDigests;
  /** The source of the prediction service's answers; null if jobs are prepared without them. */
  readonly slates: SlateSource | null;
}

export function preparingOf(
  { engine, stamp, settings, manifest: { file } }: BatchRecord,
  slates: SlateSource,
): Preparing {
  return {
    slates,
    folder: dirname(file),
    common: digestOf(JSON.stringify([engine, stamp, settings])),
    digests: new FileDigests(),
  };
}

/**
 * The files of lineups that a job's portfolio must avoid. `asWritten` is a file's name in the portfolio's
 * description; `name` is its path, absolute or relative to `folder`.
 */
async function avoidedFiles(
  { portfolio }: Job,
  folder: string,
): Promise<readonly Omit<AvoidedFile, "sha256">[]> {
  const isFile = typeof portfolio === "string";
  const described = isFile ? await descriptionIn(resolve(folder, portfolio)) : portfolio;
  const avoid = (described as { readonly avoid?: unknown } | null | undefined)?.avoid;
  const names = Array.isArray(avoid) ? avoid.filter((one): one is string => typeof one === "string") : [];
  const from = isFile ? dirname(portfolio) : "";
  return names.map((asWritten) => ({
    asWritten,
    name: isAbsolute(asWritten) ? asWritten : join(from, asWritten),
  }));
}

/**
 * Reads a portfolio's description from a file. Returns null if it avoids no lineups, and also if the file is
 * unreadable: that is reported when the job is solved.
 */
async function descriptionIn(file: string): Promise<unknown> {
  try {
    const text = (await readPlain(file)).toString("utf8");
    // Few descriptions avoid anything, and parsing is slow.
    return text.includes("avoid") ? (await readPortfolio(text, { file })).portfolio : null;
  } catch {
    return null;
  }
}

/** Reads the job on a line of the manifest and computes its files' digests; null for an invalid line. */
export async function prepareLine(
  { number, bytes }: FileLine,
  { folder, common, digests, slates }: Preparing,
): Promise<PreparedJob | null> {
  const job = readJob(bytes.toString("utf8"), number + 1);
  if (isFault(job)) return null;
  const files: Partial<Record<FileField, InputFile>> = {};
  const hash = createHash("sha256").update(common).update(bytes);
  for (const field of INPUT_FIELDS) {
    for (const [at, name] of [job[field]].flat().entries()) {
      if (typeof name !== "string") continue;
      const sha256 = await digests.of(resolve(folder, name));
      files[at === 0 ? field : (`${field} ${at + 1}` as const)] = { name, sha256 };
      hash.update(` ${field} ${sha256}`);
    }
  }
  const avoided: AvoidedFile[] = [];
  for (const { asWritten, name } of await avoidedFiles(job, folder)) {
    const sha256 = await digests.of(resolve(folder, name));
    avoided.push({ asWritten, name, sha256 });
    hash.update(` avoid ${sha256}`);
  }
  let fault: readonly ErrorObject[] | undefined;
  if (slates !== null && job.service !== undefined) {
    const said = await slateOf({ sport: job.sport!, ...job.service }, slates);
    if ("fault" in said) fault = said.fault;
    else files.service = said.file;
    hash.update(` service ${files.service?.sha256}`);
  }
  for (const file of filesOf({ job, files, avoided }))
    if (fault === undefined && !isDigest(file.sha256)) fault = await faultOf(file, folder);
  const inputs = hash.digest("hex").slice(0, DIGITS);
  const head = { id: job.id, line: number + 1, inputs };
  return { job, files, avoided, head, ...(fault && { fault }) };
}

/** The errors of a job whose file is unreadable or has changed: its digest is of no content. */
function faultOf(file: InputFile, folder: string): Promise<readonly ErrorObject[]> {
  return readInput(file, resolve(folder, file.name)).then(
    () => [],
    (error: LineupError) => error.toErrorObjects(),
  );
}

/** The file with the prediction service's answer, or the errors with which this one job fails. */
async function slateOf(
  query: SlateQuery,
  slates: SlateSource,
): Promise<{ readonly file: InputFile } | { readonly fault: readonly ErrorObject[] }> {
  try {
    return { file: await slates.of(query) };
  } catch (error) {
    if (!(error instanceof LineupError) || ENDING.has(error.code)) throw error;
    return { fault: error.toErrorObjects() };
  }
}

/** Codes of errors that end the whole batch, not only the job. */
const ENDING: ReadonlySet<string> = new Set(["aborted", "closed", "batch-unwritable"]);

/** Yields a manifest's jobs in order. */
export async function* preparedJobs(manifest: string, preparing: Preparing): AsyncGenerator<PreparedJob> {
  for await (const line of manifestLines(manifest)) {
    const job = await prepareLine(line, preparing);
    if (job === null)
      throw new InvalidFileError(manifest, line.number + 1, "has changed. Run the batch again.");
    yield job;
  }
}
