import { workerData } from "node:worker_threads";
import { encodeRow, type SolvedRow } from "../row.ts";
import { inputsIn } from "./files.ts";
import type { JobFiles, Task } from "./job-threads.ts";
import { openJobs, solveJob } from "./solve-job.ts";

const source = workerData as JobFiles;
const bytesOf =
  "queue" in source
    ? import("./queue/messages.ts").then(({ fileReader }) => fileReader(source.queue))
    : inputsIn(source.folder);
/** What the thread keeps for a batch's settings: only the last, as a worker rarely switches batches. */
let kept: { readonly key: string; readonly opened: ReturnType<typeof openJobs> };

export default async function run({ job, settings, begun }: Task): Promise<SolvedRow> {
  Atomics.store(begun, 0, 1);
  const key = JSON.stringify([settings.solver, settings.rules, settings.scoring]);
  if (kept?.key !== key) kept = { key, opened: openJobs(settings, await bytesOf) };
  const [optimizer, reading] = await kept.opened;
  return encodeRow(job.head, await solveJob(job, optimizer, reading, settings));
}
