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
import { digestOf, inputsIn, linesOf, readPlain, writeDurably } from "./files.ts";
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
  const hash = createHash("sha256");
  const lineOf = new Map<string, number>();
  let lines = 0;
  let asksService = false;
  for await (const text of manifestLines(file)) {
    hash.update(text).update("\n");
    lines += 1;
    const read = readJob(text, lines);
    if (isFault(read)) faults.push(read);
    else {
      const { id, service } = read;
      const earlier = lineOf.get(id);
      const twin = `/id ${JSON.stringify(id)} is already on line ${earlier}. Give each job its own id.`;
      if (earlier !== undefined) faults.push({ line: lines, reasons: [twin] });
      lineOf.set(id, lines);
      asksService ||= service !== undefined;
    }
    if (faults.length === MOST_LISTED) break;
  }
  if (faults.length > 0) throw manifestError(file, faults);
  if (lines === 0) throw new InvalidFileError(file, null, "has no lines. Each line is a job, a JSON object.");
  return { survey: { sha256: hash.digest("hex"), lines }, asksService };
}

/** Copies a manifest that was surveyed. @throws InvalidFileError if it has changed since */
export async function copyManifest(file: string, { sha256 }: { readonly sha256: string }, copy: string) {
  await writeDurably(copy, async (draft) => {
    await copyFile(file, draft);
    const found = await surveyManifest(draft).catch(() => null);
    if (found?.survey.sha256 === sha256) return;
    throw new InvalidFileError(file, null, "is being written. Run the batch when it is complete.");
  });
}

export interface Preparing {
  readonly folder: string;
  readonly common?: string;
  readonly slates?: SlateSource;
}

export function preparingOf(record: BatchRecord, slates: SlateSource): Preparing {
  const { engine, stamp, settings, manifest } = record;
  const common = digestOf(JSON.stringify([engine, stamp, settings]));
  return { slates, folder: dirname(manifest.file), common };
}

/** Prepares jobs, with the digests that their files have when a job first names them. */
export function preparer({ folder, common = "", slates }: Preparing) {
  const digests = new Map<string, Promise<string>>();
  async function find(name: string): Promise<InputFile> {
    const path = resolve(folder, name);
    const digest = digests.get(path) ?? readPlain(path).then(digestOf);
    digests.set(path, digest);
    const sha256 = await digest.catch((cause) => {
      throw unreadableFile(name, cause);
    });
    return { name, sha256 };
  }

  return async (job: Job, line: number, text: string): Promise<PreparedJob> => {
    const files: Record<string, InputFile> = {};
    const hash = createHash("sha256").update(common).update(text);
    let fault: readonly ErrorObject[] | undefined;
    const add = async (use: string, finding: Promise<InputFile>) => {
      const file = await finding.catch((error) => {
        if (!(error instanceof LineupError) || ENDING.has(error.code)) throw error;
        fault ??= error.toErrorObjects();
        return { name: "", sha256: "unreadable" };
      });
      files[use] = file;
      hash.update(` ${use} ${file.sha256}`);
    };
    for (const [use, name] of [...namedFiles(job), ...(await avoidedFiles(job, folder))])
      await add(use, find(name));
    if (slates !== undefined && job.service !== undefined)
      await add("service", slates({ sport: job.sport!, ...job.service }));
    const head = { id: job.id, line, inputs: hash.digest("hex").slice(0, 32) };
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

/** The files of lineups that a job's portfolio must avoid, whose names are relative to its description. */
async function avoidedFiles({ portfolio }: Job, folder: string) {
  const isFile = typeof portfolio === "string";
  const described = isFile ? await descriptionIn(resolve(folder, portfolio)) : portfolio;
  const avoid = (described as { readonly avoid?: unknown } | null | undefined)?.avoid;
  const names = Array.isArray(avoid) ? avoid.filter((one): one is string => typeof one === "string") : [];
  const from = isFile ? dirname(portfolio) : "";
  return names.map((name) => [`avoid ${name}`, isAbsolute(name) ? name : join(from, name)] as const);
}

/** Null for an unreadable description, which is reported when the job is solved. */
async function descriptionIn(file: string): Promise<unknown> {
  const text = await readPlain(file).then(String, () => "");
  // Few descriptions avoid anything, and parsing is slow.
  if (!text.includes("avoid")) return null;
  return (await readPortfolio(text, { file }).catch(() => null))?.portfolio ?? null;
}

export function requestReader({ record, places }: StoredBatch, catalog: Catalog) {
  const { file } = record.manifest;
  const jobs = preparedJobs(places.manifest, preparingOf(record, keptSlates(places.service)));
  const reading = createReading(catalog, inputsIn(dirname(file)));
  return {
    async requestOf({ line, inputs }: RowHead): Promise<JobRequest> {
      let { value: job } = await jobs.next();
      while (job && job.head.line < line) job = (await jobs.next()).value;
      if (job?.head.inputs === inputs) return (await jobRequest(job, reading)).request;
      const reason = "the job or its files have changed since the batch ran. Run the batch again.";
      throw new InvalidFileError(file, line, reason);
    },
    close: () => jobs.return(undefined),
  };
}
