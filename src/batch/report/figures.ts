import type { ErrorObject } from "../../shared/errors.ts";
import type { Outcome } from "../outcome.ts";
import type { ResultLine } from "../row.ts";
import type { JobTiming } from "../timing.ts";
import { ExposureCount, type SlateExposure } from "./slate-exposure.ts";
import { type TimeBin, Timeline } from "./timeline.ts";

/** Jobs that are told of one by one. */
const SLOWEST = 15;
const MOST_UNDONE = 50;

/** A job that took long. */
interface SlowJob {
  readonly id: string;
  readonly line: number;
  readonly seconds: number;
}

/** A job without lineups, and why. */
interface UndoneJob {
  readonly id: string;
  readonly line: number;
  readonly state: ResultLine["state"];
  readonly error: ErrorObject;
}

/** What a batch's report shows beside its summary. */
export interface BatchFigures {
  readonly seconds: number;
  readonly workers: number;
  readonly throughput: readonly TimeBin[];
  readonly slowest: readonly SlowJob[];
  readonly undone: readonly UndoneJob[];
  readonly slates: readonly SlateExposure[];
}

/** Gathers what a report shows, job after job, in the same memory however many there are. */
export class FigureCount {
  readonly #timeline = new Timeline();
  readonly #exposures = new ExposureCount();
  readonly #workers = new Set<string>();
  readonly #undone: UndoneJob[] = [];
  #slowest: SlowJob[] = [];
  #seconds = 0;

  add({ id, line, state }: ResultLine, timing: JobTiming, outcome: Outcome, slate: string): void {
    const { seconds, worker, at } = timing;
    this.#seconds += seconds;
    this.#timeline.add(at);
    this.#workers.add(String(worker));
    if (this.#slowest.length < SLOWEST || seconds > this.#slowest.at(-1)!.seconds)
      this.#slowest = [...this.#slowest, { id, line, seconds }]
        .sort((a, b) => b.seconds - a.seconds)
        .slice(0, SLOWEST);
    if (outcome.state === "done") this.#exposures.add(slate, outcome.document);
    else if (this.#undone.length < MOST_UNDONE)
      this.#undone.push({ id, line, state, error: outcome.error[0]! });
  }

  figures(): BatchFigures {
    return {
      seconds: this.#seconds,
      workers: this.#workers.size,
      throughput: this.#timeline.bins(),
      slowest: this.#slowest,
      undone: this.#undone,
      slates: this.#exposures.slates(),
    };
  }
}
