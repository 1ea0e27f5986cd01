import { readFileSync } from "node:fs";
import { link, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { BatchError } from "../batch-error.ts";

/** How often a lock's holder shows that it lives, and after how long without it one of another machine is gone. */
const BEAT = 5_000;
const SILENCE = 60_000;

/** Who holds a lock; `life` tells processes apart that have the same number one after the other. */
interface Holder {
  readonly host: string;
  readonly pid: number;
  readonly life: string | null;
}

/** A folder's lock, held. */
export interface Lock {
  /** @throws BatchError if it was taken from this process, as from one that was frozen for long. */
  check(): Promise<void>;
  release(): Promise<void>;
}

/**
 * Takes a folder's lock, so that one process at a time writes there; a lock whose process is gone is taken over.
 * @throws BatchError if another process holds it.
 */
export async function takeLock(file: string): Promise<Lock> {
  const own = JSON.stringify({ host: hostname(), pid: process.pid, life: lifeOf(process.pid) });
  const draft = `${file}.${hostname()}.${process.pid}`;
  try {
    for (;;) {
      // A link to a whole file, so that nobody finds a lock in the making.
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

/** Removes the lock that was read; another's, taken meanwhile, is put back. */
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

/** Null for a lock that a power failure has emptied. */
function holderOf(text: string): Holder | null {
  try {
    return JSON.parse(text) as Holder;
  } catch {
    return null;
  }
}

/** Whether a lock's process lives; one of another machine while its lock is younger than a file just written by so much. */
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

/** What no other process of that number has: the machine's start and the process's; null where it is not told. */
function lifeOf(pid: number): string | null {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    const status = readFileSync(`/proc/${pid}/stat`, "utf8");
    // After the name in parentheses, which may hold anything, the start is the 20th field.
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
