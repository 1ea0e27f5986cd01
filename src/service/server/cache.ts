import type { KeyvStoreAdapter } from "keyv";
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis } from "rate-limiter-flexible";
import { invalidRequest } from "../../shared/errors.ts";

/** Creates a limiter of `points` units in `seconds` for each key. Each `name` is counted separately. */
export type RateLimiters = (limit: {
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
}) => RateLimiterAbstract;

export const ownRates: RateLimiters = ({ points, seconds }) =>
  new RateLimiterMemory({ points, duration: seconds });

/** Storage outside the server's process; disposing of it closes it. */
export interface ServerCache extends AsyncDisposable {
  readonly store: KeyvStoreAdapter;
  readonly rates: RateLimiters;
}

const REDIS = /^rediss?:\/\//;

/**
 * Opens the cache at a Redis address (`redis://`, `rediss://`), which needs the package ioredis.
 * @throws InvalidRequestError for another place, or that names the package to install
 */
export async function openCache(location: string, onError: (error: Error) => void): Promise<ServerCache> {
  const refused = (reason: string) => invalidRequest("invalid-option", "cache", `The cache ${reason}`);
  if (!REDIS.test(location))
    throw refused(
      `must be a Redis address such as redis://127.0.0.1:6379. It is no file any more; without a cache, projections are kept in memory.`,
    );
  try {
    return await openRedisCache(location, onError);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw refused(
      code === "ERR_MODULE_NOT_FOUND"
        ? "needs the package ioredis. Run: npm install ioredis"
        : `cannot be used: ${message}.`,
    );
  }
}

const KEY_PREFIX = "dfs-lineups:";

/** The time limit of one Redis command; after that the server continues without the cache. */
const COMMAND_MS = 500;

const RECONNECT_MS = 1_000;

/**
 * A cache in Redis, which servers can share, with the counts of rate limits. While Redis is unreachable, each
 * server counts for itself and `onError` receives the error.
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
