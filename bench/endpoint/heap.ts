/** Samples a server's heap regularly. */
export interface HeapWatch {
  /** The smallest heap of each full minute, or of the whole time if shorter, in bytes. */
  stop(): readonly number[];
}

const EVERY = 500;
const MINUTE = 60_000;

/** Watches the heap reported by `/metrics`. The minimum of a minute is the heap after garbage collection. */
export function watchHeap(url: string): HeapWatch {
  const started = performance.now();
  const minutes: number[] = [];
  const timer = setInterval(async () => {
    const text = await (await fetch(`${url}/metrics`)).text();
    const used = Number(/^nodejs_heap_size_used_bytes (\S+)$/m.exec(text)![1]);
    const minute = Math.floor((performance.now() - started) / MINUTE);
    minutes[minute] = Math.min(minutes[minute] ?? Number.POSITIVE_INFINITY, used);
  }, EVERY);
  return {
    stop() {
      clearInterval(timer);
      const full = Math.floor((performance.now() - started) / MINUTE);
      return minutes.slice(0, Math.max(1, full));
    },
  };
}
