import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { onTestFinished } from "vitest";
import { systemProgram } from "./system.ts";

const PROGRAM = "/usr/bin/redis-server";

/** A Redis server of a test's own, on loopback; it keeps nothing on disk. */
export interface TestRedis {
  readonly url: string;
  readonly child: ChildProcess;
}

/** Starts one on a free port, installing it first where it is missing; it is killed when the test has finished. */
export async function startRedis(): Promise<TestRedis> {
  const program = systemProgram(PROGRAM, "redis-server");
  const port = await freePort();
  const child = spawn(program, [
    "--port",
    String(port),
    "--bind",
    "127.0.0.1",
    "--save",
    "",
    "--daemonize",
    "no",
  ]);
  onTestFinished(() => void child.kill("SIGKILL"));
  let said = "";
  while (!said.includes("Ready to accept connections")) {
    const [text] = (await once(child.stdout!, "data")) as [Buffer];
    said += text;
  }
  return { url: `redis://127.0.0.1:${port}`, child };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}
