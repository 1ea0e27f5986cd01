import { once } from "node:events";
import { hostname } from "node:os";
import { packageVersion } from "../../../service/server/version.ts";
import { BatchError } from "../../batch-record.ts";
import { filesOf } from "../../job-request.ts";
import { packChunk } from "../store.ts";
import { ThreadPool } from "../thread-pool.ts";
import type { Link, MessageQueue } from "./link.ts";
import {
  batchKey,
  begunKey,
  type ChunkMessage,
  chunksQueue,
  messageIds,
  openFileFolder,
  type ResultMessage,
  resultsQueue,
  type SharedSettings,
  STALLED,
  type Versions,
} from "./messages.ts";

/** A lock with shared and exclusive access. */
class Turns {
  readonly #running = new Set<Promise<unknown>>();
  #alone: Promise<unknown> = Promise.resolve();

  /** Runs work in parallel with other shared work. */
  async together<Result>(work: () => Promise<Result>): Promise<Result> {
    const run = this.#alone.then(work);
    this.#running.add(run);
    try {
      return await run;
    } finally {
      this.#running.delete(run);
    }
  }

  /** Runs work alone: after all earlier work and before all later work. */
  alone<Result>(work: () => Promise<Result>): Promise<Result> {
    const run = Promise.allSettled([this.#alone, ...this.#running]).then(work);
    this.#alone = run.catch(() => {});
    return run;
  }
}

/** Number of chunks that a worker takes: one that it solves and one that waits. */
const CONCURRENCY = 2;

/** Milliseconds between checks whether all batches need other versions than this worker has. */
const CHECK_MS = 5_000;

/** Seconds for which the server keeps the number of starts of a job that was sent alone. */
const STARTS_KEPT_SECONDS = 86_400;

export interface ServeChunksOptions {
  readonly link: Link;
  readonly threads: number;
  readonly memory?: number | undefined;
  /** Milliseconds of silence after which other workers take this worker's jobs. */
  readonly lostAfter: number;
  /** When aborted, the worker finishes its current chunks. */
  readonly signal: AbortSignal;
  /** Called for each chunk with its number of jobs and the seconds from arrival to answer. */
  readonly solved: (jobs: number, seconds: number) => void;
}

/** The versions that this process's results depend on. */
export function ownVersions(): Versions {
  return { engine: packageVersion(), zlib: process.versions["zlib"]! };
}

/** Solves chunks of any batch until the signal aborts. @throws BatchError if the server is gone */
export async function serveChunks(options: ServeChunksOptions): Promise<void> {
  const { link, threads, memory, lostAfter, signal, solved } = options;
  const versions = ownVersions();
  await refuseOtherVersions(link, versions);
  const files = await openFileFolder(link.values);
  const queues = new Map<string, MessageQueue>();
  const turns = new Turns();
  let current: { readonly key: string; readonly pool: Promise<ThreadPool> } | null = null;

  /**
   * The thread pool for a batch's settings. Only one is kept, because a worker rarely switches between
   * batches. A new pool opens when the last one has answered all its jobs.
   */
  function poolFor(settings: SharedSettings): Promise<ThreadPool> {
    const key = JSON.stringify(settings);
    if (current?.key === key) return current.pool;
    const last = current?.pool;
    const opened = open(settings, last);
    current = { key, pool: opened };
    opened.catch(() => {
      if (current?.pool === opened) current = null;
    });
    return opened;
  }

  async function open(settings: SharedSettings, last: Promise<ThreadPool> | undefined): Promise<ThreadPool> {
    const { stamp, solver, jobTimeout, rules, scoring } = settings;
    await files.fetch([...rules, ...scoring]);
    await last?.then(
      (pool) => pool.finish(),
      () => {},
    );
    const paths = (tables: typeof rules) => tables.map(({ sha256 }) => files.pathOf(sha256));
    return new ThreadPool({
      ...{ threads, memory, folder: files.folder, byDigest: true, dryRun: false, stamp, solver, jobTimeout },
      rules: paths(rules),
      scoring: paths(scoring),
      name: `${hostname()}/${process.pid}`,
    });
  }

  async function closeLast(): Promise<void> {
    const last = await current?.pool.catch(() => null);
    await last?.close();
  }

  async function solve(message: ChunkMessage): Promise<void> {
    if (message.single === null) return turns.together(() => answer(message));
    // Run such a job alone: if it ends the worker, it is the only one to blame.
    return turns.alone(async () => {
      const key = begunKey(message);
      const begun = Number(Buffer.from((await link.values.get(key)) ?? []).toString());
      await link.values.put(key, Buffer.from(`${begun + 1}`), STARTS_KEPT_SECONDS);
      await answer(message);
    });
  }

  async function answer(message: ChunkMessage): Promise<void> {
    const began = performance.now();
    const { token, id, single, index, segment, settings, jobs } = message;
    await files.fetch(jobs.flatMap(filesOf));
    const answers = await (await poolFor(settings)).solve(jobs);
    if (answers === null) throw new Error("the worker stops");
    const { rows, results, timings, states } = await packChunk({ index, segment }, answers);
    const text = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
    const result: ResultMessage = {
      ...{ id, single, index, segment, states },
      rows: text(rows),
      results: text(results),
      timings: text(timings),
    };
    let queue = queues.get(token);
    if (queue === undefined) {
      queue = link.queue(resultsQueue(token));
      queues.set(token, queue);
    }
    await queue.add(messageIds(message).result, result);
    solved(jobs.length, (performance.now() - began) / 1_000);
  }

  const worker = link.worker(chunksQueue(versions), ({ data }) => solve(data as ChunkMessage), {
    concurrency: CONCURRENCY,
    lockDuration: lostAfter,
    ...STALLED,
    removeOnComplete: { count: 0 },
    drainDelay: 1,
  });
  const look = setInterval(
    () => void refuseOtherVersions(link, versions).catch((error) => refuse(error)),
    CHECK_MS,
  );
  let refuse: (error: unknown) => void = () => {};
  try {
    await Promise.race([
      signal.aborted || once(signal, "abort"),
      link.lost,
      new Promise<never>((_, reject) => {
        refuse = reject;
      }),
    ]);
    await Promise.race([worker.close(), link.lost]);
  } finally {
    clearInterval(look);
    void worker.close(true).catch(() => {});
    await closeLast();
    await Promise.race([
      Promise.all([...queues.values()].map((queue) => queue.close())),
      link.lost.catch(() => {}),
    ]);
    await files.remove();
  }
}

/** Stops a worker if all announced batches need other versions than it has. @throws BatchError */
async function refuseOtherVersions({ values }: Link, own: Versions): Promise<void> {
  const announced = (await values.list(batchKey())).map(
    (bytes) => JSON.parse(Buffer.from(bytes).toString("utf8")) as Versions,
  );
  const [other] = announced;
  if (other === undefined || announced.some(({ engine, zlib }) => engine === own.engine && zlib === own.zlib))
    return;
  throw new BatchError(
    "other-batch",
    `The batch needs dfs-lineups ${other.engine} with zlib ${other.zlib}; this worker has ${own.engine} with ${own.zlib}. Install the same version of dfs-lineups and of Node.`,
  );
}
