import type { CacheEntry, DocumentCache } from "./cache.ts";
import type { Coalescer } from "./coalescer.ts";
import type { ParsedOptions } from "./options.ts";
import type { Redactor } from "./redactor.ts";
import type { Transport } from "./transport.ts";

/** How many documents were cached, missed, or served after they expired. */
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
  /**
   * When the last refresh of a document failed, by cache key, on the clock's `elapsed`, which is never set
   * back.
   */
  readonly failures: Map<string, number>;
  readonly counts: CacheCounts;
  /** Aborts, with a ClosedError, when the client is closed. */
  readonly closing: AbortSignal;
}
