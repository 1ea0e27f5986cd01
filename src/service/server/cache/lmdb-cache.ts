import { spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { access, constants, stat } from "node:fs/promises";
import { createRequire } from "node:module";
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
 * however a process ends. `onTrouble` receives the errors of sweeps; other failed writes reject.
 * @throws Error for a place where it cannot write, and for a file that is not such a cache.
 */
export async function openLmdbCache(file: string, onTrouble: (error: Error) => void): Promise<ServerCache> {
  // LMDB would wait for ever for a folder that cannot be.
  await access(dirname(resolve(file)), constants.W_OK);
  const { open } = await import("lmdb");
  await checkReadable(file);
  // Batches of an event turn have a promise of their own, which no caller can catch.
  const database = open<Row, string>({ path: file, noSubdir: true, eventTurnBatching: false });
  const isPast = ({ until }: Row) => until !== null && until <= Date.now();

  async function sweep(): Promise<void> {
    const past = [...database.getRange()].filter(({ value }) => isPast(value));
    await Promise.all(past.map(({ key }) => committed(database.remove(key)))).catch(onTrouble);
  }

  const events = new EventEmitter();
  const store: KeyvStoreAdapter = {
    opts: {},
    get: async <Value>(key: string) => {
      const row = database.get(key);
      return (row === undefined || isPast(row) ? undefined : row.value) as Value | undefined;
    },
    set: (key: string, value: unknown, ttl?: number) =>
      committed(database.put(key, { value, until: ttl === undefined ? null : Date.now() + ttl })),
    delete: (key: string) => committed(database.remove(key)),
    clear: () => committed(database.clearAsync()),
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

/** Waits for a write. LMDB puts a failed write's cause into a second promise, which would end the process. */
async function committed<Result>(write: Promise<Result>): Promise<Result> {
  try {
    return await write;
  } catch (cause) {
    (cause as { commitError?: Promise<never> }).commitError?.catch(() => {});
    throw new Error("the file could not be written; see whether its disk is full", { cause });
  }
}

/** Reads every row, as a process of its own does it. */
const READ_ALL = `
  const [, lmdb, path] = process.argv;
  const database = require(lmdb).open({ path, noSubdir: true });
  for (const { value } of database.getRange()) if (!("until" in value)) process.exit(1);
  database.close();
`;

/**
 * Has another process read the file first: LMDB trusts a file's pages, and ends the process over a file of anything
 * else, or over one that was cut off.
 * @throws Error for a file that ends its reader.
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
