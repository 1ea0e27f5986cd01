import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The built command; `npm test` builds it first. */
export const COMMAND = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

/** Milliseconds for a test that starts processes, each a second or two on a busy machine. */
export const PROCESS_TIMEOUT = 60_000;

export interface CommandResult {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CommandOptions {
  readonly input?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Runs `dfs-lineups` in a process of its own to its end. */
export async function dfsLineups(
  args: readonly string[],
  { input = "", environment = {} }: CommandOptions = {},
): Promise<CommandResult> {
  const child = spawn(process.execPath, [COMMAND, ...args], { env: { ...process.env, ...environment } });
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (text: string) => {
      output[name] += text;
    });
  }
  // A command that ends without reading its input closes the pipe.
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  return { exitCode, ...output };
}

/** A folder of files that goes with the test that `using` it. */
export class Scratch implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), "dfs-lineups-"));

  /** Writes a file, JSON where the content is neither text nor bytes, and gives its path. */
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
