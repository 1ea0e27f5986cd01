import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { Clock } from "../../../../shared/clock.ts";
import type { MetricsReport, MetricValues } from "./messages.ts";

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
