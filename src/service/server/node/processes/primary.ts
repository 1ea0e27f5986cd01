import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { AggregatorRegistry } from "prom-client";
import { RateLimiterClusterMaster } from "rate-limiter-flexible";
import { type Clock, systemClock, withResolvers } from "../../../../shared/clock.ts";
import type { Logger } from "../../handler.ts";
import type { FromServing, MetricsReport, MetricValues, ToServing } from "./serving.ts";

/**
 * The time limit of a process's report of its metrics, in milliseconds; after it the previous report is used.
 */
const REPORT_MS = 2_000;

/** A process that reports its metrics when asked; a scrape is a numbered reading of all metrics. */
interface Reporter {
  readonly id: number;
  readonly ask: (scrape: number) => void;
}

/**
 * Adds up the metrics of all processes. Ended processes still count in the counters, so that these never
 * fall, but not in the gauges.
 */
export class AllMetrics {
  readonly #clock: Clock;
  readonly #reports = new Map<number, MetricsReport>();
  #ended: Promise<MetricValues> = Promise.resolve([]);
  /** The reports that scrapes are waiting for. */
  readonly #awaited = new Set<{ readonly id: number; readonly scrape: number; readonly done: () => void }>();
  #asked = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Adds a report of a process. */
  take(id: number, report: MetricsReport): void {
    this.#reports.set(id, report);
    for (const one of this.#awaited) if (one.id === id && one.scrape === report.scrape) one.done();
  }

  /** Keeps the counts of a process that will send no more reports. */
  end(id: number): void {
    const { counts } = this.#reports.get(id) ?? { counts: [] };
    this.#reports.delete(id);
    this.#ended = this.#ended.then((ended) =>
      AggregatorRegistry.aggregate([ended, counts]).getMetricsAsJSON(),
    );
    for (const one of this.#awaited) if (one.id === id) one.done();
  }

  /**
   * The current metrics of all processes as text; for a process that reports too late, its previous report.
   */
  async text(processes: readonly Reporter[]): Promise<string> {
    const scrape = this.#asked++;
    await Promise.all(processes.map((one) => this.#report(one, scrape)));
    const living = [...this.#reports.values()].flatMap(({ counts, gauges }) => [counts, gauges]);
    // Read both at once: a process could end between the two.
    const ended = this.#ended;
    return AggregatorRegistry.aggregate([...living, await ended]).metrics();
  }

  /** Settles when the process has reported, has ended, or is too late. */
  async #report({ id, ask }: Reporter, scrape: number): Promise<void> {
    const { promise, resolve: done } = withResolvers<void>();
    const awaited = { id, scrape, done };
    this.#awaited.add(awaited);
    const cancel = this.#clock.later(REPORT_MS, done);
    ask(scrape);
    await promise;
    cancel();
    this.#awaited.delete(awaited);
  }
}

/** Milliseconds before restarting a process that ended before it listened. */
const RESTART_PAUSE_MS = 1_000;

/** Several processes of this command that share one port. */
export interface Processes {
  readonly address: string;
  /** Makes every process read its keys again. */
  reload(): void;
  /** Makes every process finish its requests; settles when all have ended. */
  stop(): Promise<void>;
}

/**
 * Starts this command in `count` processes that share one port, and restarts those that end by themselves.
 * The calling process counts requests and collects metrics for all of them, but answers no requests.
 * @returns the processes; or an exit code, if the first process ends before it listens (it has reported why).
 */
export async function startProcesses(
  count: number,
  logger: Logger,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Processes | number> {
  // With port 0, a replacement process would listen at another port.
  if (port === 0)
    cluster.setupPrimary({ args: [...process.argv.slice(2), "--port", String(await freePort(host))] });
  new RateLimiterClusterMaster();
  const metrics = new AllMetrics(systemClock);
  let isStopping = false;

  cluster.on("message", (worker: Worker, message: FromServing) => {
    if (message.kind === "dfs-lineups:scrape") void scrape(worker, message.id);
    if (message.kind === "dfs-lineups:report") metrics.take(worker.id, message.report);
  });
  // Not at the process's exit: messages that it sent before may be read after that.
  cluster.on("disconnect", ({ id }: Worker) => metrics.end(id));

  async function scrape(worker: Worker, id: number): Promise<void> {
    const connected = workers().filter((one) => one.isConnected());
    const text = await metrics.text(
      connected.map((one) => ({
        id: one.id,
        ask: (asked) => send(one, { kind: "dfs-lineups:ask", scrape: asked }),
      })),
    );
    send(worker, { kind: "dfs-lineups:metrics", id, text });
  }

  /** Starts a process. Returns its address when it listens, or its exit code if it ends before. */
  async function start(): Promise<string | number> {
    const worker = cluster.fork();
    const outcome = await new Promise<string | number>((resolve) => {
      worker.on("message", (message: FromServing) => {
        if (message.kind !== "dfs-lineups:listening") return;
        // The message may have been sent before the process could receive it.
        if (isStopping) send(worker, { kind: "dfs-lineups:stop" });
        resolve(message.address);
      });
      worker.once("exit", (code) => resolve(code ?? 1));
    });
    if (typeof outcome === "string")
      worker.once("exit", (code, signal) => void replace(worker, code, signal));
    return outcome;
  }

  async function replace({ id }: Worker, exitCode: number | null, signal: string | null): Promise<void> {
    if (isStopping) return;
    logger.error({ process: id, exitCode, signal }, "a process ended; another takes its place");
    while (!isStopping && typeof (await start()) === "number") {
      logger.error({}, "a process did not start; it is tried again");
      await new Promise((resolve) => setTimeout(resolve, RESTART_PAUSE_MS));
    }
  }

  const first = await start();
  if (typeof first === "number") return first;
  const others = await Promise.all(Array.from({ length: count - 1 }, start));
  for (const code of others) if (typeof code === "number") void replace({ id: 0 } as Worker, code, null);
  return {
    address: first,
    reload: () => {
      for (const worker of workers()) worker.process.kill("SIGHUP");
    },
    async stop() {
      isStopping = true;
      await Promise.all(
        workers().map(async (worker) => {
          const ended = once(worker, "exit");
          send(worker, { kind: "dfs-lineups:stop" });
          await ended;
        }),
      );
    },
  };
}

/** A free port; 0 if none is found, so that the process that tries to listen reports the error. */
async function freePort(host: string): Promise<number> {
  const server = createServer().listen({ host, port: 0 });
  try {
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  } catch {
    return 0;
  } finally {
    server.close();
  }
}

function workers(): readonly Worker[] {
  return Object.values(cluster.workers ?? {}).flatMap((worker) => worker ?? []);
}

/** Sends a message; a process that has just ended does not receive it. */
function send(worker: Worker, message: ToServing): void {
  if (worker.isConnected()) worker.send(message);
}
