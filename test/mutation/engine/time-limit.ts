import { readFileSync } from "node:fs";

/** On a busy machine a process may wait this many times as long as it runs. */
const PATIENCE = 10;
/** Milliseconds per tick of `/proc`. */
const TICK = 10;

/**
 * Calls back when a process has used its processor time, or, where the system does not report it, the same
 * wall time.
 */
export class TimeLimit {
  readonly #pid: number;
  readonly #onOver: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(pid: number, onOver: () => void) {
    this.#pid = pid;
    this.#onOver = onOver;
  }

  /** Sets the remaining time to this many milliseconds. */
  set(milliseconds: number): void {
    this.clear();
    const began = { run: millisecondsRun(this.#pid), at: performance.now() };
    const look = () => {
      const now = millisecondsRun(this.#pid);
      const ran = began.run === null || now === null ? Number.POSITIVE_INFINITY : now - began.run;
      const isOver = ran >= milliseconds || performance.now() - began.at >= PATIENCE * milliseconds;
      if (isOver) this.#onOver();
      else this.#timer = setTimeout(look, milliseconds - ran);
    };
    this.#timer = setTimeout(look, milliseconds);
  }

  clear(): void {
    clearTimeout(this.#timer);
  }
}

/** The processor time of a process; null if the system does not report it. */
function millisecondsRun(pid: number): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return TICK * (Number(fields[11]) + Number(fields[12]));
  } catch {
    return null;
  }
}
