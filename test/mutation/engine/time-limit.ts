import { readFileSync } from "node:fs";

/** On a busy machine a process may wait this many times as long as it runs. */
const PATIENCE = 10;
/** Milliseconds of one tick of `/proc`. */
const TICK = 10;

/** Calls back once a process has run for longer than it may; where the system does not say, once as much time is over. */
export class TimeLimit {
  readonly #pid: number;
  readonly #onOver: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(pid: number, onOver: () => void) {
    this.#pid = pid;
    this.#onOver = onOver;
  }

  /** From now on so many milliseconds, whatever was left. */
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

/** Processor time that a process has had; null where the system does not tell. */
function millisecondsRun(pid: number): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return TICK * (Number(fields[11]) + Number(fields[12]));
  } catch {
    return null;
  }
}
