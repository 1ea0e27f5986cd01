import { readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { BatchError } from "../batch-error.ts";

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
