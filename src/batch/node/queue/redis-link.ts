import { BatchError } from "../../batch-error.ts";
import type { Backend, Values } from "./backend.ts";
import { messageQueue } from "./message-queue.ts";
import { required } from "./required.ts";

/** Before every key; the braces keep all of them together where there are several servers. */
const PREFIX = "{dfs-lineups}";

/** Milliseconds between attempts to reach a server that is gone. */
const RETRY = 500;

/** Queues in Redis. @throws BatchError for a server that would throw queues away when it is full */
export async function openRedis(url: string): Promise<Backend> {
  const { Queue, Worker } = required("bullmq") as typeof import("bullmq");
  const { Redis } = required("ioredis") as typeof import("ioredis");
  const redis = new Redis(url, {
    maxRetriesPerRequest: null,
    retryStrategy: () => RETRY,
    connectTimeout: 5_000,
  });
  redis.on("error", ignore);
  try {
    await refuseEviction(redis);
  } catch (error) {
    redis.disconnect();
    throw error;
  }
  const connection = { url, maxRetriesPerRequest: null, retryStrategy: () => RETRY };
  const place = (key: string) => `${PREFIX}:value:${key}`;
  const values: Values = {
    async put(key, bytes, seconds) {
      await redis.set(place(key), Buffer.from(bytes), "EX", seconds);
    },
    get: (key) => redis.getBuffer(place(key)),
    has: async (key) => (await redis.exists(place(key))) === 1,
    async remove(key) {
      await redis.del(place(key));
    },
    async list(prefix) {
      const found: Buffer[] = [];
      for (let cursor = "0"; ; ) {
        const [next, keys] = await redis.scan(
          cursor,
          "MATCH",
          `${PREFIX.replaceAll(/[{}]/g, "\\$&")}:value:${prefix}*`,
          "COUNT",
          1000,
        );
        for (const key of keys) found.push(...[await redis.getBuffer(key)].flatMap((value) => value ?? []));
        if (next === "0") return found;
        cursor = next;
      }
    },
  };
  return {
    values,
    queue(name) {
      const queue = new Queue(name, {
        connection,
        prefix: PREFIX,
        skipWaitingForReady: true,
        streams: { events: { maxLen: 100 } },
      });
      queue.on("error", ignore);
      // The client itself keeps what is asked while there is no connection.
      return messageQueue((work) => work(queue));
    },
    worker(name, processor, options) {
      const worker = new Worker(name, processor, { ...options, connection, prefix: PREFIX });
      worker.on("error", ignore);
      return worker;
    },
    async close() {
      redis.disconnect();
    },
  };
}

async function refuseEviction(redis: {
  config(name: "GET", value: string): Promise<unknown>;
}): Promise<void> {
  let policy: string | undefined;
  try {
    policy = ((await redis.config("GET", "maxmemory-policy")) as string[])[1];
  } catch {
    // Hosted servers may not tell.
    return;
  }
  if (policy === undefined || policy === "noeviction") return;
  throw new BatchError(
    "batch-queue",
    `The Redis server's maxmemory-policy is ${policy}: it would throw jobs away when it is full. Set it to noeviction.`,
  );
}

/** Connections are made again; whoever waits for too long is told by the link. */
function ignore(): void {}
