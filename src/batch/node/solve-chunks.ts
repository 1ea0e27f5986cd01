import { AbortedError } from "../../shared/errors.ts";
import { chunkCount } from "../plan.ts";
import type { BatchEnd, BatchOptions, Executor, KnownChunk, OpenBatch } from "./contract.ts";
import { type PreparedChunk, type PreparedJob, preparedChunks, preparingOf } from "./prepare.ts";
import type { SolvedJob } from "./store.ts";
import { openStore, packChunk, type SolvedChunk } from "./store.ts";
import { type OldRow, type OldRows, oldRows } from "./stored-rows.ts";
import { poolSettings, ThreadPool } from "./thread-pool.ts";

/** Chunks in progress beyond one per thread, so that threads have work while chunks are written. */
const SPARE_CHUNKS = 3;

/** Whether a stored row can be kept: its job's inputs are the same, and it is not a failed job to retry. */
export function staysAsIs(
  { inputs, state }: OldRow["result"],
  { head }: PreparedJob,
  { retryFailed }: Pick<BatchOptions, "retryFailed">,
): boolean {
  return inputs === head.inputs && !(retryFailed && state === "failed");
}

/** Solves and writes the missing chunks; copies the rows of `old` that are still valid. */
export async function solveChunks(
  options: BatchOptions,
  batch: OpenBatch,
  old: OldRows | null,
): Promise<Omit<BatchEnd, "jobs">> {
  const { manifest, signal, observer, maxFailures = Number.POSITIVE_INFINITY } = options;
  const { plan } = batch;
  const preparing = preparingOf(manifest, batch.record, batch.slates);
  const store = await openStore(batch.places);
  const executor = await executorFor(options, batch, preparing.folder);
  const stop = () => executor.stop();
  signal.addEventListener("abort", stop, { once: true });
  let isTooMany = false;
  let isCut = false;
  let isFinished = false;
  try {
    const prepared = preparedChunks(manifest, plan, { from: store.checkpoint().next }, preparing);
    const chunks = untilAborted(withKnown(prepared, old, options), () => {
      isCut = true;
    });
    const ended = await collectChunks(chunks, {
      window: executor.window,
      async execute(chunk) {
        if (signal.aborted) return null;
        const { place, jobs, known } = chunk;
        const isKnown = jobs.every((_, index) => known[index] !== undefined);
        return isKnown ? packChunk(place, known as readonly SolvedJob[]) : executor.execute(chunk);
      },
      async write(solved) {
        await batch.check();
        await store.append(solved);
        executor.written(solved);
        observer.written(store.checkpoint());
        const { next, states } = store.checkpoint();
        isTooMany = states.failed > maxFailures && next < chunkCount(plan);
        return isTooMany ? "stop" : "go on";
      },
    });
    isFinished = ended === "all" && !isCut && !isTooMany;
    const kind = isTooMany ? "too-many-failures" : isFinished ? "finished" : "stopped";
    return { kind, checkpoint: store.checkpoint() };
  } finally {
    signal.removeEventListener("abort", stop);
    await executor.close(isFinished);
    await store.close();
  }
}

/** Makes a batch's executor, which uses the queue if the options name one, else threads of this process. */
async function executorFor(options: BatchOptions, batch: OpenBatch, folder: string): Promise<Executor> {
  const { threads, queue } = options;
  if (queue !== undefined) {
    const { openQueueExecutor } = await import("./queue/open-executor.ts");
    return openQueueExecutor({ ...options, queue }, batch, folder);
  }
  const pool = new ThreadPool({
    ...poolSettings(options, folder),
    stamp: batch.record.stamp,
    dryRun: false,
  });
  return {
    window: threads + SPARE_CHUNKS,
    async execute({ place, jobs, known }) {
      const solved = await pool.solve(jobs.filter((_, index) => known[index] === undefined));
      if (solved === null) return null;
      const rest = solved.values();
      return packChunk(
        place,
        jobs.map((_, index) => known[index] ?? rest.next().value!),
      );
    },
    written() {},
    stop: () => pool.stop(),
    close: () => pool.close(),
  };
}

/** Passes chunks on. If preparing one is aborted, calls `onAborted` and ends without an error. */
async function* untilAborted<Chunk>(chunks: AsyncIterable<Chunk>, onAborted: () => void) {
  try {
    yield* chunks;
  } catch (error) {
    if (!(error instanceof AbortedError)) throw error;
    onAborted();
  }
}

/** Adds to chunks the stored rows that can be kept. */
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

/**
 * Callbacks of `collectChunks`; `window` is the maximum number of chunks that are started and not written.
 */
interface Collecting extends Pick<Executor, "window"> {
  /** Solves a chunk; null if the batch is stopped before the chunk starts. */
  readonly execute: (chunk: KnownChunk) => Promise<SolvedChunk | null>;
  /** Writes chunks and decides whether to continue. */
  readonly write: (chunks: readonly SolvedChunk[]) => Promise<"go on" | "stop">;
}

/**
 * Solves up to `window` chunks at a time and writes them in order, each time as many as are ready. Returns
 * `stopped` if `write` says so or a chunk was not started, else `all`.
 */
async function collectChunks(
  chunks: AsyncIterator<KnownChunk>,
  { execute, window, write }: Collecting,
): Promise<"all" | "stopped"> {
  const flights: { solved?: SolvedChunk | null; landing: Promise<void> }[] = [];
  let isEnd = false;
  for (;;) {
    while (!isEnd && flights.length < window) {
      const next = await chunks.next();
      isEnd = next.done === true;
      if (next.done) break;
      const flight: (typeof flights)[number] = { landing: Promise.resolve() };
      flight.landing = execute(next.value).then((solved) => {
        flight.solved = solved;
      });
      // The rejection is handled when this chunk's turn comes.
      flight.landing.catch(() => {});
      flights.push(flight);
    }
    const [first] = flights;
    if (first === undefined) return "all";
    await first.landing;
    const flying = flights.findIndex(({ solved }) => solved === undefined);
    const group = flights.splice(0, flying === -1 ? flights.length : flying);
    const unbegun = group.findIndex(({ solved }) => solved === null);
    const solved = (unbegun === -1 ? group : group.slice(0, unbegun)).flatMap((one) => one.solved ?? []);
    if (solved.length > 0 && (await write(solved)) === "stop") return "stopped";
    if (unbegun !== -1) return "stopped";
  }
}
