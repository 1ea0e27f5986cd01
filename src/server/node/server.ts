import { METHODS } from "node:http";
import type { AddressInfo } from "node:net";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { OptimizerHandler } from "../handler.ts";
import { answerClientError } from "./client-error.ts";
import { incomingOf } from "./incoming.ts";
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

/** Listens, with the handler behind Fastify. */
export async function startServer({ handler, host, port, limits }: ServerOptions): Promise<OptimizerServer> {
  const app = createApp(socketLimits(limits));
  mount(app, handler);
  await app.listen({ host, port });
  const address = app.server.address() as AddressInfo;
  const shown = address.family === "IPv6" ? `[${address.address}]` : address.address;

  async function close(grace: number): Promise<void> {
    handler.stop();
    const end = performance.now() + grace;
    while (handler.pending() > 0 && performance.now() < end)
      await new Promise((resolve) => setTimeout(resolve, CLOSING_LOOK));
    handler.dismiss();
    const timer = setTimeout(() => app.server.closeAllConnections(), FLUSH);
    await app.close();
    clearTimeout(timer);
  }

  return { address: `http://${shown}:${address.port}`, close };
}

/** A Fastify that leaves bodies unread and answers what is no HTTP as the handler would. */
export function createApp(limits: SocketLimits): FastifyInstance {
  const { maxHeader, maxConnections, headersTimeout, requestTimeout, keepAliveTimeout } = limits;
  const app = Fastify({
    requestTimeout,
    keepAliveTimeout,
    return503OnClosing: false,
    exposeHeadRoutes: false,
    http: { maxHeaderSize: maxHeader, headersTimeout, connectionsCheckingInterval: 1_000 },
    clientErrorHandler: answerClientError,
  });
  app.server.maxConnections = maxConnections;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));
  return app;
}

/** Gives every request of the app to the handler, which knows the paths and methods. */
function mount(app: FastifyInstance, handler: OptimizerHandler): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const { status, headers, body } = await handler.handle(incomingOf(request.raw, reply.raw));
    // As bytes: to the media type of a text Fastify adds a charset, which JSON:API forbids.
    return reply.code(status).headers(headers).send(Buffer.from(body));
  };
  for (const method of METHODS) app.addHttpMethod(method, { hasBody: false, overrideExisting: true });
  app.route({ method: app.supportedMethods, url: "*", handler: answer });
  app.setNotFoundHandler(answer);
}
