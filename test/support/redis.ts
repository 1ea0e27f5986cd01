import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import { onTestFinished } from "vitest";
import { systemProgram } from "./system.ts";

const PROGRAM = "/usr/bin/redis-server";

/** A test's own Redis server, on loopback; it keeps nothing on disk. */
export interface TestRedis {
  readonly url: string;
  readonly child: ChildProcess;
  readonly port: number;
}

/**
 * Starts a server, on a free port by default, with additional options; it is installed first if missing, and
 * killed when the test has finished.
 */
export async function startRedis({
  port: asked,
  more = [],
}: {
  readonly port?: number;
  readonly more?: readonly string[];
} = {}): Promise<TestRedis> {
  const program = systemProgram(PROGRAM, "redis-server");
  const port = asked ?? (await freePort());
  const own = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--daemonize", "no"];
  const child = spawn(program, [...own, ...more]);
  onTestFinished(() => void child.kill("SIGKILL"));
  let said = "";
  const ended = once(child, "close").then(() => null);
  while (!said.includes("Ready to accept connections")) {
    const next = await Promise.race([once(child.stdout!, "data"), ended]);
    if (next === null) throw new Error(`redis-server did not start: ${said}`);
    said += next[0];
  }
  return { url: `redis://127.0.0.1:${port}`, child, port };
}

/**
 * A free port of loopback, for a server that may stop and start again. It is none that systems give to clients:
 * one of them could take it meanwhile, even while it tries to connect to the server.
 */
export async function freePort(): Promise<number> {
  const server = createServer();
  for (;;) {
    const port = randomInt(10_000, 32_768);
    const isFree = await new Promise<boolean>((resolve) => {
      server.once("error", () => resolve(false));
      server.listen(port, "127.0.0.1", () => resolve(true));
    });
    if (!isFree) continue;
    server.close();
    await once(server, "close");
    return port;
  }
}
