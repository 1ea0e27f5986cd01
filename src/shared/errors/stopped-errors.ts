import { LineupError } from "./lineup-error.ts";

/** The caller's `AbortSignal` ended the work. Status 499. */
export class AbortedError extends LineupError {
  override readonly name = "AbortedError";

  constructor(cause?: unknown, detail?: string) {
    super(detail ?? "The request was aborted before it was answered.", {
      code: "aborted",
      kind: "stopped",
      status: 499,
      title: "Aborted",
      cause,
    });
  }
}

/**
 * The time limit was reached before the N best lineups were proved. No partial result is returned. Status
 * 504.
 */
export class TimeLimitError extends LineupError {
  override readonly name = "TimeLimitError";
  readonly milliseconds: number;

  constructor(milliseconds: number, detail?: string) {
    super(
      detail ??
        `The lineups were not proved best within the time limit of ${milliseconds} ms. Ask for fewer lineups or raise the limit.`,
      { code: "time-limit", kind: "stopped", status: 504, title: "Time limit reached" },
    );
    this.milliseconds = milliseconds;
  }
}

/**
 * The optimizer (or the service client, as `what` says) is closed and accepts no more requests. Status 503.
 */
export class ClosedError extends LineupError {
  override readonly name = "ClosedError";

  constructor(what = "optimizer") {
    super(`The ${what} is closed. Create another one.`, {
      code: "closed",
      kind: "stopped",
      status: 503,
      title: "Closed",
    });
  }
}
