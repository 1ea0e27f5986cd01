import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { unreadableFile } from "../../platform/node/catalog.ts";
import { readPortfolio } from "../../portfolio/read-portfolio.ts";
import { type ErrorObject, InvalidFileError, LineupError } from "../../shared/errors.ts";
import { writing } from "../batch-error.ts";
import {
  INPUT_FIELDS,
  isFault,
  type Job,
  type LineFault,
  manifestError,
  readJob,
  type SlateQuery,
} from "../job.ts";
import { type AvoidedFile, type FileField, filesOf, type InputFile, type JobFiles } from "../job-request.ts";
import type { RowHead } from "../row.ts";
import { replaceBy } from "./files.ts";
import { digestOf, FileDigests, isDigest, readInput, readPlain } from "./inputs.ts";

/** Number of bytes that are read at once. */
const BLOCK = 1 << 16;

const NEWLINE = 10;

/** A line of a file, without its line break; `number` counts from 0. */
export interface FileLine {
  readonly number: number;
  readonly bytes: Buffer;
}

/** The bytes of a file, in blocks. */
export function blocksOf(file: string): AsyncIterable<Buffer> {
  return createReadStream(file, { highWaterMark: BLOCK });
}

/** Splits a stream of bytes into lines. Yields, for each block, the lines that end in it. */
export async function* splitLines(blocks: AsyncIterable<Buffer>): AsyncGenerator<readonly FileLine[]> {
  let number = 0;
  let rest: Buffer[] = [];
  for await (const block of blocks) {
    const lines: FileLine[] = [];
    let start = 0;
    for (let end = block.indexOf(NEWLINE); end >= 0; end = block.indexOf(NEWLINE, start)) {
      const tail = block.subarray(start, end);
      lines.push({ number, bytes: rest.length === 0 ? tail : Buffer.concat([...rest, tail]) });
      number += 1;
      start = end + 1;
      rest = [];
    }
    if (start < block.length) rest.push(block.subarray(start));
    if (lines.length > 0) yield lines;
  }
  if (rest.length > 0) yield [{ number, bytes: Buffer.concat(rest) }];
}

/** A byte order mark at a file's start. */
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

const CARRIAGE_RETURN = 13;

/** A manifest's lines without byte order mark and carriage returns. @throws InvalidFileError */
export async function* manifestLines(file: string): AsyncGenerator<FileLine> {
  try {
    const found = await stat(file);
    if (!found.isFile() && !found.isDirectory())
      throw new Error("it must be a file, because it is read more than once");
    for await (const lines of splitLines(blocksOf(file))) for (const line of lines) yield plain(line);
  } catch (cause) {
    throw unreadableFile(file, cause);
  }
}

function plain({ number, bytes }: FileLine): FileLine {
  const start =
    number === 0 && bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)
      ? BYTE_ORDER_MARK.length
      : 0;
  const end = bytes.at(-1) === CARRIAGE_RETURN ? bytes.length - 1 : bytes.length;
  return { number, bytes: bytes.subarray(start, end) };
}

/** Maximum number of faulty lines in an error. */
export const MOST_LISTED = 20;

/**
 * Checks a manifest. Returns its digest, its number of lines, and whether any job uses the prediction
 * service.
 * @throws InvalidFileError with line and field for invalid jobs and for duplicate ids.
 */
export async function surveyManifest(file: string) {
  const faults: LineFault[] = [];
  const twins: LineFault[] = [];
  const hash = createHash("sha256");
  const lineOf = new Map<string, number>();
  let lines = 0;
  let asksService = false;
  for await (const { bytes } of manifestLines(file)) {
    const text = bytes.toString("utf8");
    hash.update(bytes).update("\n");
    lines += 1;
    const read = readJob(text, lines);
    if (isFault(read)) {
      if (faults.length < MOST_LISTED) faults.push(read);
      continue;
    }
    const earlier = lineOf.get(read.id);
    if (earlier === undefined) lineOf.set(read.id, lines);
    else if (twins.length < MOST_LISTED)
      twins.push({
        line: lines,
        reasons: [`/id ${JSON.stringify(read.id)} is already on line ${earlier}. Give each job its own id.`],
      });
    asksService ||= read.service !== undefined;
  }
  for (const found of [faults, twins]) if (found.length > 0) throw manifestError(file, found);
  if (lines === 0) throw new InvalidFileError(file, null, "has no lines. Each line is a job, a JSON object.");
  return { survey: { sha256: hash.digest("hex"), lines }, asksService };
}

const LINE_BREAK = Buffer.from("\n");

/**
 * Copies a manifest that was surveyed, so that a later change to it does not affect the batch.
 * @throws InvalidFileError if it has changed since
 */
export async function copyManifest(file: string, { sha256 }: { readonly sha256: string }, copy: string) {
  const hash = createHash("sha256");
  const draft = `${copy}.new`;
  async function* lines() {
    for await (const { bytes } of manifestLines(file)) {
      hash.update(bytes).update("\n");
      yield Buffer.concat([bytes, LINE_BREAK]);
    }
  }
  await writing(copy, () => pipeline(lines, createWriteStream(draft, { flush: true })));
  if (hash.digest("hex") !== sha256)
    throw new InvalidFileError(file, null, "is being written. Run the batch when it is complete.");
  await writing(copy, () => replaceBy(draft, copy));
}

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

/** What a batch's record says about its manifest and settings. */
type RecordedSettings = Readonly<Record<"engine" | "stamp" | "settings", string>> & {
  readonly manifest: { readonly file: string };
};

export function preparingOf(
  { engine, stamp, settings, manifest: { file } }: RecordedSettings,
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
