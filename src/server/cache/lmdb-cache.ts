import { EventEmitter } from "node:events";
import { access, constants } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { KeyvStoreAdapter } from "keyv";
import type { ServerCache } from "./cache.ts";

interface Row {
  readonly value: unknown;
  /** Milliseconds since 1970; null for ever. */
  readonly until: number | null;
}

/** Milliseconds between sweeps of rows that are past their time. */
const SWEEP = 3_600_000;

/**
 * A cache in a file on this machine, which several processes may share: LMDB, whose writes are whole or not there,
 * however a process ends.
 * @throws Error for a place where it cannot write.
 */
export async function openLmdbCache(file: string): Promise<ServerCache> {
  // LMDB would wait for ever for a folder that cannot be.
  await access(dirname(resolve(file)), constants.W_OK);
  const { open } = await import("lmdb");
  const database = open<Row, string>({ path: file, noSubdir: true });
  const isPast = ({ until }: Row) => until !== null && until <= Date.now();

  async function sweep(): Promise<void> {
    const past = [...database.getRange()].filter(({ value }) => isPast(value));
    await Promise.all(past.map(({ key }) => database.remove(key)));
  }

  const events = new EventEmitter();
  const store: KeyvStoreAdapter = {
    opts: {},
    get: async <Value>(key: string) => {
      const row = database.get(key);
      return (row === undefined || isPast(row) ? undefined : row.value) as Value | undefined;
    },
    set: async (key: string, value: unknown, ttl?: number) =>
      database.put(key, { value, until: ttl === undefined ? null : Date.now() + ttl }),
    delete: (key: string) => database.remove(key),
    clear: () => database.clearAsync(),
    on: (event, listener) => events.on(event, listener) as never,
  };
  await sweep();
  const sweeping = setInterval(() => void sweep(), SWEEP).unref();
  return {
    store,
    rates: null,
    async [Symbol.asyncDispose]() {
      clearInterval(sweeping);
      await database.close();
    },
  };
}
