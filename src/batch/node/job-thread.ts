import { resolve } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import type { ReadRequest } from "../../contests/problem/read-request.ts";
import { optimizerOf, type ReadOnce } from "../../optimizer/optimizer.ts";
import { loadCatalog } from "../../platform/node/catalog.ts";
import { createRunner } from "../../platform/node/runner.ts";
import { nodeSha1 } from "../../platform/node/sha1.ts";
import { LastMade } from "../../shared/last-made.ts";
import { Recent } from "../../shared/recent.ts";
import type { InputFile } from "../job-request.ts";
import { encodeRow } from "../row.ts";
import { rowDigest } from "./file-digests.ts";
import { readInput } from "./input-bytes.ts";
import { solveJob } from "./solve-job.ts";
import type { Task, TaskAnswer, ThreadData } from "./thread-messages.ts";

/** Bytes of files of which a thread keeps what it has made of them. */
const SHELF_BYTES = 24_000_000;

const { at, ...settings } = workerData as ThreadData;
const { solver, rules, scoring, folder, byDigest } = settings;
const optimizer = optimizerOf(
  await loadCatalog({ rules, scoring }),
  createRunner(0),
  { solver },
  { sha1: nodeSha1, readOnce: readOncePerSlate() },
);
const bytesOf = (file: InputFile) =>
  readInput(file, resolve(folder, byDigest ? file.sha256 : (file.path ?? file.name)));
const reading = { bytesOf, catalog: optimizer.catalog, shelf: new Recent<unknown>(SHELF_BYTES) };

let queue: Promise<void> = Promise.resolve();
parentPort!.on("message", (task: Task) => {
  queue = queue.then(() => run(task));
});

async function run({ number, jobs }: Task): Promise<void> {
  const rows: string[] = [];
  const answer = {
    results: [] as string[],
    states: [] as TaskAnswer["states"][number][],
    seconds: [] as number[],
  };
  for (const [index, job] of jobs.entries()) {
    Atomics.store(at, 1, index);
    Atomics.store(at, 0, number);
    const started = performance.now();
    const outcome = await solveJob(job, optimizer, reading, settings);
    const { row, result, state } = encodeRow(job.head, outcome, rowDigest);
    rows.push(row);
    answer.results.push(result);
    answer.states.push(state);
    answer.seconds.push((performance.now() - started) / 1000);
  }
  Atomics.store(at, 0, -1);
  const encoder = new TextEncoder();
  const parts = rows.map((row) => encoder.encode(row));
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  parts.reduce((place, part) => {
    bytes.set(part, place);
    return place + part.length;
  }, 0);
  const message: TaskAnswer = { number, rows: bytes, lengths: parts.map(({ length }) => length), ...answer };
  parentPort!.postMessage(message, [bytes.buffer]);
}

/**
 * Reads once what jobs of a slate have in common, for as long as it stands on their shelf, where nobody changes it. A
 * frozen problem is one of which is kept what is made of it.
 */
export function readOncePerSlate(): ReadOnce {
  const known = new LastMade<object, Promise<ReadRequest>>();
  return (request, read) => {
    const { body, sport, projections, performances, origin, seats, excludedSlots, onlyAvailable } = request;
    if (typeof body !== "object" || body === null) return read(request);
    const terms = [sport, projections, performances, origin, seats, excludedSlots, onlyAvailable];
    return known.of(body, terms, async () => {
      const slate = await read(request);
      Object.freeze(slate.problem);
      return slate;
    });
  };
}
