import { once } from "node:events";
import { unwatchFile, watchFile } from "node:fs";
import { type Logger, pino } from "pino";
import { collectDefaultMetrics, Registry } from "prom-client";
import type { Catalog } from "../../contests/catalog/catalog.ts";
import { createOptimizer } from "../../platform/node/optimizer.ts";
import type { ServerCache } from "../../service/server/cache.ts";
import { createOptimizerHandler, type OptimizerHandler } from "../../service/server/handler.ts";
import { startServer } from "../../service/server/node/server.ts";
import type { TablesOf } from "../../service/server/projections.ts";
import { documentProjections, type ProjectionSource } from "../../service/server/projections.ts";
import { servedSports } from "../../service/server/routes.ts";
import type { FantasyPerformanceDocument } from "../../shared/schema/performances.ts";
import type { ScoringTable } from "../../shared/schema/scoring.ts";
import { locating, usageError } from "../errors.ts";
import { inputName, readJson } from "../input/files.ts";
import { interruptible } from "../interrupt.ts";
import { LogLines } from "../log-lines.ts";
import { API_KEYS, type Options, serviceKey } from "../options/definitions.ts";
import { writeResult } from "../output.ts";
import { readKeyHashes } from "./keys.ts";

/** Milliseconds per second of a request's limit, so that the failure of projections is reported in time. */
const MS_OF_LIMIT = 900;

/** Maximum number of documents (one per game) in memory. A few hundred cover a week in several sports. */
const MEMORY_DOCUMENTS = 1_000;

/** Maximum number of pages of a game's projections. A page has 100, and a game 40 to 100. */
const GAME_PAGES = 10;

async function openProjections(
  { service, projections: file, from, timeLimit }: Options<"serve">,
  sports: readonly string[],
  { scoringTables }: Catalog,
  cache: ServerCache | null,
  logger: Logger,
): Promise<{ readonly source: ProjectionSource } & AsyncDisposable> {
  if (file !== undefined) {
    const document = (await readJson(file)) as FantasyPerformanceDocument;
    const places = { projections: inputName(file) };
    const source = await locating(places, () => documentProjections(document));
    return { source, [Symbol.asyncDispose]: async () => {} };
  }
  const { createServiceClient } = await import("../../service/client/index.ts");
  const { serviceProjections } = await import("../../service/server/projections.ts");
  const client = createServiceClient({
    baseUrl: service!,
    apiKey: serviceKey(),
    totalMs: timeLimit * MS_OF_LIMIT,
    memoryDocuments: MEMORY_DOCUMENTS,
    pages: GAME_PAGES,
    ...(cache !== null && { cache: cache.store }),
    onWarning: ({ code, detail }) => logger.warn({ code, detail }, "prediction service"),
  });
  const tablesOf = from === "performances" ? scoringOf(sports, await scoringTables()) : undefined;
  return {
    source: serviceProjections(client, sports, { rates: cache?.rates ?? undefined, tablesOf }),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

function scoringOf(sports: readonly string[], scoring: readonly ScoringTable[]): TablesOf {
  const tablesOf = (sport: string) => scoring.filter((table) => table.sport === sport);
  const unknown = sports.find((sport) => tablesOf(sport).length === 0);
  if (unknown !== undefined)
    throw usageError(
      "--from",
      `performances: ${unknown} has no scoring table. Give one as --scoring, or name other sports as --sports.`,
    );
  return (sport) => tablesOf(sport) as unknown as ReturnType<TablesOf>;
}

async function sportsToServe(
  { from, sports }: Options<"serve">,
  catalog: Catalog,
): Promise<readonly string[]> {
  const served = servedSports(catalog, sports);
  if (sports !== undefined || from !== "performances") return served;
  const scored = new Set((await catalog.scoringTables()).map(({ sport }) => sport));
  return served.filter((sport) => scored.has(sport));
}

/** Milliseconds between checks of the key file; a watcher would miss renames, as in mounted secrets. */
const CHECK_MS = 1_000;

/** At SIGHUP and when the file changes. If that fails, the previous keys stay valid. */
function watchKeys(
  file: string | undefined,
  environment: string | undefined,
  handler: OptimizerHandler,
  logger: Logger,
): Disposable {
  const reload = async () => {
    try {
      const keys = await readKeyHashes(file, environment);
      handler.setKeys(keys);
      logger.info({ keys: keys.length }, "keys read again");
    } catch (error) {
      logger.error({ err: error }, "the keys could not be read; the previous keys stay valid");
    }
  };
  const onHangUp = () => void reload();
  process.on("SIGHUP", onHangUp);
  // Standard input is read once.
  const watched = file === undefined || file === "-" ? null : file;
  if (watched !== null) watchFile(watched, { interval: CHECK_MS, persistent: false }, onHangUp);
  return {
    [Symbol.dispose]: () => {
      process.off("SIGHUP", onHangUp);
      if (watched !== null) unwatchFile(watched, onHangUp);
    },
  };
}

export async function run(options: Options<"serve">): Promise<void> {
  const keys = await readKeyHashes(options.keys, process.env[API_KEYS]);
  await using log = openLog(options.logLevel);
  const { logger } = log;
  const { threads, solver, rules, scoring, onlyAvailable } = options;
  await using optimizer = await createOptimizer({
    ...{ solver, rules, scoring, onlyAvailable },
    explanationLimit: EXPLANATION_LIMIT,
    ...(threads !== undefined && { threads }),
  });
  const sports = await sportsToServe(options, optimizer.catalog);
  await using cache = await openServeCache(options, logger);
  await using projections = await openProjections(options, sports, optimizer.catalog, cache, logger);
  const { source } = projections;
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics });
  const { maxBody, maxPool, queue, requestsPerKey, prefix, origins } = options;
  const handler = createOptimizerHandler({
    ...{ optimizer, projections: source, keys, sports, logger, metrics, prefix, origins },
    rates: cache?.rates,
    limits: {
      ...{ maxBody, maxPool, queue, requestsPerKey },
      // One more than the threads, so that no thread waits while the next request is read.
      concurrency: optimizer.threads + 1,
      timeLimit: options.timeLimit * 1000,
      answerBytes: options.answers * 1_000_000,
    },
  });
  // Starts connecting to the prediction service.
  source.isReady();
  using _watched = watchKeys(options.keys, process.env[API_KEYS], handler, logger);
  await listen(options, handler, logger);
}

/** Time limit in milliseconds for finding the conflicting requirements of a request without lineups. */
const EXPLANATION_LIMIT = 5_000;

async function openServeCache({ cache }: Options<"serve">, logger: Logger): Promise<ServerCache | null> {
  if (cache === undefined) return null;
  const { openCache } = await import("../../service/server/cache.ts");
  return openCache(cache, ({ message }) => logger.warn({ detail: message }, "cache"));
}

async function listen(options: Options<"serve">, handler: OptimizerHandler, logger: Logger): Promise<void> {
  const { host, port, maxConnections } = options;
  const limits = {
    maxConnections,
    requestTimeout: options.requestTimeout * 1000,
    headersTimeout: Math.min(10, options.requestTimeout) * 1000,
    keepAliveTimeout: options.keepAlive * 1000,
  };
  const server = await startServer({ handler, host, port, limits }).catch((error: NodeJS.ErrnoException) => {
    if (error.syscall !== "listen" && error.syscall !== "getaddrinfo") throw error;
    const reason = WHY_DEAF[error.code ?? ""] ?? `cannot be used (${error.code}). Choose another address.`;
    throw usageError("--port", `or --host: ${host} ${port} ${reason}`);
  });
  const signalled = nextSignal();
  await writeResult(`Listening at ${server.address}\n`);
  logger.info({ signal: await signalled }, "stopping");
  await server.close(options.grace * 1000);
  logger.info({}, "stopped");
}

const WHY_DEAF: Readonly<Record<string, string>> = {
  EADDRINUSE: "is already in use. Choose another port, or 0 for any.",
  EADDRNOTAVAIL: "is not an address of this machine.",
  ENOTFOUND: "cannot be resolved.",
  EACCES: "is not allowed. Choose port 1024 or higher.",
};

function nextSignal(): Promise<NodeJS.Signals> {
  return interruptible(async (signal) => {
    await once(signal, "abort");
    return signal.reason as NodeJS.Signals;
  });
}

function openLog(level: Options<"serve">["logLevel"]): { readonly logger: Logger } & AsyncDisposable {
  const lines = new LogLines();
  const logger = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, lines);
  return { logger, [Symbol.asyncDispose]: () => lines[Symbol.asyncDispose]() };
}
