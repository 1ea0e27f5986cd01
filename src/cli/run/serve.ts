import { type Logger, pino } from "pino";
import { collectDefaultMetrics, Registry } from "prom-client";
import type { Optimizer } from "../../optimizer.ts";
import { createOptimizer } from "../../platform/node/optimizer.ts";
import type { RateLimiters, ServerCache } from "../../server/cache/cache.ts";
import { createOptimizerHandler, type OptimizerHandler } from "../../server/handler.ts";
import { startServer } from "../../server/node/server.ts";
import type { ProjectionSource } from "../../server/projections/source.ts";
import { servedSports } from "../../server/sports.ts";
import { SERVICE_KEY } from "../options/input.ts";
import { API_KEYS, type ServeOptions } from "../options/serve.ts";
import { writeResult } from "../output.ts";
import { usageError } from "../usage-error.ts";
import { readKeyHashes } from "./serve-keys.ts";
import { openProjections } from "./serve-projections.ts";
import { watchKeys } from "./watch-keys.ts";

/** Runs the server until a signal ends it. */
export async function run(options: ServeOptions): Promise<void> {
  const keys = await readKeyHashes(options.keys, process.env[API_KEYS]);
  await using log = openLog(options.logLevel);
  const { logger } = log;
  const { solver, rules, scoring, threads, onlyAvailable } = options;
  await using optimizer = await createOptimizer({
    solver,
    rules,
    scoring,
    onlyAvailable,
    explanationLimit: EXPLANATION_LIMIT,
    ...(threads !== undefined && { threads }),
  });
  const sports = servedSports(optimizer.catalog, options.sports);
  await using cache = await openServeCache(options, logger);
  await using projections = await openProjections(options, sports, {
    catalog: optimizer.catalog,
    serviceKey: process.env[SERVICE_KEY],
    cache,
    logger,
  });
  const { source } = projections;
  const rates = cache?.rates ?? undefined;
  const handler = createHandler(options, { optimizer, projections: source, keys, sports, logger, rates });
  // Begins to reach the prediction service.
  source.isReady();
  using _watched = watchKeys(options.keys, process.env[API_KEYS], handler, logger);
  await listen(options, handler, logger);
}

/** Milliseconds after which a request without lineups is answered with all that contradicts each other together. */
const EXPLANATION_LIMIT = 5_000;

/** The cache that was asked for; only with it is a package for one needed. */
async function openServeCache({ cache }: ServeOptions, logger: Logger): Promise<ServerCache | null> {
  if (cache === undefined) return null;
  const { openCache } = await import("../../server/cache/open-cache.ts");
  return openCache(cache, ({ message }) => logger.warn({ detail: message }, "cache"));
}

interface Parts {
  readonly optimizer: Optimizer;
  readonly projections: ProjectionSource;
  readonly keys: readonly string[];
  readonly sports: readonly string[];
  readonly logger: Logger;
  readonly rates: RateLimiters | undefined;
}

function createHandler(options: ServeOptions, parts: Parts): OptimizerHandler {
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics });
  const { maxBody, maxPool, queue, requestsPerKey } = options;
  return createOptimizerHandler({
    ...parts,
    metrics,
    limits: {
      maxBody,
      maxPool,
      queue,
      requestsPerKey,
      // One more than the threads, so that none waits while the next request is read.
      concurrency: parts.optimizer.threads + 1,
      timeLimit: options.timeLimit * 1000,
      answerBytes: options.answers * 1_000_000,
    },
  });
}

/** Listens until a signal comes; a second signal ends the process at once. */
async function listen(options: ServeOptions, handler: OptimizerHandler, logger: Logger): Promise<void> {
  const { host, port, maxConnections } = options;
  const limits = {
    maxConnections,
    requestTimeout: options.requestTimeout * 1000,
    headersTimeout: Math.min(10, options.requestTimeout) * 1000,
    keepAliveTimeout: options.keepAlive * 1000,
  };
  const server = await startServer({ handler, host, port, limits }).catch((error: NodeJS.ErrnoException) => {
    const reason = WHY_DEAF[error.code ?? ""];
    throw reason === undefined ? error : usageError("--port", `or --host: ${host} ${port} ${reason}`);
  });
  const signalled = nextSignal();
  await writeResult(`Listening at ${server.address}\n`);
  logger.info({ signal: await signalled }, "stopping");
  await server.close(options.grace * 1000);
  logger.info({}, "stopped");
}

const WHY_DEAF: Readonly<Record<string, string>> = {
  EADDRINUSE: "is taken already. Choose another port, or 0 for any.",
  EADDRNOTAVAIL: "is no address of this machine.",
  ENOTFOUND: "is no address that can be found.",
  EACCES: "is not allowed. Choose a port from 1024 on.",
};

function nextSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    const signals = ["SIGINT", "SIGTERM"] as const;
    const take = (signal: NodeJS.Signals) => {
      for (const name of signals) process.removeListener(name, take);
      resolve(signal);
    };
    for (const name of signals) process.on(name, take);
  });
}

/** Bytes of log lines that may wait for a slow reader; then lines are dropped. */
const LOG_BUFFER = 4_000_000;

/** Bytes of log lines written at once while requests come fast. */
const LOG_BATCH = 4_096;

/** Milliseconds after which lines are written, however few. */
const LOG_DELAY = 200;

/** Milliseconds that a slow reader has for the last lines. */
const LOG_PATIENCE = 2_000;

/** JSON lines on standard error, written without holding up requests; disposing of it waits for the last of them. */
function openLog(level: ServeOptions["logLevel"]): { readonly logger: Logger } & AsyncDisposable {
  const destination = pino.destination({ fd: 2, sync: false, minLength: LOG_BATCH, maxLength: LOG_BUFFER });
  // A reader that goes away changes nothing about the answers.
  destination.on("error", () => {});
  const logger = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
  const flushing = setInterval(() => destination.flush(), LOG_DELAY).unref();
  // Ended, not flushed at once: a line that is being written already would come after those flushed.
  const close = () =>
    new Promise<void>((resolve) => {
      clearInterval(flushing);
      destination.once("close", resolve);
      destination.once("error", () => resolve());
      setTimeout(resolve, LOG_PATIENCE).unref();
      destination.end();
    });
  return { logger, [Symbol.asyncDispose]: close };
}
