import type { KeyvStoreAdapter } from "keyv";
import { RateLimiterMemory, RateLimiterRedis } from "rate-limiter-flexible";
import { InvalidRequestError } from "../../../shared/errors.ts";
import type { ServerCache } from "./cache.ts";
import { openLmdbCache } from "./lmdb-cache.ts";

const REDIS = /^rediss?:\/\//;

/**
 * Opens the cache at `place`: a Redis address (`redis://`, `rediss://`) or a file. Each kind needs a package
 * that is installed separately.
 * @throws InvalidRequestError that names the package to install, or says why the file cannot be used.
 */
export async function openCache(place: string, onTrouble: (error: Error) => void): Promise<ServerCache> {
  const isRedis = REDIS.test(place);
  try {
    return await (isRedis ? openRedisCache(place, onTrouble) : openLmdbCache(place, onTrouble));
  } catch (error) {
    const name = isRedis ? "ioredis" : "lmdb";
    const { code, message } = error as NodeJS.ErrnoException;
    const reason =
      code === "ERR_MODULE_NOT_FOUND"
        ? `needs the package ${name}. Run: npm install ${name}`
        : `cannot be used: ${message}.`;
    throw new InvalidRequestError([
      { code: "invalid-option", detail: `The cache ${reason}`, source: { parameter: "cache" } },
    ]);
  }
}

/** The prefix of every key in Redis. */
const PREFIX = "dfs-lineups:";

/** The time limit of one command, in milliseconds; after that the server continues without the cache. */
const COMMAND = 500;

/** Milliseconds between attempts to reconnect to Redis. */
const RECONNECT = 1_000;

/**
 * A cache in Redis, shared by servers on any machines, including their counts. While Redis is unreachable,
 * each server counts for itself and `onTrouble` receives the error.
 */
async function openRedisCache(address: string, onTrouble: (error: Error) => void): Promise<ServerCache> {
  const { Redis } = await import("ioredis");
  const redis = new Redis(address, {
    keyPrefix: PREFIX,
    commandTimeout: COMMAND,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => RECONNECT,
  });
  redis.on("error", onTrouble);
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
