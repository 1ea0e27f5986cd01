import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { CacheCounts } from "./projections.ts";

const SOLVE_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics(registry: Registry = new Registry()) {
  const registers = [registry];
  const requests = new Counter({
    name: "dfs_lineups_requests_total",
    help: "Requests answered, by route, method and status.",
    labelNames: ["route", "method", "status"],
    registers,
  });
  const solveSeconds = new Histogram({
    name: "dfs_lineups_solve_seconds",
    help: "Time from a valid request with its projections to its lineups, including the wait for a worker.",
    buckets: SOLVE_SECONDS,
    registers,
  });
  const answers = new Counter({
    name: "dfs_lineups_answers_total",
    help: "Lineup requests by whether the answer came from the cache (hit) or was solved (miss).",
    labelNames: ["result"],
    registers,
  });

  const full = new Counter({
    name: "dfs_lineups_connections_full_total",
    help: "Connections beyond the most that may be open: each replaced an idle one or was refused.",
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

  /** Registers gauges that read their values from these functions; called once. */
  function observe({
    projections,
    ...read
  }: Record<"running" | "waiting" | "threads" | "answerBytes", () => number> & {
    readonly projections: () => CacheCounts;
  }): void {
    gauge("dfs_lineups_running", "Lineup requests being solved.", read.running);
    gauge(
      "dfs_lineups_queue_length",
      "Accepted lineup requests that are not being solved yet.",
      read.waiting,
    );
    gauge("dfs_lineups_threads", "Worker threads of the optimizer.", read.threads);
    gauge("dfs_lineups_answer_bytes", "Bytes of cached answers.", read.answerBytes);
    new Counter({
      name: "dfs_lineups_projections_total",
      help: "Readings of one game's projections: from the cache (hit), from the service (miss), or served although expired (stale).",
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
    countFull: () => full.inc(),
    /** Registers the gauges of connections; called once. */
    watchConnections(read: () => { readonly open: number; readonly idle: number }) {
      gauge("dfs_lineups_connections", "Open connections.", () => read().open);
      gauge("dfs_lineups_idle_connections", "Open connections without a running request.", () => read().idle);
    },
    countRequest: (route: string, method: string, status: number) =>
      requests.inc({ route, method: METHODS.includes(method) ? method : "other", status }),
    scrape: async () => ({ type: registry.contentType, text: await registry.metrics() }),
  };
}
