import type { Job, Worker, WorkerOptions } from "bullmq";
import type { MessageQueue } from "./message-queue.ts";

/** Bytes by key, beside the queues: files of jobs, and who is there. */
export interface Values {
  /** Keeps bytes for so many seconds from now. */
  put(key: string, bytes: Uint8Array, seconds: number): Promise<void>;
  get(key: string): Promise<Uint8Array | null>;
  has(key: string): Promise<boolean>;
  remove(key: string): Promise<void>;
  /** The values whose keys begin so. */
  list(prefix: string): Promise<readonly Uint8Array[]>;
}

/** What one server of queues offers, whichever it is. */
export interface Backend {
  readonly values: Values;
  queue(name: string): MessageQueue;
  worker(
    name: string,
    processor: ((job: Job) => Promise<void>) | null,
    options: Omit<WorkerOptions, "connection">,
  ): Worker;
  close(): Promise<void>;
}

/** A backend that is watched. */
export interface Link extends Backend {
  /** Rejects once the server has not answered for too long; never resolves. */
  readonly lost: Promise<never>;
}
