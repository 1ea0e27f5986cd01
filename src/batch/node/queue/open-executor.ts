import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { Job } from "bullmq";
import { withResolvers } from "../../../shared/clock.ts";
import { BatchError } from "../../batch-record.ts";
import { filesOf, type InputFile } from "../../job-request.ts";
import { deadly } from "../../row.ts";
import type { BatchOptions, Executor, OpenBatch, QueueAddress } from "../contract.ts";
import { digestOf } from "../file-digests.ts";
import { writeDurably } from "../folder.ts";
import { packChunk, type SolvedChunk, type SolvedJob, unanswered } from "../store.ts";
import { type Link, openLink } from "./link.ts";
import {
  batchKey,
  begunKey,
  type ChunkMessage,
  chunksQueue,
  DEATHS,
  fileSender,
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
  readonly answer = withResolvers<SolvedChunk | null>();
  /** Resolves when the answer is written or will never be; until then the queue keeps it. */
  readonly written = withResolvers<void>();
  /** When it was sent or last seen. */
  touched = performance.now();
  /** How often it failed for reasons other than its jobs. */
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

  /** From now on, sends its jobs one by one; keeps existing answers. */
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

  unanswered(): ChunkMessage[] {
    if (this.hasLanded) return [];
    if (this.#singles === null) return [this.message];
    return this.message.jobs.flatMap((job, single) =>
      this.#singles?.[single] ? [] : { ...this.message, single, jobs: [job] },
    );
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

type ChunkSender = ReturnType<typeof chunkSender>;

/** The sending side of a batch: sends chunks with all files that they name. */
function chunkSender({ link, token, kind, folder, settings }: Sending) {
  const files = fileSender(link.values);
  const chunks = link.queue(chunksQueue(kind));
  const results = link.queue(resultsQueue(token));
  return {
    /** Sends a message; a second copy has no effect. */
    async send(message: ChunkMessage): Promise<void> {
      const named = message.jobs.flatMap(filesOf);
      await files.send([...named, ...settings.rules, ...settings.scoring], folder);
      await chunks.add(messageIds(message).chunk, message);
    },
    /** Whether the queue has a message or its answer. */
    async knows(message: ChunkMessage): Promise<boolean> {
      const ids = messageIds(message);
      return (await chunks.has(ids.chunk)) || results.has(ids.result);
    },
    /** Some messages, of any batch, that no worker could answer. */
    failed: () => chunks.failed(),
    /** Forgets which files were sent, because the queue may have lost them. */
    forgetFiles: () => files.forget(),
    removeAnswers: () => results.clear(),
    close: () => Promise.all([chunks.close(), results.close()]),
  };
}

/** Milliseconds between checks for failures. */
const LOOK = 2_000;

/** Milliseconds after which a chunk that the queue no longer has is sent again. */
const SILENCE = 10_000;

/** Maximum number of failures of a chunk for reasons other than its jobs. */
const FAULTS = 5;

/** Seconds for which an announcement of a batch is valid. */
const ANNOUNCED = 60;

/**
 * Announces a batch and resends chunks that were lost with their workers or by the queue, until the returned
 * function is called. `flights`: chunks in progress by id.
 */
function watchFlights(
  { link: { values }, token, kind }: Sending,
  sender: ChunkSender,
  flights: ReadonlyMap<string, Flight>,
): () => void {
  let announced = 0;
  let isLooking = false;

  async function look(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    try {
      await announce();
      for (const job of await sender.failed()) await mend(job);
      await sendAgain();
    } catch {
      // The link reports a server that is away for long.
    } finally {
      isLooking = false;
    }
  }

  /**
   * Announces the batch. If the earlier announcement is missing, the queue has lost everything that was sent
   * with it.
   */
  async function announce(): Promise<void> {
    const key = batchKey(token);
    const isKnown = announced > 0 && (await values.has(key));
    if (announced > 0 && !isKnown)
      for (const flight of flights.values()) flight.touched = Number.NEGATIVE_INFINITY;
    if (isKnown && performance.now() - announced < (ANNOUNCED / 4) * 1_000) return;
    await values.put(key, Buffer.from(JSON.stringify(kind)), ANNOUNCED);
    announced = performance.now();
  }

  async function mend(job: Job): Promise<void> {
    const message = job.data as ChunkMessage;
    if (message.token !== token) return;
    const flight = flights.get(message.id);
    await job.remove();
    if (flight === undefined || flight.hasLanded) return;
    const reason = job.failedReason ?? "";
    if (/stalled/.test(reason)) {
      // Its workers died one after the other.
      if (message.single !== null) return suspect(flight, message);
      flight.takeApart();
      for (const alone of flight.unanswered()) {
        await values.remove(begunKey(alone));
        await send(flight, alone);
      }
      return;
    }
    if (reason === MISSING) sender.forgetFiles();
    flight.faults += 1;
    if (flight.faults <= FAULTS) return send(flight, message);
    flight.answer.reject(new BatchError("batch-workers", `Workers fail repeatedly: ${reason}.`));
  }

  /** Blames a job if workers died while it ran alone. A job that had not started yet is not blamed. */
  async function suspect(flight: Flight, message: ChunkMessage): Promise<void> {
    const begun = await values.get(begunKey(message));
    const attempts = Number(Buffer.from(begun ?? []).toString());
    if (attempts < DEATHS) return send(flight, message);
    const [job] = message.jobs;
    if (job && message.single !== null)
      flight.landSingle(message.single, unanswered(job.head, deadly(), { seconds: 0, attempts }));
  }

  /** Resends the messages of silent chunks that the queue no longer has. */
  async function sendAgain(): Promise<void> {
    const now = performance.now();
    for (const flight of flights.values()) {
      if (now - flight.touched < SILENCE) continue;
      for (const message of flight.unanswered()) {
        if (await sender.knows(message)) continue;
        sender.forgetFiles();
        await send(flight, message);
      }
      flight.touched = performance.now();
    }
  }

  async function send(flight: Flight, message: ChunkMessage): Promise<void> {
    flight.touched = performance.now();
    await sender.send(message);
  }

  const timer = setInterval(() => void look(), LOOK);
  void look();
  return () => clearInterval(timer);
}

const expand = promisify(gunzip);

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

/** Returns an executor that sends chunks to the queue's workers and accepts each answer once. */
export async function openQueueExecutor(
  { queue, solver, jobTimeout, rules, scoring }: BatchOptions & { readonly queue: QueueAddress },
  { places, record }: OpenBatch,
  folder: string,
): Promise<Executor> {
  const link = await openLink(queue.url, queue.patience);
  const { values, lost } = link;
  const [token, kind] = [await tokenIn(places.out), ownKind()];
  const settings: SharedSettings = {
    ...{ stamp: record.stamp, solver, jobTimeout },
    rules: await inputFiles(rules),
    scoring: await inputFiles(scoring),
  };
  const sending = { link, folder, token, kind, settings };
  const sender = chunkSender(sending);
  /** By chunk id, in the order in which they are written. */
  const flights = new Map<string, Flight>();
  let isClosed = false;

  /** Accepts an answer, which the queue keeps until it is written. Ignores answers to unknown chunks. */
  async function receive({ data }: Job): Promise<void> {
    const answer = data as ResultMessage;
    const flight = flights.get(answer.id);
    if (isClosed || flight === undefined) return;
    flight.touched = performance.now();
    if (answer.single !== null) return flight.landSingle(answer.single, await solvedJob(answer));
    if (!flight.hasLanded) flight.land(solvedChunk(answer));
    await flight.written.promise;
    if (isClosed && flights.has(answer.id)) throw new Error("not written");
  }

  const results = link.worker(resultsQueue(token), receive, {
    concurrency: WINDOW,
    lockDuration: 5_000,
    stalledInterval: 2_000,
    maxStalledCount: 1_000,
    removeOnComplete: { count: 0 },
    drainDelay: 1,
  });
  const stalled = link.worker(chunksQueue(kind), null, { autorun: false, ...STALLED });
  void stalled.startStalledCheckTimer().catch(() => {});
  const stopWatching = watchFlights(sending, sender, flights);
  lost.catch((error) => {
    for (const { answer } of flights.values()) answer.reject(error);
  });
  return {
    window: WINDOW,
    async execute({ place: { index, segment }, jobs }) {
      const inputs = jobs.map(({ head }) => head.inputs).join(" ");
      const id = `${token}-${index}-${digestOf(inputs).slice(0, 8)}`;
      const flight = new Flight({ token, id, single: null, index, segment, settings, jobs });
      flights.set(id, flight);
      sender.send(flight.message).catch(flight.answer.reject);
      return flight.answer.promise;
    },
    /** Lets the queue delete chunks that are safely written. */
    written(chunks) {
      const indices = new Set(chunks.map(({ index }) => index));
      for (const [id, flight] of flights) {
        if (!indices.has(flight.message.index)) continue;
        flight.written.resolve();
        flights.delete(id);
      }
    },
    /** Releases all unwritten chunks. */
    stop() {
      for (const { hasLanded, answer } of flights.values()) if (!hasLanded) answer.resolve(null);
    },
    async close(isFinished) {
      isClosed = true;
      stopWatching();
      for (const { written } of flights.values()) written.resolve();
      const isThere = await Promise.race([
        values.remove(batchKey(token)).then(() => true),
        lost.catch(() => false),
      ]);
      if (isThere) {
        // Take written answers off the queue; leave the others there for the next run.
        await results.close(!isFinished);
        if (isFinished) await sender.removeAnswers();
      } else void results.close(true).catch(() => {});
      await Promise.race([Promise.all([stalled.close(true), sender.close()]), lost.catch(() => {})]);
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
