import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { answerError } from "../answer-error.ts";
import type { OptimizerHandler } from "../handler.ts";
import { answerClientError, type Refuse } from "./client-error.ts";
import { Connections } from "./connections.ts";
import { incomingOf } from "./incoming.ts";
import { Lines } from "./line.ts";
import { readInPortions } from "./portions.ts";
import { send } from "./send.ts";
import { type SocketLimits, socketLimits } from "./socket-limits.ts";

export interface ServerOptions {
  readonly handler: OptimizerHandler;
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly limits?: Partial<SocketLimits>;
}

export interface OptimizerServer {
  /** Such as `http://127.0.0.1:8080`. */
  readonly address: string;
  /**
   * Refuses new lineup requests with 503, waits at most `grace` milliseconds for those accepted, answers what is left
   * with 503 too, then closes every connection. The optimizer and the projections stay open.
   */
  close(grace: number): Promise<void>;
}

/** Milliseconds between looks at what is still running while closing. */
const CLOSING_LOOK = 10;

/** Milliseconds for answers already given to reach their clients. */
const FLUSH = 1_000;

/** Listens, and gives every request to the handler, which knows the paths and methods. */
export async function startServer({ handler, host, port, limits }: ServerOptions): Promise<OptimizerServer> {
  const bounds = socketLimits(limits);
  const connections = new Connections(bounds.maxConnections, (outcome) => handler.countFull(outcome));
  handler.watchConnections(() => connections.counts);
  const lines = new Lines(bounds.maxPipelined, connections);
  const listener: RequestListener = (request, response) => {
    const answer = async () =>
      send(await handler.handle(incomingOf(request, response)), request, response, bounds);
    lines.join(request.socket, answer, Number(request.headers["content-length"] ?? 0));
  };
  const server = createHttpServer(bounds, listener, handler.refuse);
  // After Node's own listener, whose parser it feeds.
  server.on("connection", (socket) => {
    if (connections.admit(socket)) readInPortions(socket, lines);
  });
  server.listen({ host, port });
  await once(server, "listening");
  const address = server.address() as AddressInfo;
  const shown = address.family === "IPv6" ? `[${address.address}]` : address.address;

  async function close(grace: number): Promise<void> {
    handler.stop();
    const end = performance.now() + grace;
    while (handler.pending() > 0 && performance.now() < end)
      await new Promise((resolve) => setTimeout(resolve, CLOSING_LOOK));
    handler.dismiss();
    const timer = setTimeout(() => server.closeAllConnections(), FLUSH);
    if (server.listening) {
      server.close();
      await once(server, "close");
    }
    clearTimeout(timer);
  }

  return { address: `http://${shown}:${address.port}`, close };
}

/** A server of bounded connections that answers what is no HTTP as the handler would. */
export function createHttpServer(
  limits: SocketLimits,
  listener: RequestListener,
  refuse: Refuse = answerError,
): Server {
  const { maxHeader, maxConnections, headersTimeout, requestTimeout, keepAliveTimeout } = limits;
  const server = createServer(
    {
      maxHeaderSize: maxHeader,
      headersTimeout,
      requestTimeout,
      keepAliveTimeout,
      connectionsCheckingInterval: 1_000,
      // The handler itself tells who sends none, or two.
      requireHostHeader: false,
    },
    listener,
  );
  // One more, in whose place an idle one is closed.
  server.maxConnections = maxConnections + 1;
  return server
    .on("checkContinue", listener)
    .on("checkExpectation", listener)
    .on("clientError", (error, socket) => answerClientError(error, socket as Socket, refuse));
}
