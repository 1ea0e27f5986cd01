import { spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { access, constants, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, resolve } from "node:path";
import type { KeyvStoreAdapter } from "keyv";
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis } from "rate-limiter-flexible";
import { invalidRequest } from "../../shared/errors.ts";

/**
 * Creates a rate limiter that allows each key `points` units in `seconds`. Each `name` is counted separately.
 */
export type RateLimiters = (limit: {
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
}) => RateLimiterAbstract;

/** Rate limiters that count in this process's memory. */
export const ownRates: RateLimiters = ({ points, seconds }) =>
  new RateLimiterMemory({ points, duration: seconds });

/** Storage outside the server's process; disposing of it closes it. */
export interface ServerCache extends AsyncDisposable {
  /** Stores the prediction service's documents. */
  readonly store: KeyvStoreAdapter;
  /** Rate limiters shared by all servers that use this cache; null if each server counts for itself. */
  readonly rates: RateLimiters | null;
}

const REDIS = /^rediss?:\/\//;

/**
 * Opens the cache at `location`: a Redis address (`redis://`, `rediss://`) or a file. Each kind needs a
 * package that is installed separately.
 * @throws InvalidRequestError that names the package to install, or says why the file cannot be used.
 */
export async function openCache(location: string, onError: (error: Error) => void): Promise<ServerCache> {
  const isRedis = REDIS.test(location);
  try {
    return await (isRedis ? openRedisCache(location, onError) : openLmdbCache(location, onError));
  } catch (error) {
    const name = isRedis ? "ioredis" : "lmdb";
    const { code, message } = error as NodeJS.ErrnoException;
    const reason =
      code === "ERR_MODULE_NOT_FOUND"
        ? `needs the package ${name}. Run: npm install ${name}`
        : `cannot be used: ${message}.`;
    throw invalidRequest("invalid-option", "cache", `The cache ${reason}`);
  }
}

const KEY_PREFIX = "dfs-lineups:";

/**
 * The time limit of one Redis command, in milliseconds; after that the server continues without the cache.
 */
const COMMAND_MS = 500;

/** Milliseconds between attempts to reconnect to Redis. */
const RECONNECT_MS = 1_000;

/**
 * A cache in Redis, which servers on any machines can share; they also share the counts of rate limits. While
 * Redis is unreachable, each server counts for itself and `onError` receives the error.
 */
async function openRedisCache(address: string, onError: (error: Error) => void): Promise<ServerCache> {
  const { Redis } = await import("ioredis");
  const redis = new Redis(address, {
    keyPrefix: KEY_PREFIX,
    commandTimeout: COMMAND_MS,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => RECONNECT_MS,
  });
  redis.on("error", onError);
  await new Promise<void>((resolve) => {
    redis.once("ready", resolve);
    // The server also starts without Redis, as it would continue without it.
    redis.once("error", () => resolve());
  });
  const store: KeyvStoreAdapter = {
    opts: {},
    get: async <Value>(key: string) => {
      const text = await redis.get(key);
      return (text ?? undefined) as Value | undefined;
    },
    set: (key: string, value: unknown, ttl?: number) =>
      ttl === undefined
        ? redis.set(key, String(value))
        : redis.set(key, String(value), "PX", Math.max(1, Math.round(ttl))),
    delete: async (key: string) => (await redis.del(key)) > 0,
    clear: () => Promise.reject(new Error("the cache is shared and is not cleared from here")),
    on: (event, listener) => redis.on(event, listener) as never,
  };
  return {
    store,
    rates: ({ name, points, seconds }) =>
      new RateLimiterRedis({
        storeClient: redis,
        keyPrefix: name,
        points,
        duration: seconds,
        rejectIfRedisNotReady: true,
        insuranceLimiter: new RateLimiterMemory({ points, duration: seconds }),
      }),
    [Symbol.asyncDispose]: async () => redis.disconnect(),
  };
}

interface Row {
  readonly value: unknown;
  /** Expiry in milliseconds since 1970; null for never. */
  readonly until: number | null;
}

/** Milliseconds between deletions of expired rows. */
const SWEEP_MS = 3_600_000;

/**
 * A cache in a file on this machine, which several processes may share. LMDB's writes are atomic, even if a
 * process crashes. `onError` receives errors of the periodic deletion of expired rows; other failed writes
 * reject.
 * @throws Error if the location is not writable, or if the file is not such a cache.
 */
async function openLmdbCache(file: string, onError: (error: Error) => void): Promise<ServerCache> {
  // LMDB would wait forever for a folder that cannot exist.
  await access(dirname(resolve(file)), constants.W_OK);
  const { open } = await import("lmdb");
  await checkReadable(file);
  // A batch per event turn would have a promise of its own, which no caller can catch.
  const database = open<Row, string>({ path: file, noSubdir: true, eventTurnBatching: false });
  const isPast = ({ until }: Row) => until !== null && until <= Date.now();

  async function sweep(): Promise<void> {
    const past = [...database.getRange()].filter(({ value }) => isPast(value));
    await Promise.all(past.map(({ key }) => committed(file, database.remove(key)))).catch(onError);
  }

  const events = new EventEmitter();
  const store: KeyvStoreAdapter = {
    opts: {},
    get: async <Value>(key: string) => {
      const row = database.get(key);
      return (row === undefined || isPast(row) ? undefined : row.value) as Value | undefined;
    },
    set: (key: string, value: unknown, ttl?: number) =>
      committed(file, database.put(key, { value, until: ttl === undefined ? null : Date.now() + ttl })),
    delete: (key: string) => committed(file, database.remove(key)),
    clear: () => committed(file, database.clearAsync()),
    on: (event, listener) => events.on(event, listener) as never,
  };
  await sweep();
  const sweeping = setInterval(() => void sweep(), SWEEP_MS).unref();
  return {
    store,
    rates: null,
    async [Symbol.asyncDispose]() {
      clearInterval(sweeping);
      await database.close();
    },
  };
}

/**
 * Waits for a write to the file. LMDB puts a failed write's cause into a second promise, which would end the
 * process if it were not handled.
 */
async function committed<Result>(file: string, write: Promise<Result>): Promise<Result> {
  try {
    return await write;
  } catch (cause) {
    (cause as { commitError?: Promise<never> }).commitError?.catch(() => {});
    throw new Error(`the file ${file} could not be written; see whether its disk is full`, { cause });
  }
}

/** A script for another process, which reads every row of the file. */
const READ_ALL = `
  const [, lmdb, path] = process.argv;
  const database = require(lmdb).open({ path, noSubdir: true });
  for (const { value } of database.getRange()) if (!("until" in value)) process.exit(1);
  database.close();
`;

/**
 * Reads the file in another process first, because LMDB trusts a file's pages: a truncated file, or one of
 * another kind, would crash this process.
 * @throws Error if the reader crashes or finds other data.
 */
async function checkReadable(file: string): Promise<void> {
  const size = await stat(file).then(
    (found) => (found.isFile() ? found.size : 0),
    () => 0,
  );
  if (size === 0) return;
  await access(file, constants.R_OK | constants.W_OK);
  const lmdb = createRequire(import.meta.url).resolve("lmdb");
  const reader = spawn(process.execPath, ["-e", READ_ALL, lmdb, resolve(file)], { stdio: "ignore" });
  const [exitCode] = await once(reader, "close");
  if (exitCode !== 0)
    throw new Error(
      `${file} is not a cache of this package, or it is damaged. Delete it, or name another file`,
    );
}
