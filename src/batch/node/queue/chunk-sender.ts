import type { Job } from "bullmq";
import { filesOf } from "../../job-request.ts";
import type { Link } from "./backend.ts";
import type { MessageQueue } from "./message-queue.ts";
import {
  type ChunkMessage,
  chunksQueue,
  type Kind,
  messageIds,
  resultsQueue,
  type SharedSettings,
} from "./messages.ts";
import { FileSender } from "./shared-files.ts";

/** The data that a batch is sent with. */
export interface Sending {
  readonly link: Link;
  /** Identifies the batch, independent of the process and the number of runs. */
  readonly token: string;
  readonly kind: Kind;
  readonly settings: SharedSettings;
  /** The folder that file names in jobs are relative to. */
  readonly folder: string;
}

/** The sending side of a batch: sends chunks with all files that they name. */
export class ChunkSender {
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

  /** Deletes all answers. */
  async removeAnswers(): Promise<void> {
    await this.#results.clear();
  }

  async close(): Promise<void> {
    await Promise.all([this.#chunks.close(), this.#results.close()]);
  }
}
