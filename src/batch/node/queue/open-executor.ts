import { createHash, randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { Job, Worker } from "bullmq";
import { withResolvers } from "../../../shared/turn.ts";
import { BatchError } from "../../batch-record.ts";
import { filesOf, type InputFile } from "../../job-request.ts";
import { deadly, encodeRow, timingLine } from "../../row.ts";
import type { BatchOptions, Executor, OpenBatch, QueueAddress } from "../contract.ts";
import { digestOf, rowDigest } from "../file-digests.ts";
import { writeDurably } from "../folder.ts";
import type { PreparedChunk, PreparedJob } from "../prepare.ts";
import { packChunk, type SolvedChunk, type SolvedJob } from "../store.ts";
import type { Link, MessageQueue } from "./link.ts";
import { openLink } from "./link.ts";
import {
  batchKey,
  begunKey,
  type ChunkMessage,
  chunksQueue,
  DEATHS,
  FileSender,
  type Kind,
  MISSING,
  messageIds,
  type ResultMessage,
  resultsQueue,
  type SharedSettings,
  STALLED,
} from "./messages.ts";
import { ownKind } from "./serve-chunks.ts";

/** A chunk in progress: sent whole, or job by job after workers have died with it. */
class Flight {
  readonly message: ChunkMessage;
  /** The answer; null if the chunk is released first. */
  readonly answer: Promise<SolvedChunk | null>;
  /** Resolves when the answer is written; only then does the queue delete it. */
  readonly written: Promise<void>;
  /** When it was sent or last seen. */
  touched = performance.now();
  /** How often it failed for reasons other than its jobs. */
  faults = 0;
  readonly #answer = withResolvers<SolvedChunk | null>();
  readonly #written = withResolvers<void>();
  #hasLanded = false;
  #singles: (SolvedJob | undefined)[] | null = null;

  constructor(message: ChunkMessage) {
    this.message = message;
    this.answer = this.#answer.promise;
    this.written = this.#written.promise;
  }

  /** Whether all jobs are answered. */
  get hasLanded(): boolean {
    return this.#hasLanded;
  }

  /** Accepts the first answer to the whole chunk. */
  land(chunk: SolvedChunk): void {
    this.#hasLanded = true;
    this.#answer.resolve(chunk);
  }

  /** From now on, sends its jobs one by one; keeps existing answers. */
  takeApart(): void {
    this.#singles ??= this.message.jobs.map(() => undefined);
  }

  /** Accepts the first answer to a job that was sent alone. */
  landSingle(single: number, solved: SolvedJob): void {
    if (this.#singles === null || this.#hasLanded) return;
    this.#singles[single] ??= solved;
    const all = this.#singles.flatMap((one) => one ?? []);
    if (all.length < this.message.jobs.length) return;
    this.#hasLanded = true;
    packChunk(this.message, all).then(this.#answer.resolve, this.#answer.reject);
  }

  unanswered(): ChunkMessage[] {
    if (this.#hasLanded) return [];
    if (this.#singles === null) return [this.message];
    return this.message.jobs.flatMap((job, single) =>
      this.#singles?.[single] ? [] : { ...this.message, single, jobs: [job] },
    );
  }

  /** Gives up the unanswered jobs. */
  release(): void {
    if (!this.#hasLanded) this.#answer.resolve(null);
  }

  fail(error: unknown): void {
    this.#answer.reject(error);
  }

  /** Resolves `written`: the answer is written, or never will be. */
  settle(): void {
    this.#written.resolve();
  }
}

/** The data that a batch is sent with. */
interface Sending {
  readonly link: Link;
  /** Identifies the batch, independent of the process and the number of runs. */
  readonly token: string;
  readonly kind: Kind;
  readonly settings: SharedSettings;
  /** The folder that file names in jobs are relative to. */
  readonly folder: string;
}

/** The sending side of a batch: sends chunks with all files that they name. */
class ChunkSender {
  readonly #sending: Sending;
  readonly #files: FileSender;
  readonly #chunks: MessageQueue;
  readonly #results: MessageQueue;

  constructor(sending: Sending) {
    const { link, token, kind } = sending;
    this.#sending = sending;
    this.#files = new FileSender(link.values);
    this.#chunks = link.queue(chunksQueue(kind));
    this.#results = link.queue(resultsQueue(token));
  }

  /** Sends a message; a second copy has no effect. */
  async send(message: ChunkMessage): Promise<void> {
    const { folder, settings } = this.#sending;
    const files = message.jobs.flatMap(filesOf);
    await this.#files.send([...files, ...settings.rules, ...settings.scoring], folder);
    await this.#chunks.add(messageIds(message).chunk, message);
  }

  /** Whether the queue has a message or its answer. */
  async knows(message: ChunkMessage): Promise<boolean> {
    const ids = messageIds(message);
    return (await this.#chunks.has(ids.chunk)) || this.#results.has(ids.result);
  }

  /** Some messages that no worker could answer, of any batch. */
  failed(): Promise<readonly Job[]> {
    return this.#chunks.failed();
  }

  /** Forgets which files were sent, because the queue may have lost them. */
  forgetFiles(): void {
    this.#files.forget();
  }

  async removeAnswers(): Promise<void> {
    await this.#results.clear();
  }

  async close(): Promise<void> {
    await Promise.all([this.#chunks.close(), this.#results.close()]);
  }
}

/** Milliseconds between checks for failures. */
const LOOK = 2_000;

/** Milliseconds after which a chunk that the queue no longer has is sent again. */
const SILENCE = 10_000;

/** Maximum number of failures of a chunk for reasons other than its jobs. */
const FAULTS = 5;

/** Seconds for which an announcement of a batch is valid. */
const ANNOUNCED = 60;

/** Announces a batch and resends chunks that were lost with their workers or by the queue. */
class FlightWatch {
  readonly #sending: Sending;
  readonly #sender: ChunkSender;
  readonly #flights: ReadonlyMap<string, Flight>;
  readonly #timer: NodeJS.Timeout;
  #announced = 0;
  #isLooking = false;
  #isClosed = false;

  /** `flights`: chunks in progress by id. */
  constructor(sending: Sending, sender: ChunkSender, flights: ReadonlyMap<string, Flight>) {
    this.#sending = sending;
    this.#sender = sender;
    this.#flights = flights;
    this.#timer = setInterval(() => void this.#look(), LOOK);
    void this.#look();
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    if (this.#isLooking || this.#isClosed) return;
    this.#isLooking = true;
    try {
      await this.#announce();
      for (const job of await this.#sender.failed()) await this.#mend(job);
      await this.#sendAgain();
    } catch {
      // The link reports a server that is away for long.
    } finally {
      this.#isLooking = false;
    }
  }

  /**
   * Announces the batch. If the earlier announcement is missing, the queue has lost all that was sent with
   * it.
   */
  async #announce(): Promise<void> {
    const { link, token, kind } = this.#sending;
    const key = batchKey(token);
    const isKnown = this.#announced > 0 && (await link.values.has(key));
    if (this.#announced > 0 && !isKnown)
      for (const flight of this.#flights.values()) flight.touched = Number.NEGATIVE_INFINITY;
    if (isKnown && performance.now() - this.#announced < (ANNOUNCED / 4) * 1_000) return;
    await link.values.put(key, Buffer.from(JSON.stringify(kind)), ANNOUNCED);
    this.#announced = performance.now();
  }

  async #mend(job: Job): Promise<void> {
    const message = job.data as ChunkMessage;
    if (message.token !== this.#sending.token) return;
    const flight = this.#flights.get(message.id);
    await job.remove();
    if (flight === undefined || flight.hasLanded) return;
    const reason = job.failedReason ?? "";
    if (/stalled/.test(reason)) {
      // Its workers died one after the other.
      if (message.single !== null) return this.#suspect(flight, message);
      flight.takeApart();
      for (const alone of flight.unanswered()) {
        await this.#sending.link.values.remove(begunKey(alone));
        await this.#send(flight, alone);
      }
      return;
    }
    if (reason === MISSING) this.#sender.forgetFiles();
    flight.faults += 1;
    if (flight.faults <= FAULTS) return this.#send(flight, message);
    flight.fail(new BatchError("batch-workers", `Workers fail again and again: ${reason}.`));
  }

  /** Blames a job if workers died while it ran alone; otherwise the job was only waiting there. */
  async #suspect(flight: Flight, message: ChunkMessage): Promise<void> {
    const begun = await this.#sending.link.values.get(begunKey(message));
    const attempts = Number(Buffer.from(begun ?? []).toString());
    if (attempts < DEATHS) return this.#send(flight, message);
    const [job] = message.jobs;
    if (job && message.single !== null) flight.landSingle(message.single, blamed(job, attempts));
  }

  /** Resends the messages of silent chunks that the queue no longer has. */
  async #sendAgain(): Promise<void> {
    const now = performance.now();
    for (const flight of this.#flights.values()) {
      if (now - flight.touched < SILENCE) continue;
      for (const message of flight.unanswered()) {
        if (await this.#sender.knows(message)) continue;
        this.#sender.forgetFiles();
        await this.#send(flight, message);
      }
      flight.touched = performance.now();
    }
  }

  async #send(flight: Flight, message: ChunkMessage): Promise<void> {
    flight.touched = performance.now();
    await this.#sender.send(message);
  }
}

/** The outcome of a job that no worker survived. */
function blamed({ head }: PreparedJob, attempts: number): SolvedJob {
  const { row, result, state } = encodeRow(head, deadly(), rowDigest);
  const { id, line } = head;
  const timing = timingLine({ id, line, seconds: 0, worker: null, attempts });
  return { row: Buffer.from(row), result, state, timing };
}

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
