import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

/** A server in its own process. */
export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts `node <args>` and waits for the line with the address. */
export async function startProcess(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const url = await addressOf(child);
  return {
    url,
    pid: child.pid!,
    async stop() {
      const exited = once(child, "exit");
      child.kill("SIGTERM");
      await exited;
    },
  };
}

async function addressOf(child: ChildProcess): Promise<string> {
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`The server ended with ${code} before it listened.`);
  });
  const [line] = (await Promise.race([once(child.stdout!, "data"), ended])) as [Buffer];
  ended.catch(() => {});
  return line.toString().trim().split(" ").at(-1)!;
}
