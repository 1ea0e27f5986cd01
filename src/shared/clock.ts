/** Time and timers. Code that waits or expires takes a clock, which a test can advance. */
export interface Clock {
  /** The time of day, in milliseconds since 1970; it may be set back. */
  now(): number;
  /** Milliseconds since some moment; never set back. */
  elapsed(): number;
  /** Calls back once after this many milliseconds, unless the returned function is called first. */
  later(ms: number, callback: () => void): () => void;
}

/** The machine's clock. `elapsed` is `performance.now()`. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  later(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};
