import { readFileSync } from "node:fs";
import {
  type FileHandle,
  link,
  mkdir,
  open,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { BatchError, type BatchRecord, batchRecordSchema } from "../batch-record.ts";

/** A segment's kinds of files: rows with documents, short rows, and times per job. */
export const SEGMENT_KINDS = ["rows", "results", "timings"] as const;

export type SegmentKind = (typeof SEGMENT_KINDS)[number];

const PLACES: { readonly [Kind in SegmentKind]: { readonly folder: string; readonly ending: string } } = {
  rows: { folder: "segments", ending: ".ndjson.gz" },
  results: { folder: "results", ending: ".ndjson" },
  timings: { folder: "timings", ending: ".ndjson" },
};

const DIGITS = 6;

/** The paths in a batch's folder. */
export const placesIn = (out: string) => ({
  out,
  record: join(out, "batch.json"),
  lock: join(out, "lock"),
  journal: join(out, "journal"),
  summary: join(out, "summary.json"),
  report: join(out, "report.html"),
  /** Saved answers of the service. */
  service: join(out, "service"),
  /** A new batch that will replace this one, and the mark that it is complete. */
  next: join(out, "next"),
  whole: join(out, "whole"),
  folder: (kind: SegmentKind) => join(out, PLACES[kind].folder),
  segment: (kind: SegmentKind, segment: number) =>
    join(out, PLACES[kind].folder, `${String(segment).padStart(DIGITS, "0")}${PLACES[kind].ending}`),
});

export type Places = ReturnType<typeof placesIn>;

/** The number of a file's segment; null for any other file. */
export function segmentNumber(name: string): number | null {
  const found = /^(\d{6,})\.ndjson(?:\.gz)?$/.exec(name);
  return found ? Number(found[1]) : null;
}

const WHY: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full",
  EDQUOT: "the quota is used up",
  EFBIG: "the file would be larger than is allowed",
  EACCES: "the permission is missing",
  EROFS: "the disk is read-only",
};

/** Runs a write to a batch's file. @throws BatchError that says why the write fails and how to continue */
export async function writing<Result>(file: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (cause) {
    if (cause instanceof BatchError) throw cause;
    const reason = WHY[(cause as NodeJS.ErrnoException).code ?? ""] ?? (cause as Error).message;
    throw new BatchError(
      "batch-unwritable",
      `${file}: cannot be written: ${reason}. Everything reported as written is safe. Fix the cause and run the same command, which continues from there.`,
      cause,
    );
  }
}

export async function writeAt(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, at, bytes.length - at, position + at);
    at += bytesWritten;
  }
}

/** Writes and syncs a file that later replaces another; removes it if the write fails. */
export async function writeDraft(draft: string, text: string): Promise<void> {
  try {
    await writeFile(draft, text, { flush: true });
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw error;
  }
}

/** Syncs a folder's list of files to disk; does nothing where folders cannot be synced. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => null);
  if (handle === null) return;
  try {
    await handle.sync();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EINVAL" && code !== "EPERM" && code !== "EISDIR") throw error;
  } finally {
    await handle.close();
  }
}

/** The record of a folder's batch; null if there is none. @throws BatchError for an unreadable record */
export async function readRecord({ record }: Places): Promise<BatchRecord | null> {
  let text: string;
  try {
    text = await readFile(record, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  try {
    return batchRecordSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new BatchError(
      "other-batch",
      `${record}: is not a batch record that this version can read. Use the version that wrote it, or give another folder.`,
      cause,
    );
  }
}

/** Replaces a file atomically: after a crash it has its old or its new content. @throws BatchError */
export async function writeDurably(file: string, folder: string, text: string): Promise<void> {
  await writing(file, async () => {
    await mkdir(folder, { recursive: true });
    const draft = `${file}.new`;
    await writeDraft(draft, text);
    await rename(draft, file);
    await syncFolder(folder);
  });
}

export function writeRecord({ record, out }: Places, batch: BatchRecord): Promise<void> {
  return writeDurably(record, out, `${JSON.stringify(batch, null, 2)}\n`);
}

/**
 * Milliseconds between a lock holder's signs of life. After `SILENCE_MS` without one, a holder on another
 * machine counts as dead.
 */
const HEARTBEAT_MS = 5_000;
const SILENCE_MS = 60_000;

/** The holder of a lock; `life` distinguishes processes that reuse a process id. */
interface Holder {
  readonly host: string;
  readonly pid: number;
  readonly life: string | null;
}

/** A folder's lock, taken by this process. */
export interface Lock {
  /** @throws BatchError if another process took the lock, for example while this one was suspended. */
  check(): Promise<void>;
  release(): Promise<void>;
}

/** Takes a folder's lock, also that of a dead process. @throws BatchError if another process holds it. */
export async function takeLock(file: string): Promise<Lock> {
  const own = JSON.stringify({ host: hostname(), pid: process.pid, life: lifeOf(process.pid) });
  const draft = `${file}.${hostname()}.${process.pid}`;
  try {
    for (;;) {
      // Link to a complete file, so that no process sees a partly written lock.
      await writeFile(draft, own);
      const isTaken = await link(draft, file).then(
        () => false,
        (error: NodeJS.ErrnoException) => {
          if (error.code === "EEXIST") return true;
          throw error;
        },
      );
      if (!isTaken) return held(file, own);
      const text = await readFile(file, "utf8").catch(() => null);
      if (text === null) continue;
      const holder = holderOf(text);
      if (holder !== null && (await isAlive(holder, file, draft))) throw locked(file, holder);
      await removeStale(file, text, draft);
    }
  } finally {
    await rm(draft, { force: true });
  }
}

function held(file: string, own: string): Lock {
  const isOwn = async () => (await readFile(file, "utf8").catch(() => null)) === own;
  const beat = setInterval(() => {
    const now = new Date();
    void isOwn().then((yes) => (yes ? utimes(file, now, now).catch(() => {}) : undefined));
  }, HEARTBEAT_MS).unref();
  return {
    async check() {
      if (await isOwn()) return;
      throw new BatchError("batch-locked", `${file}: was taken by another process. This one stops.`);
    },
    async release() {
      clearInterval(beat);
      if (await isOwn()) await rm(file, { force: true });
    },
  };
}

/** Removes the lock that was read; puts back a lock that another process took in the meantime. */
async function removeStale(file: string, text: string, draft: string): Promise<void> {
  const aside = `${draft}.stale`;
  try {
    await rename(file, aside);
  } catch {
    return;
  }
  if ((await readFile(aside, "utf8")) !== text) await link(aside, file).catch(() => {});
  await rm(aside, { force: true });
}

/** The holder of a lock; null for a file that a power failure has emptied. */
function holderOf(text: string): Holder | null {
  try {
    return JSON.parse(text) as Holder;
  } catch {
    return null;
  }
}

/**
 * Whether a lock's process lives. For another machine: whether its lock file is recent, compared with the new
 * file `draft`.
 */
async function isAlive({ host, pid, life }: Holder, file: string, draft: string): Promise<boolean> {
  if (host !== hostname()) {
    const [theirs, now] = [await stat(file).catch(() => null), await stat(draft)];
    return theirs !== null && now.mtimeMs - theirs.mtimeMs < SILENCE_MS;
  }
  return isRunning(pid) && life === lifeOf(pid);
}

/** Whether a process of this machine runs, under any user. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Start times of machine and process, which identify the process; null where they are unavailable. */
function lifeOf(pid: number): string | null {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    const status = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The start is the 20th field after the name, which is in parentheses and can contain anything.
    return `${boot} ${status.slice(status.lastIndexOf(")") + 2).split(" ")[19]}`;
  } catch {
    return null;
  }
}

function locked(file: string, { host, pid }: Holder): BatchError {
  const remedy =
    host === hostname()
      ? "Wait for it, or stop it."
      : `If it is gone, try again ${SILENCE_MS / 1000} s after it was last seen.`;
  return new BatchError("batch-locked", `${file}: process ${pid} on ${host} works in this folder. ${remedy}`);
}
