import type { Job, Worker, WorkerOptions } from "bullmq";
import type { MessageQueue } from "./message-queue.ts";

/** Bytes by key, apart from the queues: files of jobs, and announcements. */
export interface Values {
  /** Stores bytes for this many seconds. */
  put(key: string, bytes: Uint8Array, seconds: number): Promise<void>;
  get(key: string): Promise<Uint8Array | null>;
  has(key: string): Promise<boolean>;
  remove(key: string): Promise<void>;
  /** The values whose keys begin with the prefix. */
  list(prefix: string): Promise<readonly Uint8Array[]>;
}

/** The interface of a queue server of any kind. */
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

/** A backend with a watch on its server. */
export interface Link extends Backend {
  /** Rejects when the server has not answered for too long; never resolves. */
  readonly lost: Promise<never>;
}
