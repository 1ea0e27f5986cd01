import { createRequire } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import type { Job, Queue, Worker, WorkerOptions } from "bullmq";
import { type InvalidRequestError, invalidRequest } from "../../../shared/errors.ts";
import { BatchError } from "../../batch-record.ts";

/** Loads a CommonJS package in half the time of `import`, which first scans each file for its exports. */
const required: NodeJS.Require = createRequire(import.meta.url);

/**
 * Returns which kind of server an address is for, by its protocol.
 * @throws InvalidRequestError for any other protocol. The message does not quote the address, which may
 * contain a password.
 */
export function queueKind(url: string): "redis" | "postgres" {
  if (/^rediss?:\/\//.test(url)) return "redis";
  if (/^postgres(ql)?:\/\//.test(url)) return "postgres";
  throw queueRefusal(
    "takes the address of a Redis or PostgreSQL server: redis://HOST or postgres://HOST/DATABASE.",
  );
}

function queueRefusal(reason: string): InvalidRequestError {
  return invalidRequest("invalid-option", "--queue", `--queue ${reason}`);
}

/** A key-value store on the queue's server, for files of jobs and announcements of batches. */
export interface Values {
  /** Stores bytes for this many seconds. */
  put(key: string, bytes: Uint8Array, seconds: number): Promise<void>;
  get(key: string): Promise<Uint8Array | null>;
  has(key: string): Promise<boolean>;
  remove(key: string): Promise<void>;
  /** The values whose keys begin with the prefix. */
  list(prefix: string): Promise<readonly Uint8Array[]>;
}

/** What a queue's server offers, whether Redis or PostgreSQL. */
interface Backend {
  readonly values: Values;
  queue(name: string): MessageQueue;
  worker(
    name: string,
    processor: ((job: Job) => Promise<void>) | null,
    options: Omit<WorkerOptions, "connection">,
  ): Worker;
  close(): Promise<void>;
}

/** A connection to a queue's server, which notices when the server no longer answers. */
export interface Link extends Backend {
  /** Rejects when the server has not answered for too long; never resolves. */
  readonly lost: Promise<never>;
}

/** A queue of messages with ids. While the server cannot be reached, calls wait, until the link is closed. */
export interface MessageQueue {
  /** Adds a message, unless the queue has one with this id. */
  add(id: string, message: object): Promise<void>;
  has(id: string): Promise<boolean>;
  /** Up to 101 of the messages that failed in their workers. */
  failed(): Promise<readonly Job[]>;
  /** Removes all messages and the queue. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

/** A queue of BullMQ. `call` runs work on it, and may run the work again if the server was away. */
function messageQueue(
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

/** The prefix of every key; the braces keep all keys on one server of a cluster. */
const PREFIX = "{dfs-lineups}";

/** Milliseconds between attempts to reach a server that is gone. */
const RECONNECT_MS = 500;

/** Connects to Redis. @throws BatchError for a server that evicts keys when its memory is full */
async function openRedis(url: string): Promise<Backend> {
  const { Queue, Worker } = required("bullmq") as typeof import("bullmq");
  const { Redis } = required("ioredis") as typeof import("ioredis");
  const redis = new Redis(url, {
    maxRetriesPerRequest: null,
    retryStrategy: () => RECONNECT_MS,
    connectTimeout: 5_000,
  });
  redis.on("error", ignore);
  try {
    await refuseEviction(redis);
  } catch (error) {
    redis.disconnect();
    throw error;
  }
  const connection = { url, maxRetriesPerRequest: null, retryStrategy: () => RECONNECT_MS };
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
    `The Redis server would delete jobs when its memory is full: its maxmemory-policy is ${policy}. Set that to noeviction.`,
  );
}

/** Ignores errors: the client reconnects by itself, and the link reports a long absence. */
function ignore(): void {}

/** Milliseconds between checks whether the server answers. */
const CHECK_MS = 1_000;

/** Maximum number of checks that wait for an answer at the same time. */
const MOST_UNANSWERED_CHECKS = 4;

const PACKAGES = { redis: ["bullmq", "ioredis"], postgres: ["bullmq", "pg"] } as const;

/**
 * Connects to a queue's server, which counts as gone after `patience` milliseconds without an answer.
 * @throws InvalidRequestError for a wrong address or missing packages; BatchError if the server does not
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
    throw new BatchError(
      "batch-queue",
      `The queue cannot be used: ${message}. Check the address of --queue and its server.`,
      error,
    );
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
    // After this process was suspended, count the time as one check: it has not yet read the answers.
    silence += Math.min(performance.now() - beaten, 1.5 * CHECK_MS);
    beaten = performance.now();
    if (silence > patience) refuse(silent(patience));
    if (looks === MOST_UNANSWERED_CHECKS) return;
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
  }, CHECK_MS);
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
    `The queue's server has not answered for ${milliseconds / 1000} s. Everything written is safe; once the server is back, run the same command to continue.`,
  );
}

const SCHEMA = "dfs_lineups";

/** Connects to PostgreSQL, where BullMQ has tables of its own for queues. */
async function openPostgres(url: string): Promise<Backend> {
  const { Queue, Worker, createPostgresBackend } = required("bullmq") as typeof import("bullmq");
  const pg = required("pg") as typeof import("pg").default;
  const pool = new pg.Pool({ connectionString: url, max: 4, connectionTimeoutMillis: 5_000 });
  pool.on("error", ignore);
  let isClosed = false;

  /** Repeats work while the server is away, such as during a restart. */
  async function persist<Result>(work: () => Promise<Result>): Promise<Result> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (isClosed || !isAway(error)) throw error;
        await sleep(RECONNECT_MS, undefined, { ref: false });
      }
    }
  }

  const query = (text: string, parameters?: readonly unknown[]) =>
    persist(() => pool.query(text, parameters));
  const table = `${SCHEMA}.batch_values`;
  // The lock lets several clients create the table at the same time.
  await query(
    `begin; select pg_advisory_xact_lock(hashtext('${SCHEMA}')); create schema if not exists ${SCHEMA}; create table if not exists ${table} (key text primary key, bytes bytea not null, until timestamptz not null); delete from ${table} where until < now(); commit`,
  );
  const connection = { connectionString: url, schema: SCHEMA, migrate: true };
  const values: Values = {
    async put(key, bytes, seconds) {
      await query(
        `insert into ${table} values ($1, $2, now() + make_interval(secs => $3)) on conflict (key) do update set bytes = excluded.bytes, until = excluded.until`,
        [key, Buffer.from(bytes), seconds],
      );
    },
    async get(key) {
      const { rows } = await query(`select bytes from ${table} where key = $1 and until > now()`, [key]);
      return (rows[0]?.["bytes"] as Buffer | undefined) ?? null;
    },
    async has(key) {
      const { rowCount } = await query(`select 1 from ${table} where key = $1 and until > now()`, [key]);
      return rowCount === 1;
    },
    async remove(key) {
      await query(`delete from ${table} where key = $1`, [key]);
    },
    async list(prefix) {
      const { rows } = await query(
        `select bytes from ${table} where starts_with(key, $1) and until > now()`,
        [prefix],
      );
      return rows.map((row) => row["bytes"] as Buffer);
    },
  };
  return {
    values,
    queue(name) {
      const open = (): Queue => {
        const options = { connection, skipWaitingForReady: true };
        const queue = new Queue(name, options as never, createPostgresBackend as never);
        queue.on("error", ignore);
        return queue as never;
      };
      let current = open();
      return messageQueue((work) =>
        persist(async () => {
          const used = current;
          try {
            return await work(used);
          } catch (error) {
            // A client that found no server at first never becomes ready.
            if (used === current && isAway(error)) {
              current = open();
              used.close().catch(ignore);
            }
            throw error;
          }
        }),
      );
    },
    worker(name, processor, options) {
      const worker = new Worker(
        name,
        processor as never,
        { ...options, runRetryDelay: RECONNECT_MS, connection } as never,
        createPostgresBackend as never,
      );
      worker.on("error", ignore);
      return worker as never;
    },
    async close() {
      isClosed = true;
      await pool.end();
    },
  };
}

/** The error codes of a PostgreSQL server that stops, starts or has too many connections. */
const TEMPORARY_ERRORS = /^(08|57P0|53300)/;

/** Whether an error is due to an unreachable server, so that a retry can help. */
function isAway(error: unknown): boolean {
  const {
    code = "",
    severity,
    message,
  } = error as {
    readonly code?: string;
    readonly severity?: string;
    readonly message: string;
  };
  if (severity !== undefined) return TEMPORARY_ERRORS.test(code);
  return /^E[A-Z_]+$/.test(code) || /connection|connect|timeout/i.test(message);
}
