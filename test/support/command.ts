import { type ChildProcess, fork, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { TEST_OPTIONS } from "./v8-options.ts";

/** The built command; `npm test` builds it first. */
export const COMMAND = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

/** Milliseconds for a test that starts processes, each of which takes seconds on a busy machine. */
export const PROCESS_TIMEOUT = 180_000;

export interface CommandResult {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CommandOptions {
  readonly input?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Only commands in the shared process may use another folder. */
interface SharedOptions extends CommandOptions {
  readonly cwd?: string;
}

const HOST = fileURLToPath(new URL("command-host.mjs", import.meta.url));

let host: ChildProcess | undefined;

/** The pending calls, in the order of their answers. */
let waiting: { readonly done: (result: CommandResult) => void; readonly failed: (error: Error) => void }[] =
  [];

/** The commands that solve in threads of their own by default, and the fewest that they can do with. */
const FEWEST_THREADS: Readonly<Record<string, number>> = {
  ...{ optimize: 0, build: 0, swap: 0, simulate: 0, contest: 0 },
  ...{ backtest: 1, batch: 1 },
};

/**
 * Runs `dfs-lineups` in a process shared by sequential runs, so that the command is loaded once. Without
 * `--threads` in `args` it solves in that process as well, or in one thread: each compiles its code again. Use
 * `inOwnProcess` for behaviour of a whole process, such as its exit.
 */
export function dfsLineups(
  args: readonly string[],
  { input = "", environment = {}, cwd }: SharedOptions = {},
): Promise<CommandResult> {
  host ??= startHost();
  const threads = FEWEST_THREADS[args[0]!];
  const few = threads === undefined || args.includes("--threads") ? [] : ["--threads", `${threads}`];
  const all = [...args.slice(0, 1), ...few, ...args.slice(1)];
  host.send({ entry: pathToFileURL(COMMAND).href, args: all, input, environment, cwd });
  return new Promise((done, failed) => {
    waiting.push({ done, failed });
  });
}

function startHost(): ChildProcess {
  const child = fork(HOST, { serialization: "advanced" });
  child.on("message", (result) => waiting.shift()?.done(result as CommandResult));
  child.on("close", (code, signal) => {
    host = undefined;
    for (const { failed } of waiting) failed(new Error(`The command ended its host: ${signal ?? code}.`));
    waiting = [];
  });
  // It ends with this process, and does not keep it alive.
  child.unref();
  child.channel?.unref();
  return child;
}

/** Starts `dfs-lineups` in its own process, with its output so far. */
export function startOwn(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [...TEST_OPTIONS, COMMAND, ...args], {
    env: { ...process.env, ...environment },
  });
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].setEncoding("utf8").on("data", (text: string) => {
      output[name] += text;
    });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  return { child, output, ended };
}

/** Runs `dfs-lineups` in its own process until it exits. */
export async function inOwnProcess(
  args: readonly string[],
  { input = "", environment = {} }: CommandOptions = {},
): Promise<CommandResult> {
  const { child, output, ended } = startOwn(args, environment);
  // A command that ends without reading its input closes the pipe.
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  return { exitCode: await ended, ...output };
}

/** A temporary folder, removed at the end of its `using` block. */
export class Scratch implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), "dfs-lineups-"));

  /** Writes a file, as JSON if the content is neither text nor bytes, and returns its path. */
  write(name: string, content: unknown): string {
    const path = this.path(name);
    writeFileSync(
      path,
      typeof content === "string" || Buffer.isBuffer(content) ? content : JSON.stringify(content),
    );
    return path;
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
