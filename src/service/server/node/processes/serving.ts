import cluster from "node:cluster";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { RateLimiterCluster } from "rate-limiter-flexible";
import { type Clock, systemClock } from "../../../../shared/clock.ts";
import type { RateLimiters } from "../../cache.ts";

/** Metrics as plain data. */
export type MetricValues = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>;

/** A serving process's report of its metrics. */
export interface MetricsReport {
  /**
   * The number of the scrape (reading of all metrics) that requested the report; null for a periodic report,
   * which has no gauges.
   */
  readonly scrape: number | null;
  /** Counters and histograms, which never decrease. */
  readonly counts: MetricValues;
  readonly gauges: MetricValues;
}

/** Messages from a serving process to the process that started it. */
export type FromServing =
  | { readonly kind: "dfs-lineups:listening"; readonly address: string }
  /** Requests the metrics of all processes. */
  | { readonly kind: "dfs-lineups:scrape"; readonly id: number }
  | { readonly kind: "dfs-lineups:report"; readonly report: MetricsReport };

/** Messages to a serving process. */
export type ToServing =
  /** Finish the running requests and end. */
  | { readonly kind: "dfs-lineups:stop" }
  /** Report your own metrics. */
  | { readonly kind: "dfs-lineups:ask"; readonly scrape: number }
  | { readonly kind: "dfs-lineups:metrics"; readonly id: number; readonly text: string };

/** Milliseconds between periodic reports: if a process is killed, only the counts of this time are lost. */
const REPORT_INTERVAL_MS = 1_000;

/** Reports a process's metrics: counts periodically and at its end, everything for a scrape. */
export function startReports(metrics: Registry, clock: Clock, take: (report: MetricsReport) => void) {
  let cancel = () => {};

  /** Sends a report of all metrics for a scrape; with null, only the counts so far. */
  async function send(scrape: number | null): Promise<void> {
    const all = metrics.getMetricsAsArray();
    const counts = all.filter((metric) => metric instanceof Counter || metric instanceof Histogram);
    // Some gauges restart when they are read, so only a scrape reads them.
    const gauges = scrape === null ? [] : all.filter((metric) => metric instanceof Gauge);
    take({ scrape, counts: await valuesOf(counts), gauges: await valuesOf(gauges) });
  }

  function wait(): void {
    cancel = clock.later(REPORT_INTERVAL_MS, () => {
      void send(null);
      wait();
    });
  }

  wait();
  return {
    send,
    /** Sends the last report. */
    end: () => {
      cancel();
      return send(null);
    },
  };
}

function valuesOf(metrics: readonly (Counter | Histogram | Gauge)[]): Promise<MetricValues> {
  return Promise.all(metrics.map((metric) => metric.get()));
}

/** How long to wait until the primary process has counted a request, in milliseconds. */
const COUNT_MS = 2_000;

/** One of several processes that share a port, and its link to the others. */
export interface Serving extends AsyncDisposable {
  /** The process's number. */
  readonly id: number;
  /** Rate limiters shared by all processes. */
  readonly rates: RateLimiters;
  /** The process's own metrics; its method `metrics` returns the text for all processes. */
  readonly metrics: Registry;
  /** Reports that the process listens at this address. */
  announce(address: string): void;
  /** Resolves when the process has to stop. */
  readonly stopped: Promise<string>;
}

/** This process as one of several; null if it serves alone. Disposing of it lets the process end. */
export function servingProcess(): Serving | null {
  const { worker } = cluster;
  if (worker === undefined) return null;
  // A signal to the whole process group is handled by the primary process, which sends stop messages.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
  // Listen from the start: the message may arrive before the server is up.
  const stopped = new Promise<string>((resolve) => {
    process.on("message", ({ kind }: ToServing) => kind === "dfs-lineups:stop" && resolve("stop"));
  });
  const send = (message: FromServing) => void (process.connected && process.send?.(message));
  const metrics = sharedRegistry(send);
  const reports = startReports(metrics, systemClock, (report) =>
    send({ kind: "dfs-lineups:report", report }),
  );
  process.on("message", (message: ToServing) => {
    if (message.kind === "dfs-lineups:ask") void reports.send(message.scrape);
  });
  return {
    id: worker.id,
    rates: ({ name, points, seconds }) =>
      new RateLimiterCluster({ keyPrefix: name, points, duration: seconds, timeoutMs: COUNT_MS }),
    metrics,
    announce: (address) => send({ kind: "dfs-lineups:listening", address }),
    stopped,
    async [Symbol.asyncDispose]() {
      await reports.end();
      worker.disconnect();
    },
  };
}

/** A registry whose text contains the metrics of all processes. */
function sharedRegistry(send: (message: FromServing) => void): Registry {
  const waiting = new Map<number, (text: string) => void>();
  let asked = 0;
  process.on("message", (message: ToServing) => {
    if (message.kind !== "dfs-lineups:metrics") return;
    waiting.get(message.id)?.(message.text);
    waiting.delete(message.id);
  });
  const metrics = () => {
    const id = asked++;
    const answered = new Promise<string>((resolve) => waiting.set(id, resolve));
    send({ kind: "dfs-lineups:scrape", id });
    return answered;
  };
  return Object.assign(new Registry(), { metrics });
}
