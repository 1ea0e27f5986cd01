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

/** The kinds of files of a segment: each job's full row, a short line with its result, and its time. */
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
  /** The folder of saved answers of the prediction service. */
  service: join(out, "service"),
  /** The folder of a rebuilt batch that will replace this one. */
  next: join(out, "next"),
  /** An empty file in a rebuilt batch, written when it is complete. */
  whole: join(out, "whole"),
  folder: (kind: SegmentKind) => join(out, PLACES[kind].folder),
  segment: (kind: SegmentKind, segment: number) =>
    join(out, PLACES[kind].folder, `${String(segment).padStart(DIGITS, "0")}${PLACES[kind].ending}`),
});

export type Places = ReturnType<typeof placesIn>;

/** The number of the segment that a file name contains; null for files of other names. */
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

/** Runs `write`, which writes to `file`. @throws BatchError that says why this failed and how to continue */
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

/** Writes a new file and syncs it to disk, to be renamed later; removes it if the write fails. */
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

/** Reads a folder's `batch.json`; null if it has none. @throws BatchError for an invalid one */
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

/** Milliseconds between updates of the lock file's time by the process that has the lock. */
const HEARTBEAT_MS = 5_000;
/** Milliseconds for which a living process on another machine may leave the lock file's time unchanged. */
const SILENCE_MS = 60_000;

/**
 * The process that has a lock. `life` (see `lifeOf`) distinguishes it from a later process with the same id.
 */
interface Holder {
  readonly host: string;
  readonly pid: number;
  readonly life: string | null;
}

/** A folder's lock, taken by this process. */
export interface Lock {
  /**
   * Checks that this process still has the lock.
   * @throws BatchError if another process took it, for example while this one was suspended
   */
  check(): Promise<void>;
  release(): Promise<void>;
}

/** Takes a folder's lock, from a dead process if necessary. @throws BatchError if a living one has it. */
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
      throw new BatchError(
        "batch-locked",
        `${file}: another process has taken over this batch, so this one stops. Let the other one finish.`,
      );
    },
    async release() {
      clearInterval(beat);
      if (await isOwn()) await rm(file, { force: true });
    },
  };
}

/** Removes a lock file with the content `text`. Keeps one that another process wrote since. */
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

/** Parses a lock file; null if it is not JSON, such as a file that a power failure has emptied. */
function holderOf(text: string): Holder | null {
  try {
    return JSON.parse(text) as Holder;
  } catch {
    return null;
  }
}

/**
 * Whether the process that has a lock is alive. A process on another machine counts as alive if it updated
 * the lock file less than `SILENCE_MS` ago. The time of the file `draft`, just written, counts as now.
 */
async function isAlive({ host, pid, life }: Holder, file: string, draft: string): Promise<boolean> {
  if (host !== hostname()) {
    const [theirs, now] = [await stat(file).catch(() => null), await stat(draft)];
    return theirs !== null && now.mtimeMs - theirs.mtimeMs < SILENCE_MS;
  }
  return isRunning(pid) && life === lifeOf(pid);
}

/** Whether this machine runs a process with this id, under any user. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Identifies a process by the machine's boot id and the process's start time; null if unavailable. */
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
      : `Wait for it. If it has ended already, try again in ${SILENCE_MS / 1000} s.`;
  return new BatchError("batch-locked", `${file}: process ${pid} on ${host} works in this folder. ${remedy}`);
}
