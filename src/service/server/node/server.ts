import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { parseInput } from "../../../shared/schema/parse.ts";
import * as z from "../../../shared/schema/zod.ts";
import { answerError, RefusedError } from "../answer-error.ts";
import type { Outgoing } from "../exchange.ts";
import type { OptimizerHandler } from "../handler.ts";
import { limit } from "../handler-limits.ts";
import { BODILESS_STATUSES } from "../web.ts";
import { Connections, connectionsWithin } from "./connections.ts";
import { holdsBack, incomingOf } from "./incoming.ts";

const HOUR_MS = 3_600_000;

const socketLimitsSchema = z.strictObject({
  maxConnections: limit(1, 100_000, 1_000, "Open connections; one more closes the longest idle one."),
  maxHeader: limit(1_000, 1_000_000, 16_384, "Bytes of a request's line and headers."),
  headersTimeout: limit(1, HOUR_MS, 10_000, "Milliseconds for a request's headers to arrive."),
  requestTimeout: limit(1, HOUR_MS, 30_000, "Milliseconds for a whole request to arrive, body included."),
  keepAliveTimeout: limit(1, HOUR_MS, 65_000, "Milliseconds for which an idle connection stays open."),
  sendTimeout: limit(1, HOUR_MS, 10_000, "Milliseconds without progress after which an answer is abandoned."),
  maxPipelined: limit(1, 1_000, 32, "Requests that may wait on one connection; one more closes it."),
  maxDiscard: limit(
    0,
    1_000_000_000,
    10_000_000,
    "Bytes of a refused body that are read and dropped after the answer.",
  ),
});

/** The limits of the server's connections; every field has a default. */
export type SocketLimits = z.output<typeof socketLimitsSchema>;

/** The limits with their defaults filled in. @throws InvalidRequestError that points at the limit. */
export function socketLimits(limits: Partial<SocketLimits> = {}): SocketLimits {
  return parseInput(socketLimitsSchema, limits);
}

/** Connections whose request was answered before its body had arrived; the rest of the body is dropped. */
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
  // A body that was not requested may or may not follow, so nothing else can follow on this connection.
  const isLast = holdsBack(request);
  if (!request.complete && !isLast) discard(request, maxDiscard);
  const closed = new Promise((resolve) => response.once("close", resolve));
  const all = {
    ...headers,
    ...(isLast && { connection: "close" }),
    ...(!BODILESS_STATUSES.has(status) && { "content-length": Buffer.byteLength(body) }),
  };
  response.writeHead(status, all).end(body);
  await closed;
}

function discard(request: IncomingMessage, most: number): void {
  const { socket } = request;
  let size = 0;
  discarding.add(socket);
  request.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > most) socket.destroy();
  });
  request.once("end", () => discarding.delete(socket));
}

export interface ServerOptions {
  readonly handler: OptimizerHandler;
  readonly host: string;
  /** The port; 0 means any free port. */
  readonly port: number;
  readonly limits?: Partial<SocketLimits>;
}

export interface OptimizerServer {
  /** The server's address, such as `http://127.0.0.1:8080`. */
  readonly address: string;
  /**
   * Refuses new lineup requests with 503, waits at most `grace` milliseconds for the accepted ones, answers
   * the rest with 503, then closes every connection. The optimizer and the projections stay open.
   */
  close(grace: number): Promise<void>;
}

/** Milliseconds between checks for running requests while closing. */
const CLOSING_POLL_MS = 10;

/** Milliseconds that a closing server leaves for sent answers to reach their clients. */
const FLUSH_MS = 1_000;

/** Starts a server that passes every request to the handler, which knows the paths and methods. */
export async function startServer({ handler, host, port, limits }: ServerOptions): Promise<OptimizerServer> {
  const bounds = socketLimits(limits);
  const connections = new Connections(connectionsWithin(bounds.maxConnections), bounds.maxPipelined);
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

/** An HTTP server that answers invalid HTTP like the handler would. */
export function createHttpServer(
  limits: SocketLimits,
  listener: RequestListener,
  refuse: Refuse = answerError,
): Server {
  const { maxHeader, headersTimeout, requestTimeout, keepAliveTimeout } = limits;
  const server = createServer(
    {
      maxHeaderSize: maxHeader,
      headersTimeout,
      requestTimeout,
      keepAliveTimeout,
      connectionsCheckingInterval: 1_000,
      // The handler itself refuses requests without a host, or with two.
      requireHostHeader: false,
    },
    listener,
  );
  return server
    .on("checkContinue", listener)
    .on("checkExpectation", listener)
    .on("clientError", (error, socket) => answerClientError(error, socket as Socket, refuse));
}

/** Counts a request that never reached the handler; returns the answer. */
type Refuse = (reason: RefusedError) => Outgoing;

/** Answers data that is not valid HTTP, and closes the connection. */
function answerClientError(error: Error & { code?: string }, socket: Socket, refuse: Refuse): void {
  if (error.code === "ECONNRESET" || !socket.writable || discarding.has(socket)) {
    socket.destroy();
    return;
  }
  const { status, headers, body } = refuse(refusalOf(error.code));
  const lines = Object.entries({
    ...headers,
    "content-length": String(Buffer.byteLength(body)),
    connection: "close",
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`);
}

function refusalOf(code: string | undefined): RefusedError {
  if (code === "HPE_HEADER_OVERFLOW")
    return new RefusedError("headers-too-large", "The request's line and headers are too long.");
  if (code === "ERR_HTTP_REQUEST_TIMEOUT")
    return new RefusedError("request-timeout", "The request did not arrive in time.");
  return new RefusedError("malformed-request", "This is not an HTTP/1.1 request.");
}
