import { dirname, resolve } from "node:path";
import type { Catalog } from "../../catalog/catalog.ts";
import { InvalidFileError, InvalidRequestError } from "../../errors.ts";
import { Recent } from "../../shared/recent.ts";
import { BatchError } from "../batch-error.ts";
import type { BatchRecord } from "../batch-record.ts";
import { type JobRequest, jobRequest } from "../job-request.ts";
import { isFault, readJob } from "../manifest.ts";
import type { Outcome } from "../outcome.ts";
import type { RowHead } from "../row.ts";
import { readInput } from "./input-bytes.ts";
import { manifestLines } from "./manifest-lines.ts";
import { type OldRows, oldRows } from "./old-rows.ts";
import { placesIn } from "./places.ts";
import { type PreparedJob, prepareJob } from "./prepare.ts";
import { readRecord } from "./record-file.ts";
import { preparingOf } from "./solve-chunks.ts";
import { readCheckpoint } from "./store.ts";

/** A job's row. */
export type Row = RowHead & Outcome;

/** A batch as it lies in its folder, finished or not. */
export interface StoredBatch {
  readonly record: BatchRecord;
  readonly rows: OldRows;
}

/** @throws BatchError for a folder without a batch */
export async function openStored(out: string): Promise<StoredBatch> {
  const places = placesIn(out);
  const record = await readRecord(places);
  if (record === null) throw new BatchError("other-batch", `${out}: holds no batch. Name the --out of one.`);
  const { manifest, segment, shard } = record;
  const plan = { lines: manifest.lines, segment, shard };
  return { record, rows: { places, plan, checkpoint: await readCheckpoint(places) } };
}

/** The row of a job. @throws InvalidRequestError if there is none yet */
export async function findRow({ rows }: StoredBatch, id: string): Promise<Row> {
  for await (const { result, solved } of oldRows(rows))
    if (result.id === id) return JSON.parse(Buffer.from(solved.row).toString("utf8")) as Row;
  throw new InvalidRequestError([
    {
      code: "unknown-id",
      detail: `--id "${id}" is of no job that has a result in ${rows.places.out}.`,
      source: { parameter: "--id" },
    },
  ]);
}

/** What a row's job asked, read from the manifest and its files anew. @throws InvalidFileError if they have changed since */
export async function requestOf(
  { record }: StoredBatch,
  { line, inputs }: RowHead,
  catalog: Catalog,
): Promise<JobRequest> {
  const file = record.manifest.file;
  const prepared = await preparedLine(record, line);
  if (prepared?.head.inputs !== inputs)
    throw new InvalidFileError(
      file,
      line,
      "the job or its files have changed since. Run the batch again first.",
    );
  const folder = dirname(resolve(file));
  return jobRequest(prepared, {
    bytesOf: (input) => readInput(input, resolve(folder, input.name)),
    catalog,
    shelf: new Recent<unknown>(0),
  });
}

async function preparedLine(record: BatchRecord, wanted: number): Promise<PreparedJob | null> {
  const { file } = record.manifest;
  for await (const lines of manifestLines(file))
    for (const { number, bytes } of lines) {
      if (number + 1 < wanted) continue;
      const job = readJob(bytes.toString("utf8"), wanted);
      return isFault(job) ? null : prepareJob(job, bytes, number, preparingOf(file, record));
    }
  return null;
}
