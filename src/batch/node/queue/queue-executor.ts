import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { Job, Queue, Worker } from "bullmq";
import { BatchError } from "../../batch-error.ts";
import { filesOf } from "../../job-request.ts";
import { encodeRow } from "../../row.ts";
import { timingLine } from "../../timing.ts";
import { rowDigest } from "../file-digests.ts";
import { packChunk } from "../packed-chunk.ts";
import type { SolvedJob } from "../pool-entry.ts";
import type { PreparedJob } from "../prepare.ts";
import type { PreparedChunk } from "../prepared-chunks.ts";
import { deadly } from "../solve-job.ts";
import type { SolvedChunk } from "../store.ts";
import type { Link } from "./link.ts";
import {
  begunKey,
  type ChunkMessage,
  chunksQueue,
  DEATHS,
  type Kind,
  messageIds,
  type ResultMessage,
  resultsQueue,
  type SharedSettings,
  STALLED,
} from "./messages.ts";
import { FileSender, MISSING } from "./shared-files.ts";

const expand = promisify(gunzip);

/** Milliseconds between looks at what goes wrong. */
const LOOK = 2_000;

/** Milliseconds after which a chunk that nobody knows any more is sent again. */
const SILENCE = 10_000;

/** How often a chunk may fail for reasons that are not its jobs'. */
const FAULTS = 5;

/** Seconds for which a batch is announced at a time. */
const ANNOUNCED = 60;

/** What a batch is sent with. */
export interface Sending {
  readonly link: Link;
  /** What tells the batch from others, whoever runs it and how often. */
  readonly token: string;
  readonly kind: Kind;
  readonly settings: SharedSettings;
  /** Where the names of jobs' files start from. */
  readonly folder: string;
  /** Chunks on their way at a time; as many answers may wait to be written. */
  readonly window: number;
}

/** A chunk on its way. */
interface Flight {
  readonly message: ChunkMessage;
  readonly resolve: (chunk: SolvedChunk | null) => void;
  readonly reject: (error: unknown) => void;
  /** Settled once its answer is written: only then does the queue forget it. */
  readonly written: Promise<void>;
  readonly settle: () => void;
  touched: number;
  faults: number;
  landed: boolean;
  /** Its jobs' answers, where they are sent one by one. */
  singles: SolvedJob[] | null;
}

/** Has chunks solved by whichever workers there are, and takes each answer once. */
export class QueueExecutor {
  readonly #sending: Sending;
  readonly #files: FileSender;
  readonly #chunks: Queue;
  readonly #results: Worker;
  readonly #stalled: Worker;
  /** By the chunk's id, in the order in which they are written. */
  readonly #flights = new Map<string, Flight>();
  readonly #timer: NodeJS.Timeout;
  #announced = 0;
  #isLooking = false;
  #isClosed = false;

  constructor(sending: Sending) {
    const { link, token, kind, window } = sending;
    this.#sending = sending;
    this.#files = new FileSender(link.values);
    this.#chunks = link.queue(chunksQueue(kind));
    this.#results = link.worker(resultsQueue(token), (job) => this.#receive(job), {
      concurrency: window,
      lockDuration: 5_000,
      stalledInterval: 2_000,
      maxStalledCount: 1_000,
      removeOnComplete: { count: 0 },
      drainDelay: 1,
    });
    this.#stalled = link.worker(chunksQueue(kind), null, {
      autorun: false,
      ...STALLED,
    });
    void this.#stalled.startStalledCheckTimer().catch(() => {});
    this.#timer = setInterval(() => void this.#look(), LOOK);
    void this.#look();
    link.lost.catch((error) => this.#fail(error));
  }

  /** Sends a chunk, and gives what comes back. */
  async execute({ place, jobs }: PreparedChunk): Promise<SolvedChunk | null> {
    const { token, settings } = this.#sending;
    const digest = createHash("sha256")
      .update(jobs.map(({ head }) => head.inputs).join(" "))
      .digest("hex");
    const id = `${token}-${place.index}-${digest.slice(0, 8)}`;
    const message: ChunkMessage = {
      token,
      id,
      single: null,
      index: place.index,
      segment: place.segment,
      settings,
      jobs,
    };
    const { promise: written, resolve: settle } = withResolvers<void>();
    return new Promise((resolve, reject) => {
      const flight: Flight = {
        ...{ message, resolve, reject, written, settle, faults: 0, landed: false, singles: null },
        touched: performance.now(),
      };
      this.#flights.set(id, flight);
      this.#send(flight, message).catch(reject);
    });
  }

  /** Chunks are safe: the queue may forget them. */
  written(chunks: readonly SolvedChunk[]): void {
    const indices = new Set(chunks.map(({ index }) => index));
    for (const [id, flight] of this.#flights) {
      if (!indices.has(flight.message.index)) continue;
      flight.settle();
      this.#flights.delete(id);
    }
  }

  /** Takes no answers any more, and lets go of what is not written. */
  stop(): void {
    for (const flight of this.#flights.values()) if (!flight.landed) flight.resolve(null);
  }

  /** `finished`: nobody needs what the queue has of the batch any more. */
  async close(finished: boolean): Promise<void> {
    const { link, token } = this.#sending;
    this.#isClosed = true;
    clearInterval(this.#timer);
    for (const flight of this.#flights.values()) flight.settle();
    const isThere = await Promise.race([
      link.values.remove(`batch:${token}`).then(() => true),
      link.lost.catch(() => false),
    ]);
    if (isThere) {
      // What is written but not yet taken from the queue is taken; what is not stays there for the next run.
      await this.#results.close(!finished);
      if (finished) {
        const queue = link.queue(resultsQueue(token));
        await queue.obliterate({ force: true });
        await queue.close();
      }
    } else void this.#results.close(true).catch(() => {});
    await Promise.race([
      Promise.all([this.#stalled.close(true), this.#chunks.close()]),
      link.lost.catch(() => {}),
    ]);
  }

  async #send(flight: Flight, message: ChunkMessage): Promise<void> {
    const { folder, settings } = this.#sending;
    flight.touched = performance.now();
    const files = message.jobs.flatMap(filesOf);
    await this.#files.send([...files, ...settings.rules, ...settings.scoring], folder);
    await this.#chunks.add("chunk", message, {
      jobId: messageIds(message).chunk,
      removeOnComplete: true,
      attempts: 1,
    });
  }

  /** Takes an answer; the queue keeps it until it is written. One that nobody waits for is forgotten. */
  async #receive({ data }: Job): Promise<void> {
    const answer = data as ResultMessage;
    const flight = this.#flights.get(answer.id);
    if (this.#isClosed || flight === undefined) return;
    flight.touched = performance.now();
    if (answer.single !== null) return this.#receiveSingle(flight, answer);
    if (!flight.landed) {
      flight.landed = true;
      const bytes = (text: string) => Buffer.from(text, "base64");
      flight.resolve({
        index: answer.index,
        segment: answer.segment,
        rows: bytes(answer.rows),
        results: bytes(answer.results),
        timings: bytes(answer.timings),
        states: answer.states,
      });
    }
    await flight.written;
    if (this.#isClosed && this.#flights.has(answer.id)) throw new Error("not written");
  }

  async #receiveSingle(flight: Flight, answer: ResultMessage): Promise<void> {
    if (flight.singles === null || answer.single === null) return;
    const bytes = (text: string) => Buffer.from(text, "base64");
    const [state] = Object.entries(answer.states).find(([, count]) => count === 1)!;
    this.#settleSingle(flight, answer.single, {
      row: await expand(bytes(answer.rows)),
      result: bytes(answer.results).toString("utf8"),
      timing: bytes(answer.timings).toString("utf8"),
      state: state as SolvedJob["state"],
    });
  }

  #settleSingle(flight: Flight, single: number, solved: SolvedJob): void {
    const { message, singles } = flight;
    singles![single] ??= solved;
    if (flight.landed || message.jobs.some((_, index) => singles![index] === undefined)) return;
    flight.landed = true;
    packChunk(message, singles!).then(flight.resolve, flight.reject);
  }

  /** Looks after chunks that failed, and after the oldest one if nobody has heard of it for long. */
  async #look(): Promise<void> {
    if (this.#isLooking || this.#isClosed) return;
    this.#isLooking = true;
    try {
      await this.#announce();
      for (const job of await this.#chunks.getFailed(0, 100)) await this.#mend(job);
      await this.#sendAgain();
    } catch {
      // A server that is gone for long is told of by the link.
    } finally {
      this.#isLooking = false;
    }
  }

  /** Says that there is the batch. What was said and is not known any more was lost, and all that was sent with it. */
  async #announce(): Promise<void> {
    const { link, token, kind } = this.#sending;
    const key = `batch:${token}`;
    const isKnown = this.#announced > 0 && (await link.values.has(key));
    if (this.#announced > 0 && !isKnown)
      for (const flight of this.#flights.values()) flight.touched = Number.NEGATIVE_INFINITY;
    if (isKnown && performance.now() - this.#announced < (ANNOUNCED / 4) * 1_000) return;
    await link.values.put(key, Buffer.from(JSON.stringify(kind)), ANNOUNCED);
    this.#announced = performance.now();
  }

  async #mend(job: Job): Promise<void> {
    const message = job.data as ChunkMessage;
    const flight = this.#flights.get(message.id);
    if (message.token !== this.#sending.token) return;
    await job.remove();
    if (flight === undefined || flight.landed) return;
    const reason = job.failedReason ?? "";
    if (/stalled/.test(reason)) {
      // Its workers died, one after the other.
      if (message.single !== null) return this.#suspect(flight, message);
      flight.singles ??= [];
      for (const [single, one] of message.jobs.entries()) {
        const alone: ChunkMessage = { ...message, single, jobs: [one] };
        await this.#sending.link.values.remove(begunKey(alone));
        await this.#send(flight, alone);
      }
      return;
    }
    if (reason === MISSING) this.#files.forget();
    flight.faults += 1;
    if (flight.faults <= FAULTS) return this.#send(flight, message);
    flight.reject(new BatchError("batch-workers", `Workers fail again and again: ${reason}.`));
  }

  /** A job is to blame for what workers died of that had begun it alone; else it only waited there. */
  async #suspect(flight: Flight, message: ChunkMessage): Promise<void> {
    const begun = Number(
      Buffer.from((await this.#sending.link.values.get(begunKey(message))) ?? []).toString(),
    );
    if (begun >= DEATHS) this.#blame(flight, message.single!, begun);
    else await this.#send(flight, message);
  }

  #blame(flight: Flight, single: number, attempts: number): void {
    const { head }: PreparedJob = flight.message.jobs[single]!;
    const { row, result, state } = encodeRow(head, deadly(), rowDigest);
    const { id, line } = head;
    this.#settleSingle(flight, single, {
      row: Buffer.from(row),
      result,
      state,
      timing: timingLine({ id, line, seconds: 0, worker: null, attempts }),
    });
  }

  /** The queue may have lost what was sent: the oldest chunk that it does not know is sent again, and so are the others. */
  async #sendAgain(): Promise<void> {
    const now = performance.now();
    for (const flight of this.#flights.values()) {
      if (flight.landed || now - flight.touched < SILENCE) continue;
      const { message, singles } = flight;
      const messages =
        singles === null
          ? [message]
          : message.jobs
              .map((one, single) => ({ ...message, single, jobs: [one] }))
              .filter(({ single }) => singles[single] === undefined);
      for (const one of messages) {
        const ids = messageIds(one);
        if ((await this.#chunks.getJob(ids.chunk)) !== undefined) continue;
        if (await this.#hasAnswer(ids.result)) continue;
        this.#files.forget();
        await this.#send(flight, one);
      }
      flight.touched = performance.now();
    }
  }

  async #hasAnswer(id: string): Promise<boolean> {
    const queue = this.#sending.link.queue(resultsQueue(this.#sending.token));
    try {
      return (await queue.getJob(id)) !== undefined;
    } finally {
      await queue.close();
    }
  }

  #fail(error: unknown): void {
    for (const flight of this.#flights.values()) flight.reject(error);
  }
}

function withResolvers<Value>() {
  let resolve: (value: Value) => void = () => {};
  const promise = new Promise<Value>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
