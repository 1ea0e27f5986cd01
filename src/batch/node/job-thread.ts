import { resolve } from "node:path";
import { threadId, workerData } from "node:worker_threads";
import { optimizerOf } from "../../optimizer/optimizer.ts";
import { loadCatalog } from "../../platform/node/catalog.ts";
import { createRunner } from "../../platform/node/runner.ts";
import { Recent } from "../../shared/collections.ts";
import { CACHE_BYTES, type InputFile } from "../job-request.ts";
import { encodeRow } from "../row.ts";
import { readInput, rowDigest } from "./file-digests.ts";
import { readOncePerSlate, solveJob, type ThreadSettings } from "./solve-job.ts";
import type { Task, TaskAnswer } from "./thread-pool.ts";

const settings = workerData as ThreadSettings;
const { solver, rules, scoring, folder, byDigest } = settings;
const optimizer = optimizerOf(
  await loadCatalog({ rules, scoring }),
  createRunner(0),
  { solver },
  { readOnce: readOncePerSlate() },
);
const bytesOf = (file: InputFile) =>
  readInput(file, resolve(folder, byDigest ? file.sha256 : (file.path ?? file.name)));
const reading = { bytesOf, catalog: optimizer.catalog, cache: new Recent<unknown>(CACHE_BYTES) };

const encoder = new TextEncoder();

export default async function run({ job, begun }: Task): Promise<TaskAnswer> {
  Atomics.store(begun, 0, 1);
  const started = performance.now();
  const outcome = await solveJob(job, optimizer, reading, settings);
  const { row, result, state } = encodeRow(job.head, outcome, rowDigest);
  const seconds = (performance.now() - started) / 1000;
  return { thread: threadId, row: encoder.encode(row), result, state, seconds };
}
