import type { Clock } from "../../shared/clock.ts";
import { AbortedError } from "../../shared/errors.ts";
import { abortable, bounded, throwIfAborted } from "./abort.ts";
import type { CacheEntry, DocumentCache } from "./cache.ts";
import type { Coalescer } from "./coalescer.ts";
import type { Target } from "./collection-document.ts";
import type { ParsedOptions } from "./options.ts";
import { pageParser } from "./page.ts";
import { encodeParameters } from "./parameters.ts";
import type { Redactor } from "./redactor.ts";
import { isFresh, type PageFetch, refresh } from "./refresh.ts";
import { type CollectionRequest, cacheKey } from "./request.ts";
import { ServiceError, ServiceTimeoutError } from "./service-error.ts";
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
  /** When the last refresh of a document failed, by cache key, on the clock's `elapsed`. */
  readonly failures: Map<string, number>;
  readonly counts: CacheCounts;
  /** Aborts, with a ClosedError, when the client is closed. */
  readonly closing: AbortSignal;
}

/** What identifies an entry. A summary has no id and is identified by its whole content. */
export interface Identified {
  readonly id?: string | undefined;
  readonly attributes?: { readonly [name: string]: unknown } | undefined;
}

export type Documents<R extends Identified> = ReturnType<typeof createDocuments<R>>;

/** Creates the cached document of a request. */
export function createDocuments<R extends Identified>(context: ClientContext, request: CollectionRequest) {
  const { cache, counts, failures } = context;
  const { clock, limits } = context.options;
  const key = cacheKey(context.options.baseUrl, request);
  const target = targetOf<R>(context, request);
  const kept = request.collection.cached !== "none";
  const fresh = (entry: CacheEntry<R> | undefined) =>
    entry !== undefined && isFresh(entry, request, limits, clock);

  /** Looks in memory, then in the store, which another process may have refreshed. */
  async function known(): Promise<CacheEntry<R> | undefined> {
    const recalled = kept ? cache.recall<R>(key) : undefined;
    if (!kept || fresh(recalled)) return recalled;
    const loaded = await cache.load<R>(key);
    if (loaded === undefined || (recalled && recalled.fetchedAt >= loaded.fetchedAt)) return recalled;
    cache.remember(key, loaded);
    if (fresh(loaded)) counts.hits += 1;
    return loaded;
  }

  function load(entry: CacheEntry<R> | undefined, signal: AbortSignal | undefined): Promise<CacheEntry<R>> {
    counts.misses += 1;
    return context.flights.join(key, signal, async (own) => {
      const fetched = await bounded(
        clock,
        [own],
        limits.totalMs,
        () => tooLate(context, request),
        (bound) => refresh(entry, request, target, pageFetch<R>(context, request, bound), limits, clock),
      );
      if (kept) cache.keep(key, fetched);
      failures.delete(key);
      return fetched;
    }) as Promise<CacheEntry<R>>;
  }

  /** Refreshes for all callers, so it continues when the first caller leaves. Null if it failed. */
  async function renew(entry: CacheEntry<R>): Promise<CacheEntry<R> | null> {
    try {
      return await load(entry, undefined);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      failures.set(key, clock.elapsed());
      context.options.onWarning({
        code: "refresh",
        detail: `An older document is served. ${error.message}`,
        cause: error,
      });
      return null;
    }
  }

  /** The document in memory, if it is current. */
  function recall(): CacheEntry<R> | undefined {
    const entry = kept ? cache.recall<R>(key) : undefined;
    if (!fresh(entry)) return undefined;
    counts.hits += 1;
    return entry;
  }

  async function found(signal: AbortSignal | undefined): Promise<CacheEntry<R> | undefined> {
    throwIfAborted(context.closing);
    return recall() ?? abortable(known(), signal);
  }

  /** The current document, fetched if needed. */
  async function current(signal: AbortSignal | undefined): Promise<CacheEntry<R>> {
    const entry = await found(signal);
    return entry && fresh(entry) ? entry : load(entry, signal);
  }

  /** The current document, or an older one if the service fails or is slow. */
  async function any(signal: AbortSignal | undefined) {
    const entry = await found(signal);
    if (!entry || clock.now() - entry.fetchedAt >= limits.keepMs)
      return { entry: await load(entry, signal), stale: false };
    if (fresh(entry)) return { entry, stale: false };
    const failed = failures.get(key);
    const failing = failed !== undefined && clock.elapsed() - failed < limits.failurePauseMs;
    const renewed = failing ? null : await patiently(clock, renew(entry), limits.patienceMs, signal);
    if (renewed === null) counts.stale += 1;
    return { entry: renewed ?? entry, stale: renewed === null };
  }

  return { recall, current, any };
}

/** Where a request's entries are, and what identifies them. */
export function targetOf<R extends Identified>(
  context: ClientContext,
  request: CollectionRequest,
): Target<R> {
  return {
    path: request.path,
    baseUrl: context.options.baseUrl,
    bounds: context.options.limits,
    identify:
      request.collection.identity === "id"
        ? (one) => one.id ?? JSON.stringify(one)
        : (one) => `${one.id} ${JSON.stringify(one.attributes?.["updatedAt"])}`,
  };
}

/** Fetches and checks the pages of a request. */
export function pageFetch<R>(
  context: ClientContext,
  request: CollectionRequest,
  signal: AbortSignal,
): PageFetch<R> {
  const parse = pageParser<R>(request, context.redactor);
  return async (parameters) => {
    const answer = await context.transport.ask(
      { path: request.path, query: encodeParameters(parameters) },
      signal,
    );
    return { ...parse(answer.body), serviceTime: answer.serviceTime };
  };
}

/** The error of a reading that took longer than `totalMs`. */
export function tooLate(context: ClientContext, request: CollectionRequest): ServiceTimeoutError {
  return new ServiceTimeoutError(
    `GET ${request.path}: not read within ${context.options.limits.totalMs} ms, including waits and retries. Raise totalMs, or request less.`,
  );
}

/** The result of `work`, or null if it takes longer than `ms`; the work continues. */
async function patiently<T>(
  clock: Clock,
  work: Promise<T>,
  ms: number,
  signal: AbortSignal | undefined,
): Promise<T | null> {
  const late = new AbortedError();
  try {
    return await bounded(
      clock,
      [signal],
      ms,
      () => late,
      () => work,
    );
  } catch (error) {
    if (error === late) return null;
    throw error;
  }
}
