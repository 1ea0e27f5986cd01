import { resolve } from "node:path";
import { workerData } from "node:worker_threads";
import { type Optimizer, optimizerOf } from "../../optimizer/optimizer.ts";
import { loadCatalog } from "../../platform/node/catalog.ts";
import { createRunner } from "../../platform/node/runner.ts";
import { createReading, type InputFile, type JobReading } from "../job-request.ts";
import { encodeRow, type SolvedRow } from "../row.ts";
import { readInput } from "./files.ts";
import type { Task, ThreadData } from "./job-threads.ts";
import { readOncePerSlate, solveJob } from "./solve-job.ts";

const { source, dryRun } = workerData as ThreadData;
const bytesOf =
  "queue" in source
    ? import("./queue/messages.ts").then(({ fileReader }) => fileReader(source.queue))
    : (file: InputFile) => readInput(file, resolve(source.folder, file.path ?? file.name));
/** What the thread keeps for a batch's settings: only the last, as a worker rarely switches batches. */
let kept: { readonly key: string; readonly opened: ReturnType<typeof open> };

async function open({ solver, rules, scoring }: Task["settings"]): Promise<[Optimizer, JobReading]> {
  const catalog = await loadCatalog({ rules, scoring } as Parameters<typeof loadCatalog>[0]);
  const optimizer = optimizerOf(catalog, createRunner(0), { solver }, { readOnce: readOncePerSlate() });
  return [optimizer, createReading(catalog, await bytesOf)];
}

export default async function run({ job, settings, begun }: Task): Promise<SolvedRow> {
  Atomics.store(begun, 0, 1);
  const key = JSON.stringify([settings.solver, settings.rules, settings.scoring]);
  if (kept?.key !== key) kept = { key, opened: open(settings) };
  const [optimizer, reading] = await kept.opened;
  return encodeRow(job.head, await solveJob(job, optimizer, reading, { ...settings, dryRun }));
}
