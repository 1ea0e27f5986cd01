import type { Job } from "bullmq";
import { BatchError } from "../../batch-error.ts";
import { deadly } from "../../outcome.ts";
import { encodeRow } from "../../row.ts";
import { timingLine } from "../../timing.ts";
import { rowDigest } from "../file-digests.ts";
import type { SolvedJob } from "../packed-chunk.ts";
import type { PreparedJob } from "../prepare.ts";
import type { ChunkSender, Sending } from "./chunk-sender.ts";
import type { Flight } from "./flight.ts";
import { batchKey, begunKey, type ChunkMessage, DEATHS } from "./messages.ts";
import { MISSING } from "./shared-files.ts";

/** Milliseconds between checks for failures. */
const LOOK = 2_000;

/** Milliseconds after which a chunk that the queue no longer has is sent again. */
const SILENCE = 10_000;

/** Maximum number of failures of a chunk for reasons other than its jobs. */
const FAULTS = 5;

/** Seconds for which an announcement of a batch is valid. */
const ANNOUNCED = 60;

/** Announces a batch and resends chunks that were lost with their workers or by the queue. */
export class FlightWatch {
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
