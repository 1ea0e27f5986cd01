import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { Job, Worker } from "bullmq";
import { withResolvers } from "../../../shared/clock.ts";
import { BatchError } from "../../batch-record.ts";
import { filesOf, type InputFile } from "../../job-request.ts";
import { deadly } from "../../row.ts";
import type { BatchOptions, Executor, KnownChunk, OpenBatch, QueueAddress } from "../contract.ts";
import { digestOf } from "../file-digests.ts";
import { writeDurably } from "../folder.ts";
import { packChunk, type SolvedChunk, type SolvedJob, unanswered } from "../store.ts";
import { type Link, type MessageQueue, openLink } from "./link.ts";
import {
  batchKey,
  begunKey,
  type ChunkMessage,
  chunksQueue,
  DEATHS,
  fileSender,
  MISSING,
  messageIds,
  type ResultMessage,
  resultsQueue,
  type SharedSettings,
  STALLED,
} from "./messages.ts";
import { ownVersions } from "./serve-chunks.ts";

/** A chunk in progress: sent whole, or job by job after workers have died with it. */
class Flight {
  readonly message: ChunkMessage;
  readonly answer = withResolvers<SolvedChunk | null>();
  /** Resolves when the answer is on disk, or the executor closes; until then the queue keeps the answer. */
  readonly written = withResolvers<void>();
  /** When the chunk was last sent, answered or found in the queue, by `performance.now`. */
  touched = performance.now();
  /** How often the chunk failed for reasons other than its jobs. */
  faults = 0;
  /** Whether all jobs are answered. */
  hasLanded = false;
  #singles: (SolvedJob | undefined)[] | null = null;

  constructor(message: ChunkMessage) {
    this.message = message;
  }

  /** Accepts the first answer to the whole chunk. */
  land(chunk: SolvedChunk): void {
    this.hasLanded = true;
    this.answer.resolve(chunk);
  }

  /** Marks the chunk to be sent job by job from now on; keeps existing answers. */
  takeApart(): void {
    this.#singles ??= this.message.jobs.map(() => undefined);
  }

  /** Accepts the first answer to a job that was sent alone. */
  landSingle(single: number, solved: SolvedJob): void {
    if (this.#singles === null || this.hasLanded) return;
    this.#singles[single] ??= solved;
    const all = this.#singles.flatMap((one) => one ?? []);
    if (all.length < this.message.jobs.length) return;
    this.hasLanded = true;
    packChunk(this.message, all).then(this.answer.resolve, this.answer.reject);
  }

  /** The messages that are still to be answered. */
  unanswered(): ChunkMessage[] {
    if (this.hasLanded) return [];
    if (this.#singles === null) return [this.message];
    return this.message.jobs.flatMap((job, single) =>
      this.#singles?.[single] ? [] : { ...this.message, single, jobs: [job] },
    );
  }
}

/** Milliseconds between checks for failed and lost chunks. */
const CHECK_MS = 2_000;

/** Milliseconds since `Flight.touched` after which a chunk is sent again if the queue no longer has it. */
const SILENCE_MS = 10_000;

/** How often a chunk may fail for reasons other than its jobs; one more failure stops the batch. */
const MOST_FAULTS = 5;

/** Seconds for which workers see the announcement of a batch. */
const ANNOUNCED_SECONDS = 60;

const expand = promisify(gunzip);

function solvedChunk({ index, segment, states, ...answer }: ResultMessage): SolvedChunk {
  const [rows, results, timings] = [bytes(answer.rows), bytes(answer.results), bytes(answer.timings)];
  return { index, segment, states, rows, results, timings };
}

/** Decodes the answer to a job that was sent alone. */
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

/** Maximum number of chunks in progress: enough for about 100 workers, and their answers fit in memory. */
const MOST_IN_PROGRESS = 128;

/** Opens an executor that sends chunks to the queue's workers. */
export async function openQueueExecutor(
  { queue, solver, jobTimeout, rules, scoring }: BatchOptions & { readonly queue: QueueAddress },
  { places, record }: OpenBatch,
  folder: string,
): Promise<Executor> {
  const link = await openLink(queue.url, queue.patience);
  const settings: SharedSettings = {
    ...{ stamp: record.stamp, solver, jobTimeout },
    rules: await inputFiles(rules),
    scoring: await inputFiles(scoring),
  };
  return new QueueExecutor(link, await tokenIn(places.out), settings, folder);
}

/**
 * Sends chunks with all files that they name, and accepts each answer once. Announces the batch, and resends
 * chunks that were lost with their workers or by the queue.
 */
class QueueExecutor implements Executor {
  readonly window = MOST_IN_PROGRESS;
  readonly #link: Link;
  /** Identifies the batch; the same whenever it is resumed. */
  readonly #token: string;
  readonly #settings: SharedSettings;
  /** The folder that file names in jobs are relative to. */
  readonly #folder: string;
  readonly #versions = ownVersions();
  readonly #files: ReturnType<typeof fileSender>;
  readonly #chunks: MessageQueue;
  readonly #results: MessageQueue;
  readonly #receiver: Worker;
  readonly #stalled: Worker;
  readonly #looking = setInterval(() => void this.#look(), CHECK_MS);
  /** Chunks in progress by id, in the order in which they are written. */
  readonly #flights = new Map<string, Flight>();
  #announced = 0;
  #isLooking = false;
  #isClosed = false;

  constructor(link: Link, token: string, settings: SharedSettings, folder: string) {
    this.#link = link;
    this.#token = token;
    this.#settings = settings;
    this.#folder = folder;
    this.#files = fileSender(link.values);
    this.#chunks = link.queue(chunksQueue(this.#versions));
    this.#results = link.queue(resultsQueue(token));
    this.#receiver = link.worker(resultsQueue(token), (job) => this.#receive(job), {
      concurrency: MOST_IN_PROGRESS,
      lockDuration: 5_000,
      stalledInterval: 2_000,
      maxStalledCount: 1_000,
      removeOnComplete: { count: 0 },
      drainDelay: 1,
    });
    this.#stalled = link.worker(chunksQueue(this.#versions), null, { autorun: false, ...STALLED });
    void this.#stalled.startStalledCheckTimer().catch(() => {});
    void this.#look();
    link.lost.catch((error) => {
      for (const { answer } of this.#flights.values()) answer.reject(error);
    });
  }

  async execute({ place: { index, segment }, jobs }: KnownChunk): Promise<SolvedChunk | null> {
    const [token, settings] = [this.#token, this.#settings];
    const inputs = jobs.map(({ head }) => head.inputs).join(" ");
    const id = `${token}-${index}-${digestOf(inputs).slice(0, 8)}`;
    const flight = new Flight({ token, id, single: null, index, segment, settings, jobs });
    this.#flights.set(id, flight);
    this.#send(flight, flight.message).catch(flight.answer.reject);
    return flight.answer.promise;
  }

  /** Lets the queue delete the answers to chunks that are safely on disk. */
  written(chunks: readonly SolvedChunk[]): void {
    const indices = new Set(chunks.map(({ index }) => index));
    for (const [id, flight] of this.#flights) {
      if (!indices.has(flight.message.index)) continue;
      flight.written.resolve();
      this.#flights.delete(id);
    }
  }

  /** Answers null for all chunks in progress that workers have not answered. */
  stop(): void {
    for (const { hasLanded, answer } of this.#flights.values()) if (!hasLanded) answer.resolve(null);
  }

  async close(isFinished: boolean): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#looking);
    for (const { written } of this.#flights.values()) written.resolve();
    const { values, lost } = this.#link;
    const isThere = await Promise.race([
      values.remove(batchKey(this.#token)).then(() => true),
      lost.catch(() => false),
    ]);
    if (isThere) {
      // Take written answers off the queue; leave the others there for the next run.
      await this.#receiver.close(!isFinished);
      if (isFinished) await this.#results.clear();
    } else void this.#receiver.close(true).catch(() => {});
    const closing = [this.#stalled.close(true), this.#chunks.close(), this.#results.close()];
    await Promise.race([Promise.all(closing), lost.catch(() => {})]);
    await this.#link.close();
  }

  /** Sends a message after its files, unless the queue has it already. */
  async #send(flight: Flight, message: ChunkMessage): Promise<void> {
    flight.touched = performance.now();
    const { rules, scoring } = this.#settings;
    await this.#files.send([...message.jobs.flatMap(filesOf), ...rules, ...scoring], this.#folder);
    await this.#chunks.add(messageIds(message).chunk, message);
  }

  /** Accepts an answer; the queue keeps it until this resolves. Ignores answers to unknown chunks. */
  async #receive({ data }: Job): Promise<void> {
    const answer = data as ResultMessage;
    const flight = this.#flights.get(answer.id);
    if (this.#isClosed || flight === undefined) return;
    flight.touched = performance.now();
    if (answer.single !== null) return flight.landSingle(answer.single, await solvedJob(answer));
    if (!flight.hasLanded) flight.land(solvedChunk(answer));
    await flight.written.promise;
    if (this.#isClosed && this.#flights.has(answer.id)) throw new Error("not written");
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      await this.#announce();
      for (const job of await this.#chunks.failed()) await this.#mend(job);
      await this.#sendAgain();
    } catch {
      // The link reports a server that is away for long.
    } finally {
      this.#isLooking = false;
    }
  }

  /**
   * Announces the batch. If an earlier announcement is gone, the server has lost its data: marks all chunks
   * as silent, so that they are sent again.
   */
  async #announce(): Promise<void> {
    const { values } = this.#link;
    const key = batchKey(this.#token);
    const isKnown = this.#announced > 0 && (await values.has(key));
    if (this.#announced > 0 && !isKnown)
      for (const flight of this.#flights.values()) flight.touched = Number.NEGATIVE_INFINITY;
    if (isKnown && performance.now() - this.#announced < (ANNOUNCED_SECONDS / 4) * 1_000) return;
    await values.put(key, Buffer.from(JSON.stringify(this.#versions)), ANNOUNCED_SECONDS);
    this.#announced = performance.now();
  }

  /** Resends a failed message of this batch: job by job if its workers died. */
  async #mend(job: Job): Promise<void> {
    const message = job.data as ChunkMessage;
    if (message.token !== this.#token) return;
    const flight = this.#flights.get(message.id);
    await job.remove();
    if (flight === undefined || flight.hasLanded) return;
    const reason = job.failedReason ?? "";
    if (/stalled/.test(reason)) {
      // Its workers died one after the other.
      if (message.single !== null) return this.#suspect(flight, message);
      flight.takeApart();
      for (const alone of flight.unanswered()) {
        await this.#link.values.remove(begunKey(alone));
        await this.#send(flight, alone);
      }
      return;
    }
    if (reason === MISSING) this.#files.forget();
    flight.faults += 1;
    if (flight.faults <= MOST_FAULTS) return this.#send(flight, message);
    flight.answer.reject(
      new BatchError(
        "batch-workers",
        `Workers failed ${flight.faults} times at the same jobs: ${reason}. Check the workers, then run the same command to continue.`,
      ),
    );
  }

  /** Fails a job that was sent alone if `DEATHS` workers died after starting it; else sends it again. */
  async #suspect(flight: Flight, message: ChunkMessage): Promise<void> {
    const begun = await this.#link.values.get(begunKey(message));
    const attempts = Number(Buffer.from(begun ?? []).toString());
    if (attempts < DEATHS) return this.#send(flight, message);
    const [job] = message.jobs;
    if (job && message.single !== null)
      flight.landSingle(message.single, unanswered(job.head, deadly(), { seconds: 0, attempts }));
  }

  /** Resends the messages of silent chunks that the queue no longer has. */
  async #sendAgain(): Promise<void> {
    const now = performance.now();
    for (const flight of this.#flights.values()) {
      if (now - flight.touched < SILENCE_MS) continue;
      for (const message of flight.unanswered()) {
        const { chunk, result } = messageIds(message);
        if ((await this.#chunks.has(chunk)) || (await this.#results.has(result))) continue;
        this.#files.forget();
        await this.#send(flight, message);
      }
      flight.touched = performance.now();
    }
  }
}

/** The token that identifies a folder's batch in a shared queue. The first run creates it. */
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
