import type { KeyvStoreAdapter } from "keyv";
import { RateLimiterMemory, RateLimiterRedis } from "rate-limiter-flexible";
import type { ServerCache } from "./cache.ts";

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
export async function openRedisCache(
  address: string,
  onTrouble: (error: Error) => void,
): Promise<ServerCache> {
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
