import type { CacheEntry, DocumentCache } from "./cache.ts";
import type { Coalescer } from "./coalescer.ts";
import type { ParsedOptions } from "./options.ts";
import type { Redactor } from "./redactor.ts";
import type { Transport } from "./transport.ts";

/** How often documents came from memory or the store, were asked for, or were served past their time. */
interface CacheCounts {
  hits: number;
  misses: number;
  stale: number;
}

/** What all readings of one client share. */
export interface ClientContext {
  readonly options: ParsedOptions;
  readonly redactor: Redactor;
  readonly transport: Transport;
  readonly cache: DocumentCache;
  /** Documents being read, by cache key. */
  readonly flights: Coalescer<CacheEntry<unknown>>;
  /** When the last refresh of a document failed, by the clock's `elapsed` and by cache key: no clock set back hides it. */
  readonly failures: Map<string, number>;
  readonly counts: CacheCounts;
  /** Aborts, with a ClosedError, when the client is closed. */
  readonly closing: AbortSignal;
}
