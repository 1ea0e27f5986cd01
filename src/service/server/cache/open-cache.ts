import type { KeyvStoreAdapter } from "keyv";
import { RateLimiterMemory, RateLimiterRedis } from "rate-limiter-flexible";
import { InvalidRequestError } from "../../../shared/errors.ts";
import type { ServerCache } from "./cache.ts";
import { openLmdbCache } from "./lmdb-cache.ts";

const REDIS = /^rediss?:\/\//;

/**
 * The cache at a place: the address of a Redis server (`redis://`, `rediss://`), else a file. Each is read through a
 * package that is installed beside this one.
 * @throws InvalidRequestError that names the package to install, or why the file cannot be used.
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

/** What every key in Redis begins with. */
const PREFIX = "dfs-lineups:";

/** Milliseconds for one command: a server that waits longer does without. */
const COMMAND = 500;

/** Milliseconds between attempts to reach Redis again. */
const RECONNECT = 1_000;

/**
 * A cache in Redis, which servers on any machines share, their counts included. While Redis is out of reach each counts
 * for itself, and `onTrouble` hears of it.
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
    // The server starts without it, as it goes on without it.
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
