import { dirname, resolve } from "node:path";
import type { Catalog } from "../../contests/catalog/catalog.ts";
import { Recent } from "../../shared/collections.ts";
import { InvalidFileError, invalidRequest } from "../../shared/errors.ts";
import { BatchError } from "../batch-record.ts";
import { type JobReading, type JobRequest, jobRequest } from "../job-request.ts";
import type { Outcome, RowHead } from "../row.ts";
import { readInput } from "./file-digests.ts";
import { placesIn, readRecord } from "./folder.ts";
import { LineFinder } from "./manifest-lines.ts";
import { type OldRows, oldRows, writtenRows } from "./old-rows.ts";
import { prepareLine } from "./prepare.ts";
import { keptSlates } from "./service-slates.ts";
import { preparingOf } from "./solve-chunks.ts";

/** A job's row. */
export type Row = RowHead & Outcome;

/** Opens the batch in a folder, finished or not. @throws BatchError for a folder without a batch */
export async function openStored(out: string): Promise<OldRows> {
  const places = placesIn(out);
  const record = await readRecord(places);
  if (record !== null) return writtenRows(places, record);
  throw new BatchError("other-batch", `${out}: holds no batch. Name the --out of one.`);
}

/** The row of a job. @throws InvalidRequestError if the row does not exist yet */
export async function findRow(stored: OldRows, id: string): Promise<Row> {
  for await (const row of storedRows(stored)) if (row.id === id) return row;
  throw invalidRequest(
    "unknown-id",
    "--id",
    `--id "${id}": no job with this id has a result in ${stored.places.out}.`,
  );
}

/** All safely written rows, in the order of their lines. */
export async function* storedRows(stored: OldRows): AsyncGenerator<Row> {
  for await (const { solved } of oldRows(stored))
    yield JSON.parse(Buffer.from(solved.row).toString("utf8")) as Row;
}

/** Bytes of files whose parsed contents a reader keeps. */
const SHELF_BYTES = 24_000_000;

export function requestReader({ record, places }: OldRows, catalog: Catalog) {
  const { file } = record.manifest;
  const folder = dirname(resolve(file));
  const preparing = preparingOf(file, record, keptSlates(places.service));
  const lines = new LineFinder(file);
  const reading: JobReading = {
    bytesOf: (input) => readInput(input, resolve(folder, input.path ?? input.name)),
    catalog,
    shelf: new Recent<unknown>(SHELF_BYTES),
  };
  return {
    async requestOf({ line, inputs }: RowHead): Promise<JobRequest> {
      const found = await lines.at(line);
      const prepared = found && (await prepareLine(found, preparing));
      if (prepared?.head.inputs === inputs) return (await jobRequest(prepared, reading)).request;
      const reason = "the job or its files have changed since. Run the batch again first.";
      throw new InvalidFileError(file, line, reason);
    },
    close: () => lines.close(),
  };
}
