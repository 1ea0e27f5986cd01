import { watchHeap } from "./heap.ts";
import { type Load, load } from "./load.ts";

/** A server's performance under load. */
export interface Measurement {
  readonly name: string;
  /** At the maximum rate. */
  readonly full: Load;
  /** At half the maximum rate. */
  readonly half: Load;
  /** The smallest heap of each minute, in bytes; empty if the server does not report it. */
  readonly heap: readonly number[];
}

export interface Subject {
  readonly name: string;
  /** The address of the requests. */
  readonly url: string;
  /** The server's own address if it has `/metrics`. */
  readonly metrics: string | null;
}

export interface Effort {
  readonly seconds: number;
  readonly connections: number;
}

/** Uncounted seconds in which code is compiled and caches fill. */
const WARM_UP = 5;

/** Loads a server fully, then at half the rate. */
export async function measure(subject: Subject, body: string, effort: Effort): Promise<Measurement> {
  const { name, url, metrics } = subject;
  const { seconds, connections } = effort;
  await load({ url, body, connections, seconds: WARM_UP, rate: null });
  const watch = metrics === null ? null : watchHeap(metrics);
  const full = await load({ url, body, connections, seconds, rate: null });
  const rate = Math.max(1, Math.round(full.perSecond / 2));
  const half = await load({ url, body, connections, seconds, rate });
  return { name, full, half, heap: watch?.stop() ?? [] };
}
