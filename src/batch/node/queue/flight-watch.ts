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

/** Milliseconds between looks at what goes wrong. */
const LOOK = 2_000;

/** Milliseconds after which a chunk that nobody knows any more is sent again. */
const SILENCE = 10_000;

/** How often a chunk may fail for reasons that are not its jobs'. */
const FAULTS = 5;

/** Seconds for which a batch is announced at a time. */
const ANNOUNCED = 60;

/** Announces a batch, and looks after those of its chunks that workers died with or that the queue has lost. */
export class FlightWatch {
  readonly #sending: Sending;
  readonly #sender: ChunkSender;
  readonly #flights: ReadonlyMap<string, Flight>;
  readonly #timer: NodeJS.Timeout;
  #announced = 0;
  #isLooking = false;
  #isClosed = false;

  /** `flights`: what is on its way, by the chunks' ids. */
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
      // A server that is gone for long is told of by the link.
    } finally {
      this.#isLooking = false;
    }
  }

  /** Says that there is the batch. What was said and is not known any more was lost, and all that was sent with it. */
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
      // Its workers died, one after the other.
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

  /** A job is to blame for what workers died of that had begun it alone; else it only waited there. */
  async #suspect(flight: Flight, message: ChunkMessage): Promise<void> {
    const begun = await this.#sending.link.values.get(begunKey(message));
    const attempts = Number(Buffer.from(begun ?? []).toString());
    if (attempts < DEATHS) return this.#send(flight, message);
    const [job] = message.jobs;
    if (job && message.single !== null) flight.landSingle(message.single, blamed(job, attempts));
  }

  /** The queue may have lost what was sent: of chunks not heard of for long, what it does not know is sent again. */
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

/** What is told of a job that no worker survived. */
function blamed({ head }: PreparedJob, attempts: number): SolvedJob {
  const { row, result, state } = encodeRow(head, deadly(), rowDigest);
  const { id, line } = head;
  const timing = timingLine({ id, line, seconds: 0, worker: null, attempts });
  return { row: Buffer.from(row), result, state, timing };
}
