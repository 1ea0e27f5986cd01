import type { BatchObserver } from "../batch/node/contract.ts";
import { STATES } from "../batch/outcome.ts";
import { type Clock, systemClock } from "../shared/clock.ts";
import type { ProgressStream } from "./progress.ts";
import { grouped } from "./render/amounts.ts";
import { paragraph } from "./render/paragraph.ts";

const SECOND = 1_000;

/** Interval of progress lines on a stream that is not a terminal. */
const LINE_EVERY = 30 * SECOND;

/** Redraw interval on a terminal. */
const DRAW_EVERY = SECOND / 2;

/** Width of the bar in characters. */
const BAR = 24;

/** Moves to the start of the line and clears it. */
const CLEAR = "\r\u001b[K";

/**
 * Reports the progress of a batch: on a terminal as one line that is redrawn, on other streams as a line
 * every 30 seconds. The rate is that of this run; jobs of earlier runs count as done.
 */
export class BatchProgress implements BatchObserver, Disposable {
  readonly #stream: ProgressStream;
  readonly #clock: Clock;
  #jobs = 0;
  #states: Readonly<Record<(typeof STATES)[number], number>> = { done: 0, infeasible: 0, failed: 0 };
  #before = 0;
  #began = 0;
  #told = 0;

  constructor(stream: ProgressStream = process.stderr, clock: Clock = systemClock) {
    this.#stream = stream;
    this.#clock = clock;
  }

  started({ jobs, checkpoint, out }: Parameters<BatchObserver["started"]>[0]): void {
    this.#jobs = jobs;
    this.#states = checkpoint.states;
    this.#before = this.#through();
    this.#began = this.#clock.elapsed();
    this.#told = this.#began;
    if (this.#before === jobs) return;
    const from = this.#before === 0 ? "" : `, of which ${grouped(this.#before)} are there already`;
    this.#stream.write(paragraph(`${grouped(jobs)} ${jobs === 1 ? "job" : "jobs"} into ${out}${from}.`));
  }

  written({ states }: Parameters<BatchObserver["written"]>[0]): void {
    this.#states = states;
    const now = this.#clock.elapsed();
    if (now - this.#told < (this.#stream.isTTY ? DRAW_EVERY : LINE_EVERY)) return;
    this.#told = now;
    this.#stream.write(
      this.#stream.isTTY ? `${CLEAR}dfs-lineups: ${this.#bar()} ${this.text()}` : paragraph(this.text()),
    );
  }

  /** `1,200 of 9,000 jobs, 210/s, 3 failed, 0:41 left`. */
  text(): string {
    const through = this.#through();
    const seconds = (this.#clock.elapsed() - this.#began) / SECOND;
    const rate = seconds > 0 ? (through - this.#before) / seconds : 0;
    const { infeasible, failed } = this.#states;
    return [
      `${grouped(through)} of ${grouped(this.#jobs)} jobs`,
      `${rate < 10 ? rate.toFixed(1) : grouped(Math.round(rate))}/s`,
      ...(infeasible > 0 ? [`${grouped(infeasible)} infeasible`] : []),
      ...(failed > 0 ? [`${grouped(failed)} failed`] : []),
      ...(rate > 0 ? [`${duration((this.#jobs - through) / rate)} left`] : []),
    ].join(", ");
  }

  /** Clears the terminal's line. */
  [Symbol.dispose](): void {
    if (this.#stream.isTTY) this.#stream.write(CLEAR);
  }

  #through(): number {
    return STATES.reduce((sum, state) => sum + this.#states[state], 0);
  }

  #bar(): string {
    const full = Math.floor((BAR * this.#through()) / Math.max(1, this.#jobs));
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
