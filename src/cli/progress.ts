import { grouped } from "../shared/amounts.ts";
import { locating, type Places } from "./errors.ts";
import { interruptible } from "./interrupt.ts";
import { terminalWidth } from "./render/text.ts";

/** A stream that shows progress, such as standard error. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const SECOND = 1_000;

/** The effect of Ctrl-C if no result is kept. */
export const STOPS = "stops it";

/** Moves to the start of the line and clears it. */
const CLEAR = "\r\u001b[K";

/**
 * Runs work. After one second, a terminal shows one line with the current step and the elapsed time, until
 * the work ends; other streams show nothing. `what`, and `stop` for the effect of Ctrl-C, are called for each
 * update if they are functions; `step` is the length of a second in milliseconds. Text wider than the
 * terminal is cut, because it would leave lines behind. Work that writes output calls `clear` first.
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

/** Runs work until it finishes or a signal arrives, with a progress line. */
export function interruptibly<Result>(
  what: string | (() => string),
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  return withProgress(what, () => interruptible(work));
}

/** The signal that ends drawing, and the callback for its progress. */
interface Drawing {
  readonly signal: AbortSignal;
  readonly onDraws: (drawn: number) => void;
}

/**
 * Runs work until it finishes or a signal arrives. The progress line gives the number of draws and a verb,
 * such as "solved"; errors name files and places.
 */
export function whileDrawing<Result>(
  verb: string,
  places: Places,
  work: (drawing: Drawing) => Promise<Result>,
): Promise<Result> {
  let done = 0;
  const onDraws = (drawn: number) => {
    done = drawn;
  };
  return locating(places, () =>
    interruptibly(
      () => `${grouped(done)} draws ${verb}`,
      (signal) => work({ signal, onDraws }),
    ),
  );
}
