import { terminalWidth } from "./render/look.ts";

/** Where progress is shown, such as standard error. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const SECOND = 1_000;

/** What Ctrl-C does where nothing is kept. */
export const STOPS = "stops it";

/** Back to the line's start, and the line emptied. */
const CLEAR = "\r\u001b[K";

/**
 * Runs work; once it takes more than a second, a terminal shows on one line what is done and for how long, and the
 * line is gone when the work ends. Elsewhere nothing is shown. `what`, and `stop`, which says what Ctrl-C does, are called
 * each time if they are functions; `step` is what counts as a second, in milliseconds. What is wider than the terminal
 * would leave lines behind, and is cut. Work that writes something itself calls `clear` first.
 */
export async function withProgress<Result>(
  what: string | (() => string),
  work: (clear: () => void) => Promise<Result>,
  stream: ProgressStream = process.stderr,
  step: number = SECOND,
  stop: string | (() => string) = STOPS,
): Promise<Result> {
  if (!stream.isTTY) return work(() => {});
  let seconds = 0;
  const timer = setInterval(() => {
    seconds += 1;
    const now = typeof what === "string" ? what : what();
    const line = `dfs-lineups: ${now}, ${seconds} s`;
    const whole = `${line}; Ctrl-C ${typeof stop === "string" ? stop : stop()}`;
    const room = terminalWidth(stream) - 1;
    stream.write(CLEAR + (whole.length <= room ? whole : line.slice(0, room)));
  }, step);
  const clear = () => {
    if (seconds > 0) stream.write(CLEAR);
  };
  try {
    return await work(clear);
  } finally {
    clearInterval(timer);
    clear();
  }
}
