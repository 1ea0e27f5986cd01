import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Message, Question, Reply } from "./child.ts";
import { TimeLimit } from "./time-limit.ts";

const CHILD = fileURLToPath(new URL("./child.ts", import.meta.url));
/** Well below the machine's memory: a change that fills memory ends its process. */
const MEGABYTES = 1_500;

/** A process that runs tests, and is replaced if a change keeps it from ending. */
export class AskedChild {
  #child: ChildProcess | null = null;

  /**
   * The reply; null if it did not come in time, or the process ended. Each test that starts announces its
   * time limit, which replaces the time left before.
   */
  async ask(question: Question, milliseconds: number): Promise<Reply | null> {
    this.#child ??= await begun();
    const child = this.#child;
    const reply = await new Promise<Reply | null>((resolve) => {
      const settle = (what: Reply | null) => {
        child.off("message", hear).off("exit", gone);
        limit.clear();
        resolve(what);
      };
      // One listener for all messages about a question: several may come at once.
      const hear = (message: Message) => {
        if ("begun" in message) limit.set(message.begun);
        else settle(message);
      };
      const gone = () => settle(null);
      const limit = new TimeLimit(child.pid ?? 0, gone);
      limit.set(milliseconds);
      child.on("message", hear).on("exit", gone);
      child.send(question);
    });
    if (reply === null) await this.end();
    return reply;
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
