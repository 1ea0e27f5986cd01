import { packChunk } from "./packed-chunk.ts";
import type { SolvedJob } from "./pool-entry.ts";
import type { PreparedChunk } from "./prepared-chunks.ts";
import type { BatchOptions } from "./run-batch.ts";
import type { OpenBatch } from "./solve-chunks.ts";
import type { SolvedChunk } from "./store.ts";
import { ThreadPool } from "./thread-pool.ts";

/** Chunks on their way beside one for each thread, so that no thread waits while others are written. */
const SPARE_CHUNKS = 3;

/** A chunk with the rows of its jobs that need not be solved. */
export interface KnownChunk extends PreparedChunk {
  readonly known: readonly (SolvedJob | undefined)[];
}

/** Where chunks are solved. */
export interface Executor {
  /** How many chunks may be on their way. */
  readonly window: number;
  /** Solves a chunk; null where it is told to stop before. */
  execute(chunk: KnownChunk): Promise<SolvedChunk | null>;
  /** Told of chunks that are safe. */
  written(chunks: readonly SolvedChunk[]): void;
  /** Begins nothing any more. */
  stop(): void;
  close(isFinished: boolean): Promise<void>;
}

/** In threads of this process, or where a queue brings them. */
export async function executorFor(
  options: BatchOptions,
  batch: OpenBatch,
  folder: string,
): Promise<Executor> {
  if (options.queue === undefined) return inThreads(options, batch, folder);
  const { openQueueExecutor } = await import("./queue/open-executor.ts");
  return openQueueExecutor({ ...options, queue: options.queue }, batch, folder);
}

function inThreads(options: BatchOptions, { record }: OpenBatch, folder: string): Executor {
  const { threads, memory, solver, rules, scoring, jobTimeout } = options;
  const pool = new ThreadPool({
    ...{ threads, memory, folder, byDigest: false, solver, rules, scoring, jobTimeout, dryRun: false },
    stamp: record.stamp,
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
