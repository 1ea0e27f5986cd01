import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { CacheCounts } from "./projections.ts";

const SOLVE_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

const GAUGES = {
  running: "Lineup requests being solved.",
  queue_length: "Accepted lineup requests that are not being solved yet.",
  threads: "Worker threads of the optimizer.",
  answer_bytes: "Bytes of cached answers.",
  connections: "Open connections.",
  idle_connections: "Open connections without a running request.",
} as const;

export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics(registry: Registry = new Registry()) {
  const registers = [registry];
  const counter = (name: string, help: string, labelNames: readonly string[] = []) =>
    new Counter({ name: `dfs_lineups_${name}`, help, labelNames, registers });
  const requests = counter("requests_total", "Requests answered, by route, method and status.", [
    ...["route", "method", "status"],
  ]);
  const full = counter(
    "connections_full_total",
    "Connections beyond the most that may be open: each replaced an idle one or was refused.",
  );
  return {
    solveSeconds: new Histogram({
      name: "dfs_lineups_solve_seconds",
      help: "Time from a valid request with its projections to its lineups, including the wait for a worker.",
      buckets: SOLVE_SECONDS,
      registers,
    }),
    answers: counter(
      "answers_total",
      "Lineup requests by whether the answer came from the cache (hit) or was solved (miss).",
      ["result"],
    ),
    gauges(read: { readonly [Name in keyof typeof GAUGES]?: () => number }): void {
      for (const [name, value] of Object.entries(read)) {
        const help = GAUGES[name as keyof typeof GAUGES];
        new Gauge({
          ...{ name: `dfs_lineups_${name}`, help, registers },
          collect() {
            this.set(value());
          },
        });
      }
    },
    countProjections(read: () => CacheCounts): void {
      new Counter({
        name: "dfs_lineups_projections_total",
        help: "Readings of one game's projections: from the cache (hit), from the service (miss), or served although expired (stale).",
        ...{ labelNames: ["result"], registers },
        collect() {
          const { hits, misses, stale } = read();
          this.reset();
          this.inc({ result: "hit" }, hits);
          this.inc({ result: "miss" }, misses);
          this.inc({ result: "stale" }, stale);
        },
      });
    },
    countFull: () => full.inc(),
    countRequest: (route: string, method: string, status: number) =>
      requests.inc({ route, method: METHODS.includes(method) ? method : "other", status }),
    scrape: async () => ({ type: registry.contentType, text: await registry.metrics() }),
  };
}
