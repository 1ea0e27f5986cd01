import { spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { access, constants, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, resolve } from "node:path";
import type { KeyvStoreAdapter } from "keyv";
import type { ServerCache } from "./cache.ts";

interface Row {
  readonly value: unknown;
  /** Expiry in milliseconds since 1970; null for never. */
  readonly until: number | null;
}

/** Milliseconds between deletions of expired rows. */
const SWEEP = 3_600_000;

/**
 * A cache in a file on this machine, which several processes may share. LMDB's writes are atomic, even if a
 * process crashes. `onTrouble` receives the errors of sweeps; other failed writes reject.
 * @throws Error if the place is not writable, or if the file is not such a cache.
 */
export async function openLmdbCache(file: string, onTrouble: (error: Error) => void): Promise<ServerCache> {
  // LMDB would wait forever for a folder that cannot exist.
  await access(dirname(resolve(file)), constants.W_OK);
  const { open } = await import("lmdb");
  await checkReadable(file);
  // A batch per event turn would have a promise of its own, which no caller can catch.
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

/** A script that reads every row, for a process of its own. */
const READ_ALL = `
  const [, lmdb, path] = process.argv;
  const database = require(lmdb).open({ path, noSubdir: true });
  for (const { value } of database.getRange()) if (!("until" in value)) process.exit(1);
  database.close();
`;

/**
 * Reads the file in another process first, because LMDB trusts a file's pages: a truncated file, or one of
 * another kind, would crash this process.
 * @throws Error if the file crashes its reader.
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
