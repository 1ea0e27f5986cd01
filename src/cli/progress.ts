import type { BatchObserver } from "../batch/node/run-batch.ts";
import type { States } from "../batch/row.ts";
import { type Clock, systemClock } from "../shared/clock.ts";
import { gapText, grouped } from "../shared/words.ts";
import { locating, type Places } from "./errors.ts";
import { interruptible } from "./interrupt.ts";
import { paragraph, terminalWidth } from "./render/text.ts";

interface ProgressStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const SECOND = 1_000;
const UPDATES_PER_SECOND = 4;

export const STOPS = "stops it";

const CLEAR = "\r\u001b[K";

/**
 * Runs work. Meanwhile, if `stream` is a terminal, it shows a line with the current step (`what`), the
 * elapsed time and the effect of Ctrl-C (`stop`), after one second or once `what` changes. If `what` or
 * `stop` is a function, it is called several times a second. Work calls `clear` before it writes output.
 * @param step the number of milliseconds that count as a second
 */
export async function withProgress<Result>(
  what: string | (() => string),
  work: (clear: () => void) => Promise<Result>,
  stream: ProgressStream = process.stderr,
  step: number = SECOND,
  stop: string | (() => string) = STOPS,
): Promise<Result> {
  if (!stream.isTTY) return work(() => {});
  const current = () => (typeof what === "string" ? what : what());
  const begin = current();
  let updates = 0;
  let shown = "";
  const timer = setInterval(() => {
    updates += 1;
    const seconds = Math.floor(updates / UPDATES_PER_SECOND);
    const now = current();
    if (seconds === 0 && now === begin) return;
    const line = `dfs-lineups: ${now}${seconds === 0 ? "" : `, ${seconds} s`}`;
    const whole = `${line}; Ctrl-C ${typeof stop === "string" ? stop : stop()}`;
    const room = terminalWidth(stream) - 1;
    // A text wider than the terminal would leave lines behind.
    const text = whole.length <= room ? whole : line.slice(0, room);
    if (text === shown) return;
    shown = text;
    stream.write(CLEAR + text);
  }, step / UPDATES_PER_SECOND);
  const clear = () => {
    if (shown !== "") stream.write(CLEAR);
    shown = "";
  };
  try {
    return await work(clear);
  } finally {
    clearInterval(timer);
    clear();
  }
}

export function interruptibly<Result>(
  what: string | (() => string),
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  return withProgress(what, () => interruptible(work));
}

export function boundProgress(report: {
  readonly sum: number | null;
  readonly bound: number | null;
  readonly gap: number | null;
}): string {
  const points = (what: string, value: number | null) =>
    value === null ? "" : `, ${what} ${value.toLocaleString("en-US", { maximumFractionDigits: 1 })}`;
  const gap = report.gap === null ? "" : `, gap ${gapText(report.gap)}`;
  return `${points("sum", report.sum)}${points("bound", report.bound)}${gap}`;
}

export function whileDrawing<Result>(
  verb: string,
  places: Places,
  work: (drawing: {
    readonly signal: AbortSignal;
    readonly onDraws: (drawn: number) => void;
  }) => Promise<Result>,
): Promise<Result> {
  let done = 0;
  const onDraws = (drawn: number) => (done = drawn);
  return locating(places, () =>
    interruptibly(
      () => `${grouped(done)} draws ${verb}`,
      (signal) => work({ signal, onDraws }),
    ),
  );
}

const LINE_EVERY = 30 * SECOND;

const DRAW_EVERY = SECOND / 2;

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

/** A line that is redrawn on a terminal, elsewhere a line every 30 seconds. Earlier runs count as done. */
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
    this.#stream.write(this.#stream.isTTY ? `${CLEAR}dfs-lineups: ${this.text()}` : paragraph(this.text()));
  }

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
}

/** A duration such as `41:07`, or `12:41:07` from one hour on. */
function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const [hours, minutes, rest] = parts as [number, number, number];
  const two = (value: number) => String(value).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
