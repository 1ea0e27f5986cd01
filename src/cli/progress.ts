import { gapText, grouped } from "../shared/words.ts";
import { locating, type Places } from "./errors.ts";
import { interruptible } from "./interrupt.ts";
import { terminalWidth } from "./render/text.ts";

/** A stream that shows progress, such as standard error. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

export const SECOND = 1_000;
const UPDATES_PER_SECOND = 4;

/** The effect of Ctrl-C if no result is kept. */
export const STOPS = "stops it";

/** Moves to the start of the line and clears it. */
export const CLEAR = "\r\u001b[K";

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

/** Runs work until it finishes or a signal arrives, with a progress line. */
export function interruptibly<Result>(
  what: string | (() => string),
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  return withProgress(what, () => interruptible(work));
}

/**
 * The sum of points, its upper bound and their gap for a progress line, such as `, sum 1,204.5, bound 1,210,
 * gap 0.5%`; nulls are left out.
 */
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

/**
 * Runs work until it finishes or a signal arrives. The progress line gives the number of draws, which work
 * reports, and a verb, such as "solved"; errors name files and players.
 */
export function whileDrawing<Result>(
  verb: string,
  places: Places,
  work: (drawing: {
    readonly signal: AbortSignal;
    readonly onDraws: (drawn: number) => void;
  }) => Promise<Result>,
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
