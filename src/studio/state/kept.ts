/** Slates stored in this browser: their files and edits, by the SHA-256 of the file of the slate. */
import type { GivenFile } from "../engine/messages.ts";
import type { Doc } from "./doc.ts";

export interface KeptSlate {
  readonly key: string;
  readonly title: string;
  readonly files: readonly GivenFile[];
  readonly doc: Doc;
  /** When the slate was last changed, in milliseconds since 1970. */
  readonly time: number;
}

const STORE = "slates";
/** The maximum number of stored slates. */
const MOST_SLATES = 20;

let opening: Promise<IDBDatabase> | undefined;

function database(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open("dfs-lineups-studio", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "key" });
    request.onsuccess = () => {
      // Another tab with a newer version can then change the database.
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  });
  return opening;
}

async function inStore<Result>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const request = work((await database()).transaction(STORE, mode).objectStore(STORE));
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/**
 * The stored slates, the most recent first. Empty if the browser stores nothing, as in some private windows.
 */
export async function keptSlates(): Promise<readonly KeptSlate[]> {
  const all = await inStore<KeptSlate[]>("readonly", (store) => store.getAll()).catch(() => []);
  return all.sort((a, b) => b.time - a.time);
}

/** The key for storing a slate with this file, and its stored edits; `doc` is null if there are none. */
export async function keptOf(
  file: GivenFile,
): Promise<{ readonly key: string; readonly doc: Partial<Doc> | null }> {
  const key = await keyOf(file);
  const kept = await inStore<KeptSlate | undefined>("readonly", (store) => store.get(key)).catch(() => null);
  return { key, doc: kept?.doc ?? null };
}

/**
 * The key of the slate that was stored last. Storing it again, as after every edit, cannot exceed
 * `MOST_SLATES`.
 */
let last = "";

/**
 * Stores a slate, and deletes the oldest ones beyond `MOST_SLATES`. Does nothing if the browser stores
 * nothing.
 */
export async function keep(slate: KeptSlate): Promise<void> {
  try {
    await inStore("readwrite", (store) => store.put(slate));
    if (slate.key === last) return;
    last = slate.key;
    for (const { key } of (await keptSlates()).slice(MOST_SLATES)) await forget(key);
  } catch {
    return;
  }
}

export async function forget(key: string): Promise<void> {
  await inStore("readwrite", (store) => store.delete(key));
}

/** The SHA-256 of a file, in hexadecimal digits. */
async function keyOf({ bytes }: GivenFile): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
