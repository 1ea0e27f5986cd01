import { readFileSync } from "node:fs";
import { link, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { BatchError } from "../batch-error.ts";

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
      const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return null;
        throw new BatchError("batch-folder", `${file}: is not a lock: ${error.message}. Remove it.`);
      });
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
function isRunning(pid: number): boolean {
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
