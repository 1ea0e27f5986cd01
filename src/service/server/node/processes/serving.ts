import cluster from "node:cluster";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { RateLimiterCluster } from "rate-limiter-flexible";
import { type Clock, systemClock } from "../../../../shared/clock.ts";
import type { RateLimiters } from "../../cache/cache.ts";

/** Metrics as plain data. */
export type MetricValues = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>;

/** What a serving process reports of its own metrics. */
export interface MetricsReport {
  /** The scrape that asked for them; null for a report that nothing asked for, which has no gauges. */
  readonly scrape: number | null;
  /** Counters and histograms, which only grow. */
  readonly counts: MetricValues;
  readonly gauges: MetricValues;
}

/** What a serving process tells the one that started it. */
export type FromServing =
  | { readonly kind: "dfs-lineups:listening"; readonly address: string }
  /** It is asked for the metrics of all processes. */
  | { readonly kind: "dfs-lineups:scrape"; readonly id: number }
  | { readonly kind: "dfs-lineups:report"; readonly report: MetricsReport };

/** What it is told. */
export type ToServing =
  /** Finish what runs and end. */
  | { readonly kind: "dfs-lineups:stop" }
  /** Report the metrics of your own. */
  | { readonly kind: "dfs-lineups:ask"; readonly scrape: number }
  | { readonly kind: "dfs-lineups:metrics"; readonly id: number; readonly text: string };

/** Milliseconds between reports that nothing asked for: the counts of a longer time are not lost where a process is killed. */
const BETWEEN_REPORTS = 1_000;

/** Reports of a process's metrics: its counts at intervals and at its end, and all for a scrape. */
export class Reports {
  readonly #metrics: Registry;
  readonly #clock: Clock;
  readonly #take: (report: MetricsReport) => void;
  #cancel = () => {};

  constructor(metrics: Registry, clock: Clock, take: (report: MetricsReport) => void) {
    this.#metrics = metrics;
    this.#clock = clock;
    this.#take = take;
    this.#wait();
  }

  /** Reports to a scrape, or with null what is counted so far. */
  async send(scrape: number | null): Promise<void> {
    const all = this.#metrics.getMetricsAsArray();
    const counts = all.filter((metric) => metric instanceof Counter || metric instanceof Histogram);
    // Some gauges begin again when they are read, so only a scrape reads them.
    const gauges = scrape === null ? [] : all.filter((metric) => metric instanceof Gauge);
    this.#take({ scrape, counts: await valuesOf(counts), gauges: await valuesOf(gauges) });
  }

  /** Sends the last report. */
  async end(): Promise<void> {
    this.#cancel();
    await this.send(null);
  }

  #wait(): void {
    this.#cancel = this.#clock.later(BETWEEN_REPORTS, () => {
      void this.send(null);
      this.#wait();
    });
  }
}

function valuesOf(metrics: readonly (Counter | Histogram | Gauge)[]): Promise<MetricValues> {
  return Promise.all(metrics.map((metric) => metric.get()));
}

/** Milliseconds for the count of a request by the process that counts for all. */
const COUNTING = 2_000;

/** One of several processes that serve at one port, as it sees the others. */
export interface Serving extends AsyncDisposable {
  /** Its number among them. */
  readonly id: number;
  /** Counts that all of them share. */
  readonly rates: RateLimiters;
  /** Its own metrics; read as text, those of all. */
  readonly metrics: Registry;
  announce(address: string): void;
  /** Resolves when it is to stop. */
  readonly stopped: Promise<string>;
}

/** This process as one of several; null for a process that serves alone. Disposing of it lets the process end. */
export function servingProcess(): Serving | null {
  const { worker } = cluster;
  if (worker === undefined) return null;
  // Whoever signals a whole group means the process that started the others, which tells them to stop.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
  // From the start: it may be told before it listens.
  const stopped = new Promise<string>((resolve) => {
    process.on("message", ({ kind }: ToServing) => kind === "dfs-lineups:stop" && resolve("stop"));
  });
  const tell = (message: FromServing) => void (process.connected && process.send?.(message));
  const metrics = new SharedRegistry(tell);
  const reports = new Reports(metrics, systemClock, (report) => tell({ kind: "dfs-lineups:report", report }));
  process.on("message", (message: ToServing) => {
    if (message.kind === "dfs-lineups:ask") void reports.send(message.scrape);
  });
  return {
    id: worker.id,
    rates: ({ name, points, seconds }) =>
      new RateLimiterCluster({ keyPrefix: name, points, duration: seconds, timeoutMs: COUNTING }),
    metrics,
    announce: (address) => tell({ kind: "dfs-lineups:listening", address }),
    stopped,
    async [Symbol.asyncDispose]() {
      await reports.end();
      worker.disconnect();
    },
  };
}

/** A registry whose text is that of all processes. */
class SharedRegistry extends Registry {
  readonly #tell: (message: FromServing) => void;
  readonly #waiting = new Map<number, (text: string) => void>();
  #asked = 0;

  constructor(tell: (message: FromServing) => void) {
    super();
    this.#tell = tell;
    process.on("message", (message: ToServing) => {
      if (message.kind !== "dfs-lineups:metrics") return;
      this.#waiting.get(message.id)?.(message.text);
      this.#waiting.delete(message.id);
    });
  }

  override async metrics(): Promise<string> {
    const id = this.#asked++;
    const answered = new Promise<string>((resolve) => this.#waiting.set(id, resolve));
    this.#tell({ kind: "dfs-lineups:scrape", id });
    return answered;
  }
}
