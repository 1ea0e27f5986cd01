import { BatchError } from "../../batch-error.ts";
import { queueKind, queueRefusal } from "./address.ts";
import type { Backend, Link, Values } from "./backend.ts";
import { messageQueue } from "./message-queue.ts";
import { openPostgres } from "./postgres-link.ts";
import { required } from "./required.ts";

/** The prefix of every key; the braces keep all keys on one server of a cluster. */
const PREFIX = "{dfs-lineups}";

/** Milliseconds between attempts to reach a server that is gone. */
const RETRY = 500;

/** Queues in Redis. @throws BatchError for a server that evicts keys when its memory is full */
async function openRedis(url: string): Promise<Backend> {
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
      // The client itself buffers commands while it is disconnected.
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
    // Hosted servers may not answer this.
    return;
  }
  if (policy === undefined || policy === "noeviction") return;
  throw new BatchError(
    "batch-queue",
    `The Redis server's maxmemory-policy is ${policy}: it would throw jobs away when it is full. Set it to noeviction.`,
  );
}

/** The client reconnects by itself; the link reports a long absence. */
function ignore(): void {}

/** Milliseconds between checks whether the server answers. */
const BEAT = 1_000;

/** Maximum number of unanswered checks. */
const LOOKS = 4;

const PACKAGES = { redis: ["bullmq", "ioredis"], postgres: ["bullmq", "pg"] } as const;

/**
 * Connects to a queue server: `redis://`, `rediss://` or `postgres://`.
 * @throws InvalidRequestError for another address or missing packages; BatchError if the server does not
 * answer
 */
export async function openLink(url: string, patience: number): Promise<Link> {
  const kind = queueKind(url);
  let backend: Backend;
  try {
    // Load the packages first: their loading time does not count against the server.
    for (const name of PACKAGES[kind]) required(name);
    backend = await within(patience, (kind === "redis" ? openRedis : openPostgres)(url));
  } catch (error) {
    if (error instanceof BatchError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND")
      throw queueRefusal(
        `needs the packages ${PACKAGES[kind].join(" and ")}. Run: npm install ${PACKAGES[kind].join(" ")}`,
      );
    throw new BatchError("batch-queue", `The queue cannot be used: ${message}.`, error);
  }
  let silence = 0;
  let looks = 0;
  let beaten = performance.now();
  let refuse: (error: unknown) => void = () => {};
  const lost = new Promise<never>((_, reject) => {
    refuse = reject;
  });
  lost.catch(() => {});
  const beat = setInterval(() => {
    // A process that was suspended has not yet read answers that came in the meantime: count that as one
    // beat.
    silence += Math.min(performance.now() - beaten, 1.5 * BEAT);
    beaten = performance.now();
    if (silence > patience) refuse(silent(patience));
    if (looks === LOOKS) return;
    looks += 1;
    const answered = () => {
      silence = 0;
    };
    backend.values
      .has("beat")
      .then(answered, () => {})
      .finally(() => {
        looks -= 1;
      });
  }, BEAT);
  return {
    ...backend,
    lost,
    async close() {
      clearInterval(beat);
      await backend.close();
    },
  };
}

async function within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(silent(milliseconds)), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function silent(milliseconds: number): BatchError {
  return new BatchError(
    "batch-queue",
    `The queue's server has not answered for ${milliseconds / 1000} s. Everything written is safe; once the server is back, the same command goes on.`,
  );
}
