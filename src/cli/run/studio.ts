import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { basename } from "node:path";
import { usageError } from "../errors.ts";
import { inputName, readBytes } from "../input/files.ts";
import { interruptible } from "../interrupt.ts";
import type { Options } from "../options/definitions.ts";
import { note, writeResult } from "../output.ts";
import { studioServer } from "../studio/serve.ts";

const HOST = "127.0.0.1";

/** Browsers keep what a page stores by its address, so the port stays the same. */
const USUAL_PORT = 4717;

/** Serves the studio until a signal ends it. */
export async function run({ port, open }: Options<"studio">, names: readonly string[] = []): Promise<void> {
  const given = await Promise.all(
    names.map(async (name) => ({ name: basename(inputName(name)), bytes: await readBytes(name) })),
  );
  const server = studioServer(given);
  await listen(server, port ?? USUAL_PORT).catch(async (error: NodeJS.ErrnoException) => {
    const reason = WHY_DEAF[error.code ?? ""];
    if (reason === undefined) throw error;
    if (port !== undefined) throw usageError("--port", `${port} ${reason}`);
    await listen(server, 0);
    note(
      `port ${USUAL_PORT} is in use, perhaps by another studio, whose kept slates this one does not have.`,
    );
  });
  const address = `http://${HOST}:${(server.address() as AddressInfo).port}/`;
  await interruptible(async (signal) => {
    const ended = once(signal, "abort");
    await writeResult(`The studio is at ${address}\n`);
    note("Ctrl-C stops it. Files are read and solved in the browser; nothing is sent anywhere.");
    // The program may run as long as the browser does.
    if (open)
      void isOpened(address).then((isOpen) => {
        if (!isOpen) note(`no browser could be started. Open ${address} yourself.`);
      });
    await ended;
  });
  server.closeAllConnections();
  server.close();
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, HOST);
  await once(server, "listening");
}

const WHY_DEAF: Readonly<Record<string, string>> = {
  EADDRINUSE: "is already in use. Choose another port, or leave it out for any free one.",
  EACCES: "is not allowed. Choose port 1024 or higher.",
};

/** The program of each platform that opens an address in the browser. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ["open"],
  win32: ["cmd", "/c", "start", ""],
};

/** Whether a browser was started. */
async function isOpened(address: string): Promise<boolean> {
  const [program, ...before] = OPENERS[process.platform] ?? ["xdg-open"];
  const child = spawn(program, [...before, address], { stdio: "ignore", detached: true });
  child.unref();
  try {
    const [code] = (await once(child, "exit")) as [number | null];
    return code === 0;
  } catch {
    return false;
  }
}
