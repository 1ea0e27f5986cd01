import { createHash } from "node:crypto";
import { copyFile, stat } from "node:fs/promises";
import { dirname, isAbsolute, join, resolve } from "node:path";
import type { Catalog } from "../../contests/catalog/catalog.ts";
import { unreadableFile } from "../../platform/node/catalog.ts";
import { readPortfolio } from "../../portfolio/read-portfolio.ts";
import { type ErrorObject, InvalidFileError, LineupError } from "../../shared/errors.ts";
import { isFault, type Job, type LineFault, manifestError, namedFiles, readJob } from "../job.ts";
import {
  createReading,
  type InputFile,
  type InputFiles,
  type JobRequest,
  jobRequest,
  type PreparedJob,
} from "../job-request.ts";
import type { RowHead } from "../row.ts";
import { digestOf, inputsIn, linesOf, readInput, readPlain, writeDurably } from "./files.ts";
import type { BatchRecord, StoredBatch } from "./results.ts";
import { keptSlates, type SlateSource } from "./service-slates.ts";

async function* manifestLines(file: string): AsyncGenerator<string> {
  let isFirst = true;
  try {
    const found = await stat(file);
    if (!found.isFile() && !found.isDirectory())
      throw new Error("it must be a file, because it is read more than once");
    for await (const bytes of linesOf(file)) {
      const text = bytes.toString("utf8").replace(/\r?\n$/, "");
      yield isFirst ? text.replace(/^\uFEFF/, "") : text;
      isFirst = false;
    }
  } catch (cause) {
    throw unreadableFile(file, cause);
  }
}

export const MOST_LISTED = 20;

export async function surveyManifest(file: string) {
  const faults: LineFault[] = [];
  const twins: LineFault[] = [];
  const hash = createHash("sha256");
  const lineOf = new Map<string, number>();
  let lines = 0;
  let asksService = false;
  for await (const text of manifestLines(file)) {
    hash.update(text).update("\n");
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

/**
 * Copies a manifest that was surveyed, so that a later change to it does not affect the batch.
 * @throws InvalidFileError if it has changed since
 */
export async function copyManifest(file: string, { sha256 }: { readonly sha256: string }, copy: string) {
  await writeDurably(copy, async (draft) => {
    await copyFile(file, draft);
    const same = await surveyManifest(draft).then(
      ({ survey }) => survey.sha256 === sha256,
      () => false,
    );
    if (!same) throw new InvalidFileError(file, null, "is being written. Run the batch when it is complete.");
  });
}

const DIGITS = 32;

const UNREADABLE = "unreadable";

export interface Preparing {
  readonly folder: string;
  readonly common: string;
  readonly slates: SlateSource | null;
}

export function preparingOf(
  { engine, stamp, settings, manifest: { file } }: BatchRecord,
  slates: SlateSource,
): Preparing {
  const common = digestOf(JSON.stringify([engine, stamp, settings]));
  return { slates, folder: dirname(file), common };
}

/** Prepares jobs, with the digests that their files have when a job first names them. */
export function preparer({ folder, common, slates }: Preparing) {
  const digests = new Map<string, Promise<string>>();
  function digestIn(name: string): Promise<string> {
    const path = resolve(folder, name);
    const digest = digests.get(path) ?? readPlain(path).then(digestOf, () => UNREADABLE);
    digests.set(path, digest);
    return digest;
  }

  return async (job: Job, line: number, text: string): Promise<PreparedJob> => {
    const files: Record<string, InputFile> = {};
    const hash = createHash("sha256").update(common).update(text);
    let fault: readonly ErrorObject[] | undefined;
    const add = async (use: string, name: string) => {
      const file = { name, sha256: await digestIn(name) };
      files[use] = file;
      hash.update(` ${use} ${file.sha256}`);
      if (file.sha256 === UNREADABLE) fault ??= await faultOf(readInput(file, resolve(folder, name)));
    };
    for (const [use, name] of namedFiles(job)) await add(use, name);
    for (const { asWritten, name } of await avoidedFiles(job, folder)) await add(`avoid ${asWritten}`, name);
    if (slates !== null && job.service !== undefined) {
      const found = slates.of({ sport: job.sport!, ...job.service });
      fault = (await faultOf(found)) ?? fault;
      files["service"] = await found.catch(() => ({ name: "", sha256: UNREADABLE }));
      hash.update(` service ${files["service"].sha256}`);
    }
    const head = { id: job.id, line, inputs: hash.digest("hex").slice(0, DIGITS) };
    return { head, job, files: files as InputFiles, fault };
  };
}

export async function* preparedJobs(file: string, preparing: Preparing): AsyncGenerator<PreparedJob> {
  const prepare = preparer(preparing);
  let line = 0;
  for await (const text of manifestLines(file)) {
    line += 1;
    const job = readJob(text, line);
    if (isFault(job)) throw new InvalidFileError("the manifest", line, "has changed. Run the batch again.");
    yield await prepare(job, line, text);
  }
}

/** Codes of errors that end the whole batch, not only the job. */
const ENDING: ReadonlySet<string> = new Set(["aborted", "closed", "batch-unwritable"]);

async function faultOf(work: Promise<unknown>): Promise<readonly ErrorObject[] | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (!(error instanceof LineupError) || ENDING.has(error.code)) throw error;
    return error.toErrorObjects();
  }
}

/**
 * The files of lineups that a job's portfolio must avoid. `asWritten` is a file's name in the portfolio's
 * description; `name` is its path, absolute or relative to `folder`. None if the description is unreadable,
 * which is reported when the job is solved.
 */
async function avoidedFiles({ portfolio }: Job, folder: string) {
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

async function descriptionIn(file: string): Promise<unknown> {
  try {
    const text = (await readPlain(file)).toString("utf8");
    // Few descriptions avoid anything, and parsing is slow.
    return text.includes("avoid") ? (await readPortfolio(text, { file })).portfolio : null;
  } catch {
    return null;
  }
}

export function requestReader({ record, places }: StoredBatch, catalog: Catalog) {
  const { file } = record.manifest;
  const jobs = preparedJobs(places.manifest, preparingOf(record, keptSlates(places.service)));
  const reading = createReading(catalog, inputsIn(dirname(file)));
  return {
    async requestOf({ line, inputs }: RowHead): Promise<JobRequest> {
      for (;;) {
        const { value: job } = await jobs.next();
        if (job && job.head.line < line) continue;
        if (job?.head.inputs === inputs) return (await jobRequest(job, reading)).request;
        const reason = "the job or its files have changed since the batch ran. Run the batch again.";
        throw new InvalidFileError(file, line, reason);
      }
    },
    close: () => jobs.return(undefined),
  };
}
