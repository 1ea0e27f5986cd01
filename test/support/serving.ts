import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { onTestFinished } from "vitest";
import { createApiKey } from "../../src/service/server/authenticate.ts";
import { COMMAND } from "./command.ts";
import { TEST_OPTIONS } from "./v8-options.ts";

/** A running `dfs-lineups serve`. */
export interface Serving {
  readonly url: string;
  readonly key: string;
  readonly child: ChildProcess;
  /** Everything on standard output and standard error so far. */
  readonly output: { stdout: string; stderr: string };
  /** The exit code once it has ended; null if a signal ended it. */
  readonly ended: Promise<number | null>;
}

/** The environment of a server. */
interface Place {
  /** Shell commands to run before it in its process, such as `ulimit`. */
  readonly before?: string;
  /** The file descriptor of its standard error; by default a pipe whose text is in `output`. */
  readonly stderr?: number;
}

/**
 * Starts `dfs-lineups serve` with a key of its own, and waits until it listens. It is killed when the test
 * has finished.
 */
export async function startServing(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  { before = ":", stderr }: Place = {},
): Promise<Serving> {
  const { key, hash } = createApiKey();
  const command = [process.execPath, ...TEST_OPTIONS, COMMAND, "serve", "--port", "0", ...args];
  const child = spawn("/bin/sh", ["-c", `${before}; exec "$@"`, "sh", ...command], {
    env: { ...process.env, DFS_LINEUPS_API_KEYS: hash, ...environment },
    stdio: ["ignore", "pipe", stderr ?? "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name]?.setEncoding("utf8").on("data", (text: string) => {
      output[name] += text;
    });
  }
  const ended = once(child, "close").then(([exitCode]) => exitCode as number | null);
  await Promise.race([once(child.stdout!, "data"), ended]);
  const url = /http:\S+/.exec(output.stdout)?.[0];
  if (url === undefined) throw new Error(`serve did not start: ${output.stderr}`);
  return { url, key, child, output, ended };
}
