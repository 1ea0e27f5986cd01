/** Where progress is shown, such as standard error. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const SECOND = 1_000;

/** Back to the line's start, and the line emptied. */
const CLEAR = "\r\u001b[K";

/**
 * Runs work; once it takes more than a second, a terminal shows on one line what is done and for how long, and the
 * line is gone when the work ends. Elsewhere nothing is shown. `what` is asked anew each time where it is a function;
 * `step` is what counts as a second, in milliseconds.
 */
export async function withProgress<Result>(
  what: string | (() => string),
  work: () => Promise<Result>,
  stream: ProgressStream = process.stderr,
  step: number = SECOND,
): Promise<Result> {
  if (!stream.isTTY) return work();
  let seconds = 0;
  const timer = setInterval(() => {
    seconds += 1;
    const now = typeof what === "string" ? what : what();
    stream.write(`${CLEAR}dfs-lineups: ${now}, ${seconds} s; Ctrl-C stops it`);
  }, step);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    if (seconds > 0) stream.write(CLEAR);
  }
}
