import { AggregatorRegistry } from "prom-client";
import type { Clock } from "../../../../shared/clock.ts";
import type { MetricsReport, MetricValues } from "./messages.ts";

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
