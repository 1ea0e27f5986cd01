/** Time and timers. Code that waits or expires takes a clock, which a test can advance. */
export interface Clock {
  /** In milliseconds since 1970; it may be set back. */
  now(): number;
  /** Milliseconds since some moment; never set back. */
  elapsed(): number;
  /** Calls back once after this many milliseconds, unless the returned function is called first. */
  later(ms: number, callback: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  later(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

/** Lets other pending events run. A timer would take at least a millisecond, or four in browsers. */
export const turn: () => Promise<void> =
  typeof setImmediate === "function" ? () => new Promise((resolve) => setImmediate(resolve)) : byMessages();

function byMessages(): () => Promise<void> {
  const { port1, port2 } = new MessageChannel();
  const waiting: (() => void)[] = [];
  port1.addEventListener("message", () => waiting.shift()?.());
  port1.start();
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      port2.postMessage(null);
    });
}

/** Like `Promise.withResolvers`, which Node 20 lacks. */
export function withResolvers<Value>() {
  let resolve: (value: Value) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<Value>((settle, refuse) => {
    resolve = settle;
    reject = refuse;
  });
  return { promise, resolve, reject };
}
