import { InvalidRequestError } from "../../../shared/errors.ts";
import type { ServerCache } from "./cache.ts";
import { openLmdbCache } from "./lmdb-cache.ts";
import { openRedisCache } from "./redis-cache.ts";

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
