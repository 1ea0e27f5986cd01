import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { devNull } from "node:os";
import { turn } from "../../../shared/clock.ts";
import { parseInput } from "../../../shared/schema/parse.ts";
import * as z from "../../../shared/schema/zod.ts";
import { readStream } from "../../client/abort.ts";
import { answerError, RefusedError } from "../answer-error.ts";
import { BODILESS_STATUSES, type Incoming, type Outgoing } from "../exchange.ts";
import type { OptimizerHandler } from "../handler.ts";
import { limit } from "../handler-limits.ts";

const HOUR_MS = 3_600_000;

const socketLimitsSchema = z.strictObject({
  maxConnections: limit(1, 100_000, 1_000, "Open connections; one more closes the longest idle one."),
  maxHeader: limit(1_000, 1_000_000, 16_384, "Bytes of a request's line and headers."),
  headersTimeout: limit(1, HOUR_MS, 10_000, "Milliseconds for a request's headers to arrive."),
  requestTimeout: limit(1, HOUR_MS, 30_000, "Milliseconds for a whole request to arrive, body included."),
  keepAliveTimeout: limit(1, HOUR_MS, 65_000, "Milliseconds for which an idle connection stays open."),
  sendTimeout: limit(1, HOUR_MS, 10_000, "Milliseconds without progress after which an answer is abandoned."),
  maxPipelined: limit(1, 1_000, 32, "Requests that may wait on one connection; one more closes it."),
  maxDiscard: limit(0, 1_000_000_000, 10_000_000, "Bytes of a refused body that are read and dropped."),
});

export type SocketLimits = z.output<typeof socketLimitsSchema>;

export function socketLimits(limits: Partial<SocketLimits> = {}): SocketLimits {
  return parseInput(socketLimitsSchema, limits);
}

interface Line {
  waiting: number;
  answered: Promise<void>;
}

/**
 * A server's connections; at most `maxConnections` are open, and each has one request answered at a time. A
 * further connection replaces the one that has been idle longest; without an idle one, it is refused. A
 * connection with more than `maxPipelined` requests behind the one being answered is closed.
 */
export class Connections {
  readonly #open = new Map<Socket, Line>();
  readonly #idle = new Set<Socket>();
  readonly #most: number;
  readonly #longest: number;

  constructor({ maxConnections, maxPipelined }: SocketLimits) {
    this.#most = withinOpenFiles(maxConnections);
    this.#longest = maxPipelined;
  }

  get counts(): { readonly open: number; readonly idle: number } {
    return { open: this.#open.size, idle: this.#idle.size };
  }

  /** Accepts a connection or closes it; returns whether one had to be closed. */
  admit(socket: Socket): boolean {
    const isFull = this.#open.size >= this.#most;
    if (isFull) {
      const [oldest = socket] = this.#idle;
      oldest.destroy();
      this.#leave(oldest);
      if (oldest === socket) return true;
    }
    this.#open.set(socket, { waiting: 0, answered: Promise.resolve() });
    this.#idle.add(socket);
    socket.once("close", () => this.#leave(socket));
    return isFull;
  }

  /** Runs `answer` after the earlier requests of the same connection; never if it closes first. */
  join(socket: Socket, answer: () => Promise<void>): void {
    const line = this.#open.get(socket);
    if (line === undefined || socket.destroyed) return;
    if (line.waiting > this.#longest) {
      socket.destroy();
      return;
    }
    line.waiting += 1;
    this.#idle.delete(socket);
    line.answered = line.answered.then(async () => {
      if (!socket.destroyed) await answer();
      line.waiting -= 1;
      if (line.waiting === 0 && this.#open.has(socket)) this.#idle.add(socket);
      // The system accepts dozens of answers before it reports that the client reads none; serve other
      // connections in between.
      else await turn();
    });
  }

  #leave(socket: Socket): void {
    this.#open.delete(socket);
    this.#idle.delete(socket);
  }
}

/** A new worker reads many parts of its code at once. */
const OTHER_FILES = 48;

/** At most `most`, but no more connections than files that this process may still open. */
function withinOpenFiles(most: number): number {
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files: { soft: unknown } } };
  const files = Number(userLimits?.open_files.soft ?? Number.NaN);
  if (Number.isNaN(files)) return most;
  // The system gives the lowest number that is free.
  const next = openSync(devNull, "r");
  closeSync(next);
  return Math.max(1, Math.min(most, files - next - OTHER_FILES));
}

function incomingOf(request: IncomingMessage, response: ServerResponse): Incoming {
  const gone = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) gone.abort();
  });
  const url = request.url ?? "";
  // A proxy may send an absolute address.
  const origin = /^https?:\/\/[^/?#]*/i.exec(url)?.[0] ?? "";
  return {
    method: request.method ?? "",
    target: url.slice(origin.length) || "/",
    signal: gone.signal,
    fault: faultOf(request),
    header(name) {
      const value = request.headers[name];
      return value === undefined ? null : Array.isArray(value) ? value.join(", ") : value;
    },
    // The rest of a longer body is dropped after the answer, on the same connection.
    body: (most) => readStream(request.iterator({ destroyOnReturn: false }), most),
  };
}

/**
 * Why a request is refused for its HTTP version or Host headers; null if it is not. HTTP/0.9 clients cannot
 * read an answer, and proxies may disagree on which of several Host headers counts.
 */
function faultOf({ rawHeaders, httpVersion }: IncomingMessage): string | null {
  if (httpVersion !== "1.1" && httpVersion !== "1.0")
    return `This is HTTP/${httpVersion}. Send HTTP/1.1 or 1.0.`;
  const hosts = rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === "host").length;
  if (hosts > 1) return `There are ${hosts} Host headers. Send one.`;
  return hosts === 0 && httpVersion === "1.1" ? "There is no Host header. Send one." : null;
}

const discarding = new WeakSet<Socket>();

/**
 * Sends an answer and waits until the system has accepted it or the connection is closed, for example because
 * the client does not read. The rest of an incomplete request body is read, within limits: closing a
 * connection with unread bytes resets it, and a client that sends everything before it reads would never see
 * the answer.
 */
export async function send(
  { status, headers, body }: Outgoing,
  request: IncomingMessage,
  response: ServerResponse,
  { sendTimeout, maxDiscard }: SocketLimits,
): Promise<void> {
  const { socket } = request;
  if (socket.destroyed) return;
  // This timeout runs while no data moves, and closes the connection; the server sets its own for idle
  // connections.
  socket.setTimeout(sendTimeout);
  response.prependOnceListener("finish", () => socket.setTimeout(0));
  if (!request.complete) {
    let size = 0;
    discarding.add(socket);
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxDiscard) socket.destroy();
    });
    request.once("end", () => discarding.delete(socket));
  }
  const closed = once(response, "close");
  const length = !BODILESS_STATUSES.has(status) && { "content-length": Buffer.byteLength(body) };
  response.writeHead(status, { ...headers, ...length }).end(body);
  await closed;
}

export interface ServerOptions {
  readonly handler: OptimizerHandler;
  readonly host: string;
  readonly port: number;
  readonly limits?: Partial<SocketLimits>;
}

export interface OptimizerServer {
  readonly address: string;
  /**
   * Refuses new lineup requests with 503, waits at most `grace` milliseconds for the accepted ones, answers
   * the rest with 503, then closes every connection. The optimizer and the projections stay open.
   */
  close(grace: number): Promise<void>;
}

const CLOSING_POLL_MS = 10;

const FLUSH_MS = 1_000;

export async function startServer({ handler, host, port, limits }: ServerOptions): Promise<OptimizerServer> {
  const bounds = socketLimits(limits);
  const connections = new Connections(bounds);
  handler.watchConnections(() => connections.counts);
  const listener: RequestListener = (request, response) => {
    const answer = async () =>
      send(await handler.handle(incomingOf(request, response)), request, response, bounds);
    connections.join(request.socket, answer);
  };
  const server = createHttpServer(bounds, listener, handler.refuse);
  server.on("connection", (socket) => {
    if (connections.admit(socket)) handler.countFull();
  });
  server.listen({ host, port });
  await once(server, "listening");
  const address = server.address() as AddressInfo;
  const shown = address.family === "IPv6" ? `[${address.address}]` : address.address;

  async function close(grace: number): Promise<void> {
    handler.stop();
    const end = performance.now() + grace;
    while (handler.pending() > 0 && performance.now() < end)
      await new Promise((resolve) => setTimeout(resolve, CLOSING_POLL_MS));
    handler.dismiss();
    const timer = setTimeout(() => server.closeAllConnections(), FLUSH_MS);
    if (server.listening) {
      server.close();
      await once(server, "close");
    }
    clearTimeout(timer);
  }

  return { address: `http://${shown}:${address.port}`, close };
}

export function createHttpServer(
  { maxHeader: maxHeaderSize, headersTimeout, requestTimeout, keepAliveTimeout }: SocketLimits,
  listener: RequestListener,
  refuse: OptimizerHandler["refuse"] = answerError,
): Server {
  const options = {
    ...{ maxHeaderSize, headersTimeout, requestTimeout, keepAliveTimeout },
    connectionsCheckingInterval: 1_000,
    // The handler itself refuses requests without a host, or with two.
    requireHostHeader: false,
  };
  return createServer(options, listener).on("clientError", (error: NodeJS.ErrnoException, socket) =>
    answerClientError(error.code, socket as Socket, refuse),
  );
}

function answerClientError(
  code: string | undefined,
  socket: Socket,
  refuse: OptimizerHandler["refuse"],
): void {
  if (code === "ECONNRESET" || !socket.writable || discarding.has(socket)) {
    socket.destroy();
    return;
  }
  const { status, headers, body } = refuse(refusalOf(code));
  const all = { ...headers, "content-length": String(Buffer.byteLength(body)), connection: "close" };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`);
}

function refusalOf(code: string | undefined): RefusedError {
  if (code === "HPE_HEADER_OVERFLOW")
    return new RefusedError("headers-too-large", "The request's line and headers are too long.");
  if (code === "ERR_HTTP_REQUEST_TIMEOUT")
    return new RefusedError("request-timeout", "The request did not arrive in time.");
  return new RefusedError("malformed-request", "This is not an HTTP/1.1 request.");
}
