import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Question, Reply } from "./child.ts";

const CHILD = fileURLToPath(new URL("./child.ts", import.meta.url));
/** Well under what the machine has: a change that fills memory ends its process. */
const MEGABYTES = 1_500;

/** A process that runs tests, and is replaced when a change keeps it from ending. */
export class AskedChild {
  #child: ChildProcess | null = null;

  /** The reply; null when it did not come in time, or the process ended. */
  async ask(question: Question, milliseconds: number): Promise<Reply | null> {
    this.#child ??= await begun();
    const child = this.#child;
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), milliseconds);
    const { signal } = stop;
    const ended = once(child, "exit", { signal }).then(() => null);
    const replied = once(child, "message", { signal }).then(([reply]) => reply as Reply);
    ended.catch(() => {});
    replied.catch(() => {});
    child.send(question);
    try {
      const reply = await Promise.race([ended, replied]);
      if (reply === null) this.#child = null;
      return reply;
    } catch {
      await this.end();
      return null;
    } finally {
      clearTimeout(timer);
      stop.abort();
    }
  }

  async end(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
  }
}

async function begun(): Promise<ChildProcess> {
  const child = fork(CHILD, {
    execArgv: [...process.execArgv, `--max-old-space-size=${MEGABYTES}`],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    serialization: "advanced",
  });
  await once(child, "message");
  return child;
}
