import { dirname, resolve } from "node:path";
import type { BatchRecord } from "../batch-record.ts";
import type { Plan } from "../plan.ts";
import { collectChunks } from "./collect-chunks.ts";
import { digestOf, FileDigests } from "./file-digests.ts";
import { type OldRow, type OldRows, oldRows } from "./old-rows.ts";
import { packChunk } from "./packed-chunk.ts";
import type { Places } from "./places.ts";
import type { SolvedJob } from "./pool-entry.ts";
import type { PreparedJob, Preparing } from "./prepare.ts";
import { type PreparedChunk, preparedChunks } from "./prepared-chunks.ts";
import type { BatchEnd, BatchOptions } from "./run-batch.ts";
import { Store } from "./store.ts";
import { ThreadPool } from "./thread-pool.ts";

/** Chunks on their way beside one for each thread, so that no thread waits while others are written. */
const SPARE_CHUNKS = 3;

/** A batch in its folder. */
export interface OpenBatch {
  readonly places: Places;
  readonly plan: Plan;
  readonly record: BatchRecord;
  /** Throws where the folder is not this process's any more. */
  readonly check: () => Promise<void>;
}

/** How a batch's jobs are made ready. */
export function preparingOf(manifest: string, { engine, stamp, settings }: BatchRecord): Preparing {
  return {
    folder: dirname(resolve(manifest)),
    common: digestOf(JSON.stringify([engine, stamp, settings])),
    digests: new FileDigests(),
  };
}

/** Whether a row that is there already is what its job would give. */
export function staysAsIs(
  { inputs, state }: OldRow["result"],
  { head }: PreparedJob,
  { retryFailed }: Pick<BatchOptions, "retryFailed">,
): boolean {
  return inputs === head.inputs && !(retryFailed && state === "failed");
}

/** Solves and writes the chunks that are not there yet; rows of `old` that stay as they are are copied. */
export async function solveChunks(
  options: BatchOptions,
  { places, plan, record, check }: OpenBatch,
  old: OldRows | null,
): Promise<Omit<BatchEnd, "jobs">> {
  const { manifest, threads, signal, observer, maxFailures = Number.POSITIVE_INFINITY } = options;
  const preparing = preparingOf(manifest, record);
  const store = await Store.open(places);
  const { memory, solver, rules, scoring, jobTimeout } = options;
  const pool = new ThreadPool({
    ...{ threads, memory, byDigest: false, solver, rules, scoring, jobTimeout, dryRun: false },
    folder: preparing.folder,
    stamp: record.stamp,
  });
  const stop = () => pool.stop();
  signal.addEventListener("abort", stop, { once: true });
  let isTooMany = false;
  try {
    const ended = await collectChunks({
      chunks: withKnown(
        preparedChunks(manifest, plan, { from: store.checkpoint.next }, preparing),
        old,
        options,
      ),
      async execute({ place, jobs, known }) {
        if (signal.aborted) return null;
        const unknown = jobs.filter((_, index) => known[index] === undefined);
        const solved = unknown.length === 0 ? [] : await pool.solve(unknown);
        if (solved === null) return null;
        const rest = solved.values();
        return packChunk(
          place.segment,
          jobs.map((_, index) => known[index] ?? rest.next().value!),
        );
      },
      window: threads + SPARE_CHUNKS,
      async write(chunks) {
        await check();
        await store.append(chunks);
        observer.written(store.checkpoint);
        isTooMany = store.checkpoint.states.failed > maxFailures;
        return isTooMany ? "stop" : "go on";
      },
    });
    const kind = isTooMany ? "too-many-failures" : ended === "all" ? "finished" : "stopped";
    return { kind, checkpoint: store.checkpoint };
  } finally {
    signal.removeEventListener("abort", stop);
    await pool.close();
    await store.close();
  }
}

/** A chunk with the rows of its jobs that need not be solved. */
interface KnownChunk extends PreparedChunk {
  readonly known: readonly (SolvedJob | undefined)[];
}

async function* withKnown(
  chunks: AsyncIterable<PreparedChunk>,
  old: OldRows | null,
  options: BatchOptions,
): AsyncGenerator<KnownChunk> {
  const rows = old === null ? null : oldRows(old);
  let row = await rows?.next();
  for await (const chunk of chunks) {
    const known: (SolvedJob | undefined)[] = [];
    for (const [index, job] of chunk.jobs.entries()) {
      while (row && !row.done && row.value.result.line < job.head.line) row = await rows!.next();
      if (!row || row.done || row.value.result.line !== job.head.line) continue;
      if (staysAsIs(row.value.result, job, options)) known[index] = row.value.solved;
    }
    yield { ...chunk, known };
  }
  await rows?.return(undefined);
}
