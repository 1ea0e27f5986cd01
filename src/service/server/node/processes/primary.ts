import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { AggregatorRegistry } from "prom-client";
import { RateLimiterClusterMaster } from "rate-limiter-flexible";
import { type Clock, systemClock } from "../../../../shared/clock.ts";
import type { Logger } from "../../log.ts";
import type { FromServing, MetricsReport, MetricValues, ToServing } from "./serving.ts";

/** Milliseconds for a process to report when it is asked; what it reported last counts for one that takes longer. */
const REPORTING = 2_000;

/** A process that can be asked for a report. */
interface Reporter {
  readonly id: number;
  readonly ask: (scrape: number) => void;
}

/** A scrape that waits for reports of these processes. */
interface Scrape {
  readonly missing: Set<number>;
  readonly done: () => void;
}

/**
 * The metrics of all processes that serve or have served. The counts of one that ended stay in the sums, so that no sum ever
 * goes down; its gauges go with it.
 */
export class AllMetrics {
  readonly #clock: Clock;
  readonly #reports = new Map<number, MetricsReport>();
  #ended: Promise<MetricValues> = Promise.resolve([]);
  readonly #scrapes = new Map<number, Scrape>();
  #asked = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Takes a report of a process. */
  take(id: number, report: MetricsReport): void {
    this.#reports.set(id, report);
    if (report.scrape !== null) this.#settle(report.scrape, id);
  }

  /** Keeps the counts of a process from which no report will come any more. */
  end(id: number): void {
    const { counts } = this.#reports.get(id) ?? { counts: [] };
    this.#reports.delete(id);
    this.#ended = this.#ended.then((ended) =>
      AggregatorRegistry.aggregate([ended, counts]).getMetricsAsJSON(),
    );
    for (const scrape of [...this.#scrapes.keys()]) this.#settle(scrape, id);
  }

  /** The metrics of all as text, as these processes report them now. */
  async text(processes: readonly Reporter[]): Promise<string> {
    await this.#gather(processes);
    const living = [...this.#reports.values()].flatMap(({ counts, gauges }) => [counts, gauges]);
    // Both at once: between the two a process could end.
    const ended = this.#ended;
    return AggregatorRegistry.aggregate([...living, await ended]).metrics();
  }

  /** Settles when each process has reported or ended, or takes too long. */
  async #gather(processes: readonly Reporter[]): Promise<void> {
    if (processes.length === 0) return;
    const scrape = this.#asked++;
    const gathered = new Promise<void>((done) => {
      this.#scrapes.set(scrape, { missing: new Set(processes.map(({ id }) => id)), done });
    });
    const cancel = this.#clock.later(REPORTING, () => this.#scrapes.get(scrape)?.done());
    for (const { ask } of processes) ask(scrape);
    await gathered;
    cancel();
    this.#scrapes.delete(scrape);
  }

  #settle(scrape: number, id: number): void {
    const waiting = this.#scrapes.get(scrape);
    waiting?.missing.delete(id);
    if (waiting?.missing.size === 0) waiting.done();
  }
}

/** Milliseconds before a process is started anew that ended before it listened. */
const RESTART_PAUSE = 1_000;

/** Several processes of this command that serve at one port. */
export interface Processes {
  readonly address: string;
  /** Has every process read its keys anew. */
  reload(): void;
  /** Has every process finish what runs; settles when all have ended. */
  stop(): Promise<void>;
}

/**
 * Starts this command `count` times over, each to serve at the same port, and starts anew those that end by themselves.
 * It counts requests and gathers metrics for all of them, and answers none itself.
 * @returns the exit code of the first process where it does not get as far as to listen; it has said why.
 */
export async function startProcesses(
  count: number,
  logger: Logger,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Processes | number> {
  // With 0, processes that take the place of others would listen at another port.
  if (port === 0)
    cluster.setupPrimary({ args: [...process.argv.slice(2), "--port", String(await freePort(host))] });
  new RateLimiterClusterMaster();
  const metrics = new AllMetrics(systemClock);
  let isStopping = false;

  cluster.on("message", (worker: Worker, message: FromServing) => {
    if (message.kind === "dfs-lineups:scrape") void scrape(worker, message.id);
    if (message.kind === "dfs-lineups:report") metrics.take(worker.id, message.report);
  });
  // Not at its exit: what it sent before may be read after that.
  cluster.on("disconnect", ({ id }: Worker) => metrics.end(id));

  async function scrape(worker: Worker, id: number): Promise<void> {
    const connected = workers().filter((one) => one.isConnected());
    const text = await metrics.text(
      connected.map((one) => ({
        id: one.id,
        ask: (asked) => tell(one, { kind: "dfs-lineups:ask", scrape: asked }),
      })),
    );
    tell(worker, { kind: "dfs-lineups:metrics", id, text });
  }

  /** The address at which a new process listens, or the code with which it ended before. */
  async function start(): Promise<string | number> {
    const worker = cluster.fork();
    const outcome = await new Promise<string | number>((resolve) => {
      worker.on("message", (message: FromServing) => {
        if (message.kind !== "dfs-lineups:listening") return;
        // It may have been told before it could hear.
        if (isStopping) tell(worker, { kind: "dfs-lineups:stop" });
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
      await new Promise((resolve) => setTimeout(resolve, RESTART_PAUSE));
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
          tell(worker, { kind: "dfs-lineups:stop" });
          await ended;
        }),
      );
    },
  };
}

/** A port that is free; 0 where it cannot be found, as a process that tries to listen there then reports. */
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

/** One that has just ended is told in vain. */
function tell(worker: Worker, message: ToServing): void {
  if (worker.isConnected()) worker.send(message);
}
