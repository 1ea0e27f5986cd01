import type { BatchObserver, States } from "../batch/node/contract.ts";
import { type Clock, systemClock } from "../shared/clock.ts";
import { grouped } from "../shared/words.ts";
import { CLEAR, type ProgressStream, SECOND } from "./progress.ts";
import { paragraph } from "./render/text.ts";

const LINE_EVERY = 30 * SECOND;

/** Redraw interval on a terminal. */
const DRAW_EVERY = SECOND / 2;

const BAR = 24;

/** Texts with the numbers of infeasible and of failed jobs, such as `3 failed`; zeros are left out. */
export function undoneWords({ infeasible, failed }: States): string[] {
  return [
    ...(infeasible > 0 ? [`${grouped(infeasible)} infeasible`] : []),
    ...(failed > 0 ? [`${grouped(failed)} failed`] : []),
  ];
}

export const SILENT: BatchObserver = { started() {}, written() {} };

export function totalOf({ done, infeasible, failed }: States): number {
  return done + infeasible + failed;
}

/**
 * Reports the progress of a batch: on a terminal as one line that is redrawn, on other streams as a line
 * every 30 seconds. Jobs of earlier runs count as done, but not for the jobs per second.
 */
export class BatchProgress implements BatchObserver, Disposable {
  readonly #stream: ProgressStream;
  readonly #clock: Clock;
  #jobs = 0;
  #states: States = { done: 0, infeasible: 0, failed: 0 };
  #solved = 0;
  #began = 0;
  #shownAt = 0;

  constructor(stream: ProgressStream = process.stderr, clock: Clock = systemClock) {
    this.#stream = stream;
    this.#clock = clock;
  }

  started({ jobs, stored, out }: Parameters<BatchObserver["started"]>[0]): void {
    this.#jobs = jobs;
    this.#began = this.#clock.elapsed();
    this.#shownAt = this.#began;
    if (stored === jobs) return;
    const from = stored === 0 ? "" : `, of which ${grouped(stored)} are already done`;
    this.#stream.write(paragraph(`${grouped(jobs)} ${jobs === 1 ? "job" : "jobs"} into ${out}${from}.`));
  }

  written({ states, solved }: Parameters<BatchObserver["written"]>[0]): void {
    [this.#states, this.#solved] = [states, solved];
    const now = this.#clock.elapsed();
    if (now - this.#shownAt < (this.#stream.isTTY ? DRAW_EVERY : LINE_EVERY)) return;
    this.#shownAt = now;
    this.#stream.write(
      this.#stream.isTTY ? `${CLEAR}dfs-lineups: ${this.#bar()} ${this.text()}` : paragraph(this.text()),
    );
  }

  /**
   * Prints, after the first signal, that the batch ends when its started jobs finish, which can take as long
   * as their time limits.
   */
  stopping(): void {
    const words = "stopping when the jobs that have started are done; another Ctrl-C stops at once.";
    this.#stream.write(`${this.#stream.isTTY ? CLEAR : ""}${paragraph(words)}`);
  }

  text(): string {
    const through = totalOf(this.#states);
    const seconds = (this.#clock.elapsed() - this.#began) / SECOND;
    const rate = seconds > 0 ? this.#solved / seconds : 0;
    return [
      `${grouped(through)} of ${grouped(this.#jobs)} jobs`,
      `${rate < 10 ? rate.toFixed(1) : grouped(Math.round(rate))}/s`,
      ...undoneWords(this.#states),
      ...(rate > 0 ? [`${duration((this.#jobs - through) / rate)} left`] : []),
    ].join(", ");
  }

  [Symbol.dispose](): void {
    if (this.#stream.isTTY) this.#stream.write(CLEAR);
  }

  #bar(): string {
    const full = Math.floor((BAR * totalOf(this.#states)) / Math.max(1, this.#jobs));
    return `[${"#".repeat(full)}${".".repeat(BAR - full)}]`;
  }
}

/** A duration such as `41:07`, or `12:41:07` from one hour on. */
function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const [hours, minutes, rest] = parts as [number, number, number];
  const two = (value: number) => String(value).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
