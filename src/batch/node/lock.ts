import { readFileSync } from "node:fs";
import { link, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { BatchError } from "../batch-error.ts";

/**
 * Milliseconds between a lock holder's signs of life, and without one after which a remote holder is gone.
 */
const BEAT = 5_000;
const SILENCE = 60_000;

/** The holder of a lock; `life` distinguishes processes that reuse a process id. */
interface Holder {
  readonly host: string;
  readonly pid: number;
  readonly life: string | null;
}

/** A folder's lock, taken by this process. */
export interface Lock {
  /** @throws BatchError if another process took it over, for example while this one was suspended. */
  check(): Promise<void>;
  release(): Promise<void>;
}

/**
 * Takes a folder's lock, so that only one process writes there; takes over the lock of a dead process.
 * @throws BatchError if another process holds it.
 */
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
  }, BEAT).unref();
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
 * Whether a lock's process lives; on another machine, whether its lock is newer than a time limit, by the
 * time stamp of a new file.
 */
async function isAlive({ host, pid, life }: Holder, file: string, draft: string): Promise<boolean> {
  if (host !== hostname()) {
    const [theirs, now] = [await stat(file).catch(() => null), await stat(draft)];
    return theirs !== null && now.mtimeMs - theirs.mtimeMs < SILENCE;
  }
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  return life === lifeOf(pid);
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
      : `If it is gone, this works ${SILENCE / 1000} s after it was last seen.`;
  return new BatchError("batch-locked", `${file}: process ${pid} on ${host} works in this folder. ${remedy}`);
}
