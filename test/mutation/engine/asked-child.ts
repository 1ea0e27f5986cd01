import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Message, Question, Reply } from "./child.ts";
import { TimeLimit } from "./time-limit.ts";

const CHILD = fileURLToPath(new URL("./child.ts", import.meta.url));
/** Well under what the machine has: a change that fills memory ends its process. */
const MEGABYTES = 1_500;

/** A process that runs tests, and is replaced when a change keeps it from ending. */
export class AskedChild {
  #child: ChildProcess | null = null;

  /**
   * The reply; null when it did not come in time, or the process ended. Each test that begins says how long it has, and
   * its time replaces what was left of the time before.
   */
  async ask(question: Question, milliseconds: number): Promise<Reply | null> {
    this.#child ??= await begun();
    const child = this.#child;
    const stop = new AbortController();
    const limit = new TimeLimit(child.pid ?? 0, () => stop.abort());
    limit.set(milliseconds);
    const { signal } = stop;
    const hear = (message: Message) => {
      if ("begun" in message) limit.set(message.begun);
    };
    child.on("message", hear);
    const ended = once(child, "exit", { signal }).then(() => null);
    const replied = replyOf(child, signal);
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
      limit.clear();
      child.off("message", hear);
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

async function replyOf(child: ChildProcess, signal: AbortSignal): Promise<Reply> {
  for (;;) {
    const [message] = (await once(child, "message", { signal })) as [Message];
    if (!("begun" in message)) return message;
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
