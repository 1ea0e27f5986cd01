import { dirname, resolve } from "node:path";
import type { Catalog } from "../../contests/catalog/catalog.ts";
import { Recent } from "../../shared/collections.ts";
import { InvalidFileError } from "../../shared/errors.ts";
import { CACHE_BYTES, type JobReading, type JobRequest, jobRequest } from "../job-request.ts";
import type { RowHead } from "../row.ts";
import { readInput } from "./files.ts";
import { preparedJobs, preparingOf } from "./manifest.ts";
import type { StoredBatch } from "./results.ts";
import { keptSlates } from "./service-slates.ts";

/** Makes a reader of jobs' requests, for a stored batch. Ask it for jobs in the order of the manifest. */
export function requestReader({ record, places }: StoredBatch, catalog: Catalog) {
  const { file } = record.manifest;
  const jobs = preparedJobs(places.manifest, preparingOf(record, keptSlates(places.service)));
  const reading: JobReading = {
    bytesOf: (input) => readInput(input, resolve(dirname(file), input.path ?? input.name)),
    catalog,
    cache: new Recent<unknown>(CACHE_BYTES),
  };
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
