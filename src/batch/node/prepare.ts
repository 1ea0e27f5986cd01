import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { readPortfolio } from "../../portfolio/read-portfolio.ts";
import { type ErrorObject, LineupError } from "../../shared/errors.ts";
import { BatchError, type BatchRecord } from "../batch-record.ts";
import { INPUT_FIELDS, isFault, type Job, readJob, type SlateQuery } from "../job.ts";
import type { AvoidedFile, FileField, InputFile, JobFiles } from "../job-request.ts";
import { type ChunkPlace, chunkCount, type Plan, placeOf } from "../plan.ts";
import type { RowHead } from "../row.ts";
import { digestOf, FileDigests, UNREADABLE } from "./file-digests.ts";
import { type FileLine, manifestLines } from "./manifest-lines.ts";

/** Length of the digest of a job's inputs, in hexadecimal digits. */
const DIGITS = 32;

/** A job with the digests of all its files, so that any machine with these files can solve it. */
export interface PreparedJob extends JobFiles {
  readonly head: RowHead;
  /** The errors of the job's query to the prediction service; absent if it succeeded or there was none. */
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
  manifest: string,
  { engine, stamp, settings }: BatchRecord,
  slates: SlateSource,
): Preparing {
  return {
    slates,
    folder: dirname(resolve(manifest)),
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
    const text = await readFile(file, "utf8");
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
    hash.update(` service ${files.service?.sha256 ?? UNREADABLE}`);
  }
  const inputs = hash.digest("hex").slice(0, DIGITS);
  const head = { id: job.id, line: number + 1, inputs };
  return { job, files, avoided, head, ...(fault && { fault }) };
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

/** A chunk of prepared jobs. */
export interface PreparedChunk {
  readonly place: ChunkPlace;
  readonly jobs: readonly PreparedJob[];
}

/** Yields the shard's chunks from index `from` to before `to`, and reads the manifest as it goes. */
export async function* preparedChunks(
  manifest: string,
  plan: Plan,
  { from, to = chunkCount(plan) }: { readonly from: number; readonly to?: number },
  preparing: Preparing,
): AsyncGenerator<PreparedChunk> {
  if (from >= to) return;
  let place = placeOf(plan, from);
  let jobs: PreparedJob[] = [];
  for await (const line of manifestLines(manifest)) {
    if (line.number < place.from) continue;
    const job = await prepareLine(line, preparing);
    if (job === null) throw changed(manifest);
    jobs.push(job);
    if (line.number + 1 < place.to) continue;
    yield { place, jobs };
    if (place.index + 1 === to) return;
    place = placeOf(plan, place.index + 1);
    jobs = [];
  }
  throw changed(manifest);
}

function changed(manifest: string): BatchError {
  return new BatchError(
    "other-batch",
    `${manifest}: has changed while the batch ran. Run the batch again with --force to use the new content.`,
  );
}
