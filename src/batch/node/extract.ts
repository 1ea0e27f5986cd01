import { dirname, resolve } from "node:path";
import type { Catalog } from "../../contests/catalog/catalog.ts";
import { Recent } from "../../shared/collections.ts";
import { InvalidFileError, invalidRequest } from "../../shared/errors.ts";
import { CACHE_BYTES, type JobReading, type JobRequest, jobRequest } from "../job-request.ts";
import type { Row, RowHead } from "../row.ts";
import { readRows, type StoredBatch } from "./folder.ts";
import { readInput } from "./inputs.ts";
import { manifestLines, prepareLine, preparingOf } from "./manifest.ts";
import { keptSlates } from "./service-slates.ts";

/** The row of the job with this id. @throws InvalidRequestError if the row does not exist yet */
export async function findRow(stored: StoredBatch, id: string): Promise<Row> {
  const rows = stored.rows.filter((row) => row.id === id);
  for await (const row of readRows(stored, rows)) return row;
  throw invalidRequest(
    "unknown-id",
    "--id",
    `--id "${id}": no job with this id has a result in ${stored.places.out}. Check the id, or continue the batch if it is not finished.`,
  );
}

/** Makes a reader of jobs' requests, for a stored batch. Ask it for jobs in the order of the manifest. */
export function requestReader({ record, places }: StoredBatch, catalog: Catalog) {
  const { file } = record.manifest;
  const preparing = preparingOf(record, keptSlates(places.service));
  const lines = manifestLines(places.manifest);
  const reading: JobReading = {
    bytesOf: (input) => readInput(input, resolve(dirname(file), input.path ?? input.name)),
    catalog,
    cache: new Recent<unknown>(CACHE_BYTES),
  };
  return {
    async requestOf({ line, inputs }: RowHead): Promise<JobRequest> {
      for (;;) {
        const { value, done } = await lines.next();
        if (!done && value.number + 1 < line) continue;
        const prepared = done ? null : await prepareLine(value, preparing);
        if (prepared?.head.inputs === inputs) return (await jobRequest(prepared, reading)).request;
        const reason = "the job or its files have changed since the batch ran. Run the batch again.";
        throw new InvalidFileError(file, line, reason);
      }
    },
    close: () => lines.return(undefined),
  };
}
