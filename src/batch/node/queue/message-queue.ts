import type { Job, Queue } from "bullmq";

/** Messages by id. A call waits while the server is away, until the link is closed. */
export interface MessageQueue {
  /** Adds a message; a second copy has no effect. */
  add(id: string, message: object): Promise<void>;
  has(id: string): Promise<boolean>;
  /** Some of the messages that no worker could answer. */
  failed(): Promise<readonly Job[]>;
  /** Removes all messages and the queue. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

/** Messages in a BullMQ queue; `call` passes the queue to the work, and again for each useful retry. */
export function messageQueue(
  call: <Result>(work: (queue: Queue) => Promise<Result>) => Promise<Result>,
): MessageQueue {
  return {
    async add(id, message) {
      const options = { jobId: id, removeOnComplete: true, attempts: 1 };
      await call((queue) => queue.add("message", message, options));
    },
    has: (id) => call(async (queue) => (await queue.getJob(id)) !== undefined),
    failed: () => call((queue) => queue.getFailed(0, 100)),
    clear: () => call((queue) => queue.obliterate({ force: true })),
    close: () => call((queue) => queue.close()),
  };
}
