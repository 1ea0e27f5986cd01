import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Logger, pino as makeLogger } from "pino";
import type { BatchObserver } from "../batch/node/contract.ts";
import { STATES, type State } from "../batch/row.ts";
import { type Clock, systemClock } from "../shared/clock.ts";
import { InvalidFileError } from "../shared/errors.ts";
import { grouped } from "../shared/words.ts";
import { usageError } from "./errors.ts";
import type { ProgressStream } from "./progress.ts";
import { paragraph } from "./render/text.ts";

const SECOND = 1_000;

/** Interval of progress lines on a stream that is not a terminal. */
const LINE_EVERY = 30 * SECOND;

/** Redraw interval on a terminal. */
const DRAW_EVERY = SECOND / 2;

/** Width of the bar in characters. */
const BAR = 24;

/** Moves to the start of the line and clears it. */
const CLEAR = "\r\u001b[K";

/** Texts with the numbers of infeasible and of failed jobs, such as `3 failed`; zeros are left out. */
export function undoneWords({ infeasible, failed }: Readonly<Record<State, number>>): string[] {
  return [
    ...(infeasible > 0 ? [`${grouped(infeasible)} infeasible`] : []),
    ...(failed > 0 ? [`${grouped(failed)} failed`] : []),
  ];
}

/**
 * Reports the progress of a batch: on a terminal as one line that is redrawn, on other streams as a line
 * every 30 seconds. Jobs of earlier runs count as done, but not for the jobs per second.
 */
export class BatchProgress implements BatchObserver, Disposable {
  readonly #stream: ProgressStream;
  readonly #clock: Clock;
  #jobs = 0;
  #states: Readonly<Record<State, number>> = { done: 0, infeasible: 0, failed: 0 };
  #before = 0;
  #began = 0;
  #shownAt = 0;

  constructor(stream: ProgressStream = process.stderr, clock: Clock = systemClock) {
    this.#stream = stream;
    this.#clock = clock;
  }

  started({ jobs, checkpoint, out }: Parameters<BatchObserver["started"]>[0]): void {
    this.#jobs = jobs;
    this.#states = checkpoint.states;
    this.#before = this.#through();
    this.#began = this.#clock.elapsed();
    this.#shownAt = this.#began;
    if (this.#before === jobs) return;
    const from = this.#before === 0 ? "" : `, of which ${grouped(this.#before)} are already done`;
    this.#stream.write(paragraph(`${grouped(jobs)} ${jobs === 1 ? "job" : "jobs"} into ${out}${from}.`));
  }

  written({ states }: Parameters<BatchObserver["written"]>[0]): void {
    this.#states = states;
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

  /** The progress as text, such as `1,200 of 9,000 jobs, 210/s, 3 failed, 0:41 left`. */
  text(): string {
    const through = this.#through();
    const seconds = (this.#clock.elapsed() - this.#began) / SECOND;
    const rate = seconds > 0 ? (through - this.#before) / seconds : 0;
    return [
      `${grouped(through)} of ${grouped(this.#jobs)} jobs`,
      `${rate < 10 ? rate.toFixed(1) : grouped(Math.round(rate))}/s`,
      ...undoneWords(this.#states),
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

/**
 * Opens a log file for appending. It records the start of a batch and each written segment as JSON lines.
 * @throws InvalidFileError if the file cannot be written
 */
export async function openBatchLog(file: string): Promise<BatchObserver & Disposable & { logger: Logger }> {
  const { pino } = await import("pino");
  let destination: ReturnType<typeof makeLogger.destination>;
  try {
    destination = pino.destination({ dest: file, append: true, sync: true });
  } catch (cause) {
    throw new InvalidFileError(file, null, `cannot be written: ${(cause as Error).message}.`, cause);
  }
  const logger = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
  return {
    logger,
    started: ({ jobs, checkpoint, out }) =>
      logger.info({ jobs, out, next: checkpoint.next, ...checkpoint.states }, "started"),
    written: ({ next, segment, states }) => logger.info({ next, segment, ...states }, "written"),
    [Symbol.dispose]: () => destination.end(),
  };
}

/**
 * Serves Prometheus metrics of a batch at `http://127.0.0.1:<port>/metrics`; port 0 takes any free port.
 * @throws InvalidRequestError if the port cannot be used
 */
export async function serveBatchMetrics(
  port: number,
): Promise<BatchObserver & AsyncDisposable & { address: string }> {
  const { Gauge, Registry } = await import("prom-client");
  const register = new Registry();
  const registers = [register];
  const total = new Gauge({
    name: "dfs_lineups_batch_jobs",
    help: "Jobs of this batch or shard.",
    registers,
  });
  const written = new Gauge({
    name: "dfs_lineups_batch_jobs_written",
    help: "Finished jobs with safely written results, by outcome.",
    labelNames: ["state"],
    registers,
  });
  const server = createServer((request, response) => {
    if (request.url !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    register.metrics().then(
      (text) => response.writeHead(200, { "content-type": register.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  }).catch((error: NodeJS.ErrnoException) => {
    throw usageError("--metrics", `${port} cannot be used: ${error.message}. Choose another port.`);
  });
  const set = (states: Parameters<BatchObserver["written"]>[0]["states"]) => {
    for (const state of STATES) written.set({ state }, states[state]);
  };
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`,
    started({ jobs, checkpoint }) {
      total.set(jobs);
      set(checkpoint.states);
    },
    written: ({ states }) => set(states),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
