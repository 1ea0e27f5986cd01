import { randomUUID } from "node:crypto";
import type { Registry } from "prom-client";
import type { Optimizer } from "../../optimizer/optimizer.ts";
import { type Clock, systemClock } from "../../shared/clock.ts";
import { LineupError, refuseOption } from "../../shared/errors.ts";
import { answerError, RefusedError } from "./answer-error.ts";
import {
  ApiKeys,
  type Authenticate,
  bearerKey,
  type CallerOf,
  hostCallers,
  keyRates,
} from "./authenticate.ts";
import { ownRates, type RateLimiters } from "./cache.ts";
import { corsOf, encode, type Incoming, incomingOf, jsonApi, type Outgoing, responseOf } from "./exchange.ts";
import { type HandlerLimits, handlerLimits } from "./handler-limits.ts";
import { createMetrics } from "./metrics.ts";
import { createLineupService } from "./optimize.ts";
import type { ProjectionSource } from "./projections.ts";
import { checkAccept, readQuery } from "./request/head.ts";
import { checkMethod, createRouter, type Page, type Route, servedSports } from "./routes.ts";

/** The part of a logger that the handler needs; pino has it. */
export interface Logger {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

const SILENT: Logger = { info: () => {}, error: () => {} };
const NO_SNIFFING = { "x-content-type-options": "nosniff" };

export interface OptimizerHandlerOptions {
  readonly optimizer: Optimizer;
  readonly projections: ProjectionSource;
  /** SHA-256 hashes of the API keys, in hexadecimal digits: at least one, or none with `authenticate`. */
  readonly keys?: readonly string[] | undefined;
  /** The host's own authentication, instead of keys. Its errors are answered like any others. */
  readonly authenticate?: Authenticate | undefined;
  /** The `WWW-Authenticate` header of a 401 if `authenticate` returns null; `Bearer` by default. */
  readonly challenge?: string | undefined;
  /** The prefix of all paths, such as `/dfs`; empty by default. */
  readonly prefix?: string | undefined;
  /** Origins whose pages may read answers, such as `https://example.org`, or `*`; none by default. */
  readonly origins?: readonly string[] | undefined;
  readonly sports?: readonly string[] | undefined;
  readonly limits?: Partial<HandlerLimits>;
  /** The rate limiters; by default they count in this process's memory. */
  readonly rates?: RateLimiters | undefined;
  /** Receives a log line for each request, without its query; by default nothing is logged. */
  readonly logger?: Logger;
  readonly clock?: Clock;
  /** The prom-client registry for the metrics; a new one by default. */
  readonly metrics?: Registry;
}

/** Answers HTTP requests: the lineup optimizer of each sport, and the other pages. Never throws. */
export interface OptimizerHandler {
  (request: Request): Promise<Response>;
  /** Like the call with a Web `Request`, for servers that have none. */
  handle(call: Incoming): Promise<Outgoing>;
  /**
   * Replaces the keys; running requests are finished. @throws InvalidRequestError if there are none, one is
   * not a hash, or the host authenticates; the earlier keys then stay valid.
   */
  setKeys(hashes: readonly string[]): void;
  /** Refuses new lineup requests with 503; those already accepted are finished. */
  stop(): void;
  dismiss(): void;
  pending(): number;
  /** Counts and logs a request that a server refused before the handler got it; returns the answer. */
  refuse(reason: RefusedError): Outgoing;
  /** Counts a new connection that found the server full: an idle one was closed for it, or it was refused. */
  countFull(): void;
  /** Adds a server's connections to the metrics; called at most once. */
  watchConnections(read: () => { readonly open: number; readonly idle: number }): void;
}

type Fields = Record<string, string>;
type LineupRoute = Extract<Route, { readonly sport: string }>;

const STOPPING_RETRY_AFTER = 5;

/** @throws InvalidRequestError for options out of range */
export function createOptimizerHandler(options: OptimizerHandlerOptions): OptimizerHandler {
  const { optimizer, projections, logger = SILENT, clock = systemClock } = options;
  const limits = handlerLimits(options.limits);
  const keys = keysOf(options);
  const callerOf: CallerOf =
    keys === null
      ? hostCallers(options.authenticate!, options.challenge)
      : async (request, apiKey) => keys.verify(apiKey ?? bearerKey(request));
  const prefix = pathPrefix(options.prefix ?? "");
  const cors = corsOf(options.origins ?? []);
  const sports = servedSports(optimizer.catalog, options.sports);
  const metrics = createMetrics(options.metrics);
  const routeOf = createRouter(sports, prefix);
  const admit = keyRates(limits.requestsPerKey, options.rates ?? ownRates);
  const lineups = createLineupService({ optimizer, projections, limits, metrics, clock, prefix });
  let stopping = false;
  let pending = 0;
  let described: Promise<string> | undefined;
  const pages: Record<Page, () => Promise<Outgoing>> = {
    health: async () => jsonApi(200, { meta: { status: "alive" } }),
    async ready() {
      if (!stopping && projections.isReady()) return jsonApi(200, { meta: { status: "ready" } });
      const status = stopping ? "stopping" : "waiting for projections";
      return jsonApi(503, { meta: { status } }, { "retry-after": "2" });
    },
    async metrics() {
      const { type, text } = await metrics.scrape();
      return { status: 200, headers: { "content-type": type, "cache-control": "no-store" }, body: text };
    },
    async "openapi.json"() {
      const { openApiDocument } = await import("./openapi.ts");
      described ??= openApiDocument(optimizer.catalog, sports, limits, prefix).then(JSON.stringify);
      const headers = { "content-type": "application/json", "cache-control": "no-cache", ...NO_SNIFFING };
      return { status: 200, headers, body: await described };
    },
  };
  metrics.gauges({
    ...{ running: lineups.running, queue_length: lineups.waiting },
    ...{ threads: () => optimizer.threads, answer_bytes: lineups.answerBytes },
  });
  metrics.countProjections(() => projections.counts());

  async function optimize(
    call: Incoming,
    { sport, name }: LineupRoute,
    queryText: string,
    headers: Fields,
    noted: Fields,
  ): Promise<Outgoing> {
    if (stopping) throw stoppingError();
    pending += 1;
    try {
      checkAccept(call);
      const query = readQuery(queryText);
      const caller = await callerOf(call, query.apiKey);
      // Enough digits to distinguish callers.
      noted["key"] = caller.slice(0, 8);
      Object.assign(headers, await admit(caller));
      return await lineups.answer(call, { sport, kind: name, query, caller });
    } finally {
      pending -= 1;
    }
  }

  async function handle(call: Incoming): Promise<Outgoing> {
    const started = clock.elapsed();
    const requestId = requestIdOf(call);
    const common: Fields = { "x-request-id": requestId, ...cors.headers(call) };
    const noted: Fields = {};
    let route: Route | null = null;
    let answer: Outgoing;
    let error: unknown;
    try {
      if (call.fault !== null) throw new RefusedError("malformed-request", call.fault);
      const [path = "", ...query] = call.target.split("?");
      route = routeOf(path);
      const preflight = cors.preflight(call, route.methods);
      if (preflight === null) checkMethod(route, call.method);
      answer =
        preflight ??
        (await ("sport" in route
          ? optimize(call, route, query.join("?"), common, noted)
          : pages[route.name]()));
    } catch (thrown) {
      error = thrown;
      answer = answerError(thrown);
    }
    const name = route?.name ?? "unknown";
    metrics.countRequest(name, call.method, answer.status);
    const fields = {
      requestId,
      // Log the route, not the path: the caller may have put a key into the path.
      route: name,
      ...(route !== null && "sport" in route && { sport: route.sport }),
      method: call.method,
      status: answer.status,
      ...(error instanceof LineupError && { code: error.code }),
      ...noted,
      milliseconds: Math.round((clock.elapsed() - started) * 10) / 10,
    };
    if (answer.status === 500 || answer.status === 502) logger.error({ ...fields, err: error }, "failed");
    else logger.info(fields, "answered");
    return encode(call, { ...answer, headers: { ...answer.headers, ...common } });
  }

  function refuse(reason: RefusedError): Outgoing {
    const requestId = randomUUID();
    const { status, headers, body } = answerError(reason);
    metrics.countRequest("unknown", "other", status);
    logger.info({ requestId, route: "unknown", status, code: reason.code }, "answered");
    return { status, headers: { ...headers, "x-request-id": requestId }, body };
  }

  const handler = async (request: Request) => responseOf(await handle(incomingOf(request)), request.method);
  return Object.assign(handler, {
    handle,
    setKeys: (hashes: readonly string[]) => (keys ?? noKeys()).replace(hashes),
    stop: () => (stopping = true),
    dismiss: () => lineups.dismiss(stoppingError()),
    pending: () => pending,
    refuse,
    countFull: metrics.countFull,
    watchConnections: (read: Parameters<OptimizerHandler["watchConnections"]>[0]) =>
      metrics.gauges({ connections: () => read().open, idle_connections: () => read().idle }),
  });
}

function keysOf({ keys, authenticate }: OptimizerHandlerOptions): ApiKeys | null {
  if (authenticate === undefined) return new ApiKeys(keys ?? []);
  return keys === undefined ? null : noKeys();
}

function noKeys(): never {
  return refuseOption(
    "/keys",
    "/keys: the host authenticates with the option `authenticate`. Give `keys` or `authenticate`, not both.",
  );
}

function stoppingError(): RefusedError {
  return new RefusedError(
    "stopping",
    `The server is stopping. Try again in ${STOPPING_RETRY_AFTER} s, or at another one.`,
    { headers: { "retry-after": String(STOPPING_RETRY_AFTER), connection: "close" } },
  );
}

const PLAIN_ID = /^[\w.:-]{1,100}$/;

function requestIdOf(call: Incoming): string {
  const given = call.header("x-request-id");
  return given !== null && PLAIN_ID.test(given) ? given : randomUUID();
}

const PREFIX = /^(?:\/[\w.~-]+)*$/;

function pathPrefix(prefix: string): string {
  if (PREFIX.test(prefix)) return prefix;
  return refuseOption(
    "/prefix",
    `The option \`prefix\` must be a path such as /dfs, without a slash at its end (got ${JSON.stringify(prefix)}).`,
  );
}
