import { createHash, randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { Job, Worker } from "bullmq";
import type { InputFile } from "../../job-request.ts";
import type { BatchOptions, Executor, OpenBatch, QueueAddress } from "../contract.ts";
import { writeDurably } from "../durable.ts";
import { digestOf } from "../file-digests.ts";
import type { SolvedJob } from "../packed-chunk.ts";
import type { PreparedChunk } from "../prepared-chunks.ts";
import type { SolvedChunk } from "../store.ts";
import { ChunkSender, type Sending } from "./chunk-sender.ts";
import { Flight } from "./flight.ts";
import { FlightWatch } from "./flight-watch.ts";
import { openLink } from "./link.ts";
import { batchKey, chunksQueue, type ResultMessage, resultsQueue, STALLED } from "./messages.ts";
import { ownKind } from "./serve-chunks.ts";

const expand = promisify(gunzip);

/** Sends chunks to the queue's workers and accepts each answer once. */
class QueueExecutor {
  readonly #sending: Sending;
  readonly #sender: ChunkSender;
  readonly #results: Worker;
  readonly #stalled: Worker;
  readonly #watch: FlightWatch;
  /** By chunk id, in the order in which they are written. */
  readonly #flights = new Map<string, Flight>();
  #isClosed = false;

  /** `window`: maximum number of chunks in progress, and of answers that wait to be written. */
  constructor(sending: Sending, window: number) {
    const { link, token, kind } = sending;
    this.#sending = sending;
    this.#sender = new ChunkSender(sending);
    this.#results = link.worker(resultsQueue(token), (job) => this.#receive(job), {
      concurrency: window,
      lockDuration: 5_000,
      stalledInterval: 2_000,
      maxStalledCount: 1_000,
      removeOnComplete: { count: 0 },
      drainDelay: 1,
    });
    this.#stalled = link.worker(chunksQueue(kind), null, { autorun: false, ...STALLED });
    void this.#stalled.startStalledCheckTimer().catch(() => {});
    this.#watch = new FlightWatch(sending, this.#sender, this.#flights);
    link.lost.catch((error) => {
      for (const flight of this.#flights.values()) flight.fail(error);
    });
  }

  /** Sends a chunk and returns its answer. */
  async execute({ place: { index, segment }, jobs }: PreparedChunk): Promise<SolvedChunk | null> {
    const { token, settings } = this.#sending;
    const digest = createHash("sha256")
      .update(jobs.map(({ head }) => head.inputs).join(" "))
      .digest("hex");
    const id = `${token}-${index}-${digest.slice(0, 8)}`;
    const flight = new Flight({ token, id, single: null, index, segment, settings, jobs });
    this.#flights.set(id, flight);
    this.#sender.send(flight.message).catch((error) => flight.fail(error));
    return flight.answer;
  }

  /** Lets the queue delete chunks that are safely written. */
  written(chunks: readonly SolvedChunk[]): void {
    const indices = new Set(chunks.map(({ index }) => index));
    for (const [id, flight] of this.#flights) {
      if (!indices.has(flight.message.index)) continue;
      flight.settle();
      this.#flights.delete(id);
    }
  }

  /** Accepts no more answers and releases all unwritten chunks. */
  stop(): void {
    for (const flight of this.#flights.values()) flight.release();
  }

  /** `finished`: the queue's data of the batch is no longer needed. */
  async close(finished: boolean): Promise<void> {
    const { link, token } = this.#sending;
    this.#isClosed = true;
    this.#watch.close();
    for (const flight of this.#flights.values()) flight.settle();
    const isThere = await Promise.race([
      link.values.remove(batchKey(token)).then(() => true),
      link.lost.catch(() => false),
    ]);
    if (isThere) {
      // Take written answers off the queue; leave the others there for the next run.
      await this.#results.close(!finished);
      if (finished) await this.#sender.removeAnswers();
    } else void this.#results.close(true).catch(() => {});
    await Promise.race([
      Promise.all([this.#stalled.close(true), this.#sender.close()]),
      link.lost.catch(() => {}),
    ]);
  }

  /** Accepts an answer, which the queue keeps until it is written. Ignores answers to unknown chunks. */
  async #receive({ data }: Job): Promise<void> {
    const answer = data as ResultMessage;
    const flight = this.#flights.get(answer.id);
    if (this.#isClosed || flight === undefined) return;
    flight.touched = performance.now();
    if (answer.single !== null) return flight.landSingle(answer.single, await solvedJob(answer));
    if (!flight.hasLanded) flight.land(solvedChunk(answer));
    await flight.written;
    if (this.#isClosed && this.#flights.has(answer.id)) throw new Error("not written");
  }
}

function solvedChunk({ index, segment, states, ...answer }: ResultMessage): SolvedChunk {
  const [rows, results, timings] = [bytes(answer.rows), bytes(answer.results), bytes(answer.timings)];
  return { index, segment, states, rows, results, timings };
}

/** The answer to a job that was sent alone. */
async function solvedJob({ rows, results, timings, states }: ResultMessage): Promise<SolvedJob> {
  const [state] = Object.entries(states).find(([, count]) => count === 1)!;
  return {
    row: await expand(bytes(rows)),
    result: bytes(results).toString("utf8"),
    timing: bytes(timings).toString("utf8"),
    state: state as SolvedJob["state"],
  };
}

function bytes(text: string): Buffer {
  return Buffer.from(text, "base64");
}

/** Chunks in progress: enough for about a hundred workers, and no more answers than fit in memory. */
const WINDOW = 128;

/** Returns an executor that solves chunks through the workers of a queue. */
export async function openQueueExecutor(
  options: BatchOptions & { readonly queue: QueueAddress },
  { places, record }: OpenBatch,
  folder: string,
): Promise<Executor> {
  const { queue, solver, jobTimeout } = options;
  const link = await openLink(queue.url, queue.patience);
  const sending = {
    ...{ link, folder, token: await tokenIn(places.out), kind: ownKind() },
    settings: {
      stamp: record.stamp,
      solver,
      jobTimeout,
      rules: await inputFiles(options.rules),
      scoring: await inputFiles(options.scoring),
    },
  };
  const executor = new QueueExecutor(sending, WINDOW);
  return {
    window: WINDOW,
    execute: (chunk) => executor.execute(chunk),
    written: (chunks) => executor.written(chunks),
    stop: () => executor.stop(),
    async close(isFinished) {
      await executor.close(isFinished);
      await link.close();
    },
  };
}

/** The token that distinguishes a folder's batch in a shared queue; created once. */
async function tokenIn(out: string): Promise<string> {
  const file = join(out, "token");
  const known = await readFile(file, "utf8").catch(() => "");
  if (/^[0-9a-f]{16}$/.test(known)) return known;
  const token = randomBytes(8).toString("hex");
  await writeDurably(file, out, token);
  return token;
}

async function inputFiles(files: readonly string[]): Promise<InputFile[]> {
  return Promise.all(
    files.map(async (name) => ({ name: resolve(name), sha256: digestOf(await readFile(name)) })),
  );
}
