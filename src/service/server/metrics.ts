import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { CacheCounts } from "./projections/source.ts";

/** The upper bounds of the histogram of solve times, in seconds. */
const SOLVE_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** The values of the gauges at the time of a scrape. */
interface Readings {
  readonly running: () => number;
  readonly waiting: () => number;
  readonly threads: () => number;
  readonly answerBytes: () => number;
  readonly projections: () => CacheCounts;
}

/** A server's connections, as the gauges show them. */
interface ConnectionReadings {
  readonly open: number;
  readonly idle: number;
}

export interface Metrics {
  readonly solveSeconds: Histogram;
  readonly answers: Counter<"result">;
  /** Counts one request; unusual methods are counted together. */
  countRequest(route: string, method: string, status: number): void;
  /** Counts a connection that arrived when all places were taken, by its outcome. */
  countFull(outcome: string): void;
  /** Connects the gauges of connections; called once. */
  watchConnections(read: () => ConnectionReadings): void;
  /** Connects the gauges; called once. */
  observe(readings: Readings): void;
  /** The whole registry as text, and its media type. */
  scrape(): Promise<{ readonly type: string; readonly text: string }>;
}

/** Creates a handler's metrics, in the given registry or a new one. */
export function createMetrics(registry: Registry = new Registry()): Metrics {
  const registers = [registry];
  const requests = new Counter({
    name: "dfs_lineups_requests_total",
    help: "Requests answered, by route, method and status.",
    labelNames: ["route", "method", "status"],
    registers,
  });
  const solveSeconds = new Histogram({
    name: "dfs_lineups_solve_seconds",
    help: "Time from a sound request with its projections to its lineups, workers' queue included.",
    buckets: SOLVE_SECONDS,
    registers,
  });
  const answers = new Counter({
    name: "dfs_lineups_answers_total",
    help: "Lineup requests by whether their answer was kept from before.",
    labelNames: ["result"],
    registers,
  });

  const full = new Counter({
    name: "dfs_lineups_connections_full_total",
    help: "Connections that came when all places were taken: an idle one was closed for it, or it was refused.",
    labelNames: ["outcome"],
    registers,
  });

  function gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  }

  function observe({ running, waiting, threads, answerBytes, projections }: Readings): void {
    gauge("dfs_lineups_running", "Lineup requests being worked on.", running);
    gauge("dfs_lineups_queue_length", "Lineup requests accepted that do not solve yet.", waiting);
    gauge("dfs_lineups_threads", "Worker threads of the optimizer.", threads);
    gauge("dfs_lineups_answer_bytes", "Size of the answers kept.", answerBytes);
    new Counter({
      name: "dfs_lineups_projections_total",
      help: "Readings of one game's projections: hit and miss of the cache; stale ones were served past their time.",
      labelNames: ["result"],
      registers,
      collect() {
        const { hits, misses, stale } = projections();
        this.reset();
        this.inc({ result: "hit" }, hits);
        this.inc({ result: "miss" }, misses);
        this.inc({ result: "stale" }, stale);
      },
    });
  }

  return {
    solveSeconds,
    answers,
    observe,
    countFull: (outcome) => full.inc({ outcome }),
    watchConnections(read) {
      gauge("dfs_lineups_connections", "Open connections.", () => read().open);
      gauge(
        "dfs_lineups_idle_connections",
        "Open connections on which no request is answered.",
        () => read().idle,
      );
    },
    countRequest: (route, method, status) =>
      requests.inc({ route, method: METHODS.includes(method) ? method : "other", status }),
    scrape: async () => ({ type: registry.contentType, text: await registry.metrics() }),
  };
}
