import { watchHeap } from "./heap.ts";
import { type Load, load } from "./load.ts";

/** What a server does under load. */
export interface Measurement {
  readonly name: string;
  /** As many requests as it takes. */
  readonly full: Load;
  /** Half as many. */
  readonly half: Load;
  /** The least heap of each minute, in bytes; none where the server does not tell. */
  readonly heap: readonly number[];
}

export interface Subject {
  readonly name: string;
  /** The address requests go to. */
  readonly url: string;
  /** The server's own address if it has `/metrics`. */
  readonly metrics: string | null;
}

export interface Effort {
  readonly seconds: number;
  readonly connections: number;
}

/** Seconds in which code is compiled and caches fill, which do not count. */
const WARM_UP = 5;

/** Loads a server fully, then by half. */
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
