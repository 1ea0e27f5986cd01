/** Time and timers. Whatever waits or grows old takes one, so that who drives it can let time pass at once. */
export interface Clock {
  /** The time of day, in milliseconds since 1970; it may be set back. */
  now(): number;
  /** Milliseconds since some moment; never set back. */
  elapsed(): number;
  /** Calls back once, in so many milliseconds, unless the function that it gives is called before. */
  later(ms: number, callback: () => void): () => void;
}

/** The machine's own. `elapsed` is `performance.now()`. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  later(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};
