import { createHash } from "node:crypto";
import { constants, createReadStream } from "node:fs";
import { access, mkdir, open, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname, join, resolve } from "node:path";
import { unreadableFile } from "../../platform/node/catalog.ts";
import { InvalidFileError, LineupError } from "../../shared/errors.ts";
import type { InputFile } from "../job-request.ts";
import { BatchError } from "../row.ts";

export const placesIn = (out: string) => ({
  out,
  record: join(out, "batch.json"),
  lock: join(out, "lock"),
  /** The jobs as they were when the batch started: the manifest may be rewritten meanwhile. */
  manifest: join(out, "manifest.jsonl"),
  results: join(out, "results.ndjson"),
  summary: join(out, "summary.json"),
  service: join(out, "service"),
});

export type Places = ReturnType<typeof placesIn>;

/** Makes a folder for results, and its parents. @throws BatchError if it cannot be written */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await makeOne(resolve(folder));
    await access(folder, constants.W_OK);
  } catch (cause) {
    const reason = `cannot be used for results: ${whyUnwritable(cause)}. Give a folder that can be written.`;
    throw new BatchError("batch-folder", `${folder}: ${reason}`, cause);
  }
}

/** Makes a folder. Node's own recursive `mkdir` never ends in `/proc`. */
async function makeOne(folder: string): Promise<void> {
  const isThere = async () => (await stat(folder).catch(() => null))?.isDirectory() === true;
  if (await isThere()) return;
  if (dirname(folder) !== folder) await makeOne(dirname(folder));
  await mkdir(folder).catch(async (error) => {
    if (!(await isThere())) throw error;
  });
}

/** Replaces a file by a draft: after a crash it has its old or its new content. @throws BatchError */
export async function writeDurably(file: string, write: (draft: string) => Promise<void>): Promise<void> {
  const draft = `${file}.new`;
  await writing(file, async () => {
    try {
      await write(draft);
    } catch (error) {
      await rm(draft, { force: true }).catch(() => {});
      throw error;
    }
    await rename(draft, file);
    await syncFolder(dirname(file));
  });
}

export function writeText(file: string, text: string): Promise<void> {
  return writeDurably(file, (draft) => writeFile(draft, text, { flush: true }));
}

export async function syncFolder(folder: string): Promise<void> {
  // Some systems can neither open nor sync a folder.
  const handle = await open(folder).catch(() => null);
  await handle?.sync().catch(() => {});
  await handle?.close();
}

/** A file's lines with their line breaks, which the last one may lack. */
export async function* linesOf(file: string): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  for await (const block of createReadStream(file) as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = block.indexOf("\n") + 1; end > 0; end = block.indexOf("\n", start) + 1) {
      yield Buffer.concat([...rest, block.subarray(start, end)]);
      start = end;
      rest = [];
    }
    if (start < block.length) rest.push(block.subarray(start));
  }
  if (rest.length > 0) yield Buffer.concat(rest);
}

/** Reads a file whose end is known, which devices and pipes may lack. */
export async function readPlain(file: string): Promise<Buffer> {
  const found = await stat(file);
  // Node's own error says what to give instead.
  if (found.isFile() || found.isDirectory()) return readFile(file);
  throw new Error("it is a device or a pipe; give a file");
}

export function digestOf(content: Uint8Array | string): string {
  return createHash("sha256").update(content).digest("hex");
}

export function inputsIn(folder: string) {
  return async ({ name, sha256, path = name }: InputFile): Promise<Uint8Array> => {
    const bytes = await readPlain(resolve(folder, path)).catch((cause) => {
      throw unreadableFile(name, cause);
    });
    if (digestOf(bytes) === sha256) return bytes;
    throw changedFile(name);
  };
}

export function changedFile(name: string): InvalidFileError {
  return new InvalidFileError(name, null, "has changed while the batch ran. Run the batch again.");
}

const WHY: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full",
  EDQUOT: "the quota is used up",
  EFBIG: "the file would be larger than is allowed",
  EACCES: "the permission is missing",
  EROFS: "the disk is read-only",
  EEXIST: "it is a file",
  ENOTDIR: "it is in a file, not in a folder",
  ENOENT: "folders cannot be made there",
};

function whyUnwritable(cause: unknown): string {
  const { code = "", message } = cause as NodeJS.ErrnoException;
  return WHY[code] ?? message;
}

/** @throws BatchError that says why `file` cannot be written, and how to continue */
export async function writing<Result>(file: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (cause) {
    if (cause instanceof LineupError) throw cause;
    const reason = `cannot be written: ${whyUnwritable(cause)}. Everything reported as written is safe. Fix the cause and run the same command, which continues from there.`;
    throw new BatchError("batch-unwritable", `${file}: ${reason}`, cause);
  }
}

/** Milliseconds between updates of the lock file's time by the process that has the lock. */
const HEARTBEAT_MS = 5_000;
/** Milliseconds for which a living process may leave the lock file's time unchanged. */
const SILENCE_MS = 60_000;

/** Takes a folder's lock, from a dead process if necessary. @throws BatchError if a living one has it. */
export async function takeLock(file: string): Promise<ReturnType<typeof held>> {
  const own = JSON.stringify({ host: hostname(), pid: process.pid, since: Date.now() });
  for (;;) {
    try {
      await writeFile(file, own, { flag: "wx" });
      return held(file, own);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const text = await contentOf(file);
    if (text === null) continue;
    const holder = await livingHolder(file, text);
    if (holder !== null) throw new BatchError("batch-locked", `${file}: ${holder}`);
    // Of two processes that come here at once, the first loses its lock, and `check` stops it.
    if ((await contentOf(file)) === text) await rm(file, { force: true });
  }
}

async function contentOf(file: string): Promise<string | null> {
  return readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw new BatchError("batch-folder", `${file}: is not a lock: ${error.message}. Remove it.`);
  });
}

/** A sentence that names the living process that has a lock, and the remedy; null if that process is dead. */
async function livingHolder(file: string, text: string): Promise<string | null> {
  const silence = Date.now() - ((await stat(file).catch(() => null))?.mtimeMs ?? 0);
  if (silence > SILENCE_MS) return null;
  const patience = `If it has ended already, try again in ${SILENCE_MS / 1000} s.`;
  // A power failure can leave an empty file, and a file is empty while it is written.
  const [, host, pid] = /"host":"(.*)","pid":(\d+)/.exec(text) ?? [];
  if (host === undefined) return `another process works in this folder. Wait for it. ${patience}`;
  const isHere = host === hostname();
  if (isHere && !isRunning(Number(pid))) return null;
  return `process ${pid} on ${host} works in this folder. ${isHere ? "Wait for it, or stop it." : `Wait for it. ${patience}`}`;
}

function isRunning(pid: number): boolean {
  try {
    return pid !== process.pid && process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function held(file: string, own: string) {
  const isOwn = async () => (await readFile(file, "utf8").catch(() => null)) === own;
  const beat = setInterval(async () => {
    if (await isOwn()) await utimes(file, new Date(), new Date()).catch(() => {});
  }, HEARTBEAT_MS).unref();
  return {
    /** @throws BatchError if another process took the lock, for example while this one was suspended */
    async check(): Promise<void> {
      if (await isOwn()) return;
      const detail = `${file}: another process has taken over this batch, so this one stops. Let the other one finish.`;
      throw new BatchError("batch-locked", detail);
    },
    async release(): Promise<void> {
      clearInterval(beat);
      if (await isOwn()) await rm(file, { force: true });
    },
  };
}
