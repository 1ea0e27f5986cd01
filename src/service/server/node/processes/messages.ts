import type { Registry } from "prom-client";

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
