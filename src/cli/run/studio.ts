import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, extname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { usageError } from "../errors.ts";
import { inputName, readBytes } from "../input/files.ts";
import { interruptible } from "../interrupt.ts";
import type { Options } from "../options/definitions.ts";
import { note, writeResult } from "../output.ts";

const HOST = "127.0.0.1";

/** The default port. It is always the same, because browsers keep the data of a page by its address. */
const USUAL_PORT = 4717;

export async function run({ port, open }: Options<"studio">, names: readonly string[] = []): Promise<void> {
  const given = await Promise.all(
    names.map(async (name) => ({
      ...{ name: basename(inputName(name)), time: Date.now() },
      bytes: await readBytes(name),
    })),
  );
  const server = studioServer(given);
  await listen(server, port ?? USUAL_PORT).catch(async (error: NodeJS.ErrnoException) => {
    const reason = WHY_DEAF[error.code ?? ""];
    if (reason === undefined) throw error;
    if (port !== undefined) throw usageError("--port", `${port} ${reason}`);
    await listen(server, 0);
    note(
      `port ${USUAL_PORT} is in use, perhaps by another studio. This one uses another port, and cannot show slates kept there.`,
    );
  });
  const address = `http://${HOST}:${(server.address() as AddressInfo).port}/`;
  await interruptible(async (signal) => {
    const ended = once(signal, "abort");
    await writeResult(`The studio is at ${address}\n`);
    note("Ctrl-C stops it. Files are read and solved in the browser; nothing is sent anywhere.");
    // Does not wait: the program may run as long as the browser does.
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

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ["open"],
  win32: ["cmd", "/c", "start", ""],
};

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

const SITE = fileURLToPath(new URL("../../../dist/studio", import.meta.url));

const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "connect-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "font-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".csv": "text/csv; charset=utf-8",
  ".gzip": "application/gzip",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};

const PART = /^part-[\w-]+\.js$/;

export interface OpenedFile {
  readonly name: string;
  /** When it was read, in milliseconds since 1970. */
  readonly time: number;
  readonly bytes: Uint8Array;
}

/** Answers only requests that address this machine as `localhost` or 127.0.0.1. */
export function studioServer(given: readonly OpenedFile[]): Server {
  const names = new Set(
    readdirSync(SITE, { recursive: true, encoding: "utf8" }).map((name) => name.replaceAll(sep, "/")),
  );
  const respond = (request: IncomingMessage, response: ServerResponse) => {
    const host = (request.headers.host ?? "").replace(/:\d+$/, "");
    // Another host name may have been made to resolve to this machine: its pages must not read the files.
    if (host !== "127.0.0.1" && host !== "localhost") return refuse(response, 421);
    if (request.method !== "GET" && request.method !== "HEAD") return refuse(response, 405);
    // Not read as a URL: `//` is none.
    const asked = request.url!.replace(/[?#].*/s, "").replace(/^\//, "");
    const path = request.url!.startsWith("/") ? asked || "index.html" : "";
    const place = /^given\/(\d+)$/.exec(path)?.[1];
    const file = place === undefined ? undefined : given[Number(place)];
    if (file !== undefined) return answer(response, ".csv", file.bytes);
    const type = extname(path);
    if (!names.has(path) || TYPES[type] === undefined) return refuse(response, 404);
    const bytes = readFileSync(join(SITE, path));
    // Browsers store `index.html` for use without this server, so under that name it lists no files.
    return answer(response, type, asked === "" ? withNames(bytes, given) : bytes, path);
  };
  return createServer((request, response) => {
    try {
      respond(request, response);
    } catch {
      if (response.headersSent) response.destroy();
      else refuse(response, 500);
    }
  });
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { "content-type": "text/plain" }).end();
}

function answer(response: ServerResponse, type: string, bytes: Uint8Array, path = ""): void {
  response
    .writeHead(200, {
      "content-type": TYPES[type],
      "content-length": bytes.length,
      "content-security-policy": POLICY,
      // The names of parts contain a hash of their contents, and the page's workers share them.
      "cache-control": PART.test(path) ? "max-age=31536000, immutable" : "no-cache",
      "cross-origin-resource-policy": "same-origin",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    })
    .end(bytes);
}

function withNames(page: Uint8Array, given: readonly OpenedFile[]): Uint8Array {
  if (given.length === 0) return page;
  const names = JSON.stringify(given.map(({ name, time }) => ({ name, time })))
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;");
  const text = Buffer.from(page).toString("utf8");
  return Buffer.from(text.replace("<title>", () => `<meta name="given" content="${names}" />\n    <title>`));
}
