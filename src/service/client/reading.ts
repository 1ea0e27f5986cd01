import { deepFreeze } from "../../shared/collections.ts";
import type { Resource } from "../../shared/schema/resource.ts";
import { abortable, bounded, throwIfAborted, unlessLate } from "./abort.ts";
import type { CacheEntry, DocumentCache } from "./cache.ts";
import type { Coalescer } from "./coalescer.ts";
import { type CollectionDocument, readResources } from "./collection-document.ts";
import type { ParsedOptions } from "./options.ts";
import { parsePage } from "./page.ts";
import { encodeParameters, type Parameters } from "./parameters.ts";
import type { Redactor } from "./redactor.ts";
import { isFresh, type PageFetch, refresh } from "./refresh.ts";
import { type CollectionRequest, cacheKey, type Identified } from "./request.ts";
import { ServiceError, ServiceTimeoutError } from "./service-error.ts";
import type { Transport } from "./transport.ts";

/** How many documents were served from the cache, fetched, or served after they expired. */
interface CacheCounts {
  hits: number;
  misses: number;
  stale: number;
}

/** What all queries of one client use: its options, connection, cache and counters. */
export interface ClientContext {
  readonly options: ParsedOptions;
  readonly redactor: Redactor;
  readonly transport: Transport;
  readonly cache: DocumentCache;
  readonly flights: Coalescer<CacheEntry<unknown>>;
  /** By cache key: when the last refresh of the document failed, in milliseconds of `Clock.elapsed`. */
  readonly failures: Map<string, number>;
  readonly counts: CacheCounts;
  readonly closing: AbortSignal;
}

export interface ReadOptions {
  /** Aborting it ends this call alone, with an AbortedError; other callers of the same document continue. */
  readonly signal?: AbortSignal | undefined;
}

interface Aged<Document> {
  readonly document: Document;
  /** When the service last confirmed the document, by this machine's clock. */
  readonly fetchedAt: Date;
  /** True if a refresh is due but failed, or takes longer than `patienceMs`. */
  readonly stale: boolean;
}

/** A query's result. Nothing is fetched until a method is called. All results are deeply frozen. */
interface Cached<Document> {
  /**
   * The document, from the cache if that is current. Returns the same object until something changes.
   * @throws ServiceError, with `upstreamStatus` 404 if there is no such entity; AbortedError, ClosedError
   */
  document(options?: ReadOptions): Promise<Document>;
  /** Like `document`, but returns an older one if the service fails or is slow. @throws as `document` */
  snapshot(options?: ReadOptions): Promise<Aged<Document>>;
}

export type Snapshot<R> = Aged<CollectionDocument<R>>;

/** A query of a list. Its document has all pages, or the one page that the query asks for. */
export interface Reading<R> extends AsyncIterable<R>, Cached<CollectionDocument<R>> {
  /**
   * Yields the resources, each once, fetching pages as needed; uses a current document in memory if there is
   * one.
   * @throws ServiceError, AbortedError, ClosedError
   */
  resources(options?: ReadOptions): AsyncGenerator<R, void, undefined>;
}

/** A document of one entity. Deeply frozen, and without the API key. */
export type EntityDocument<R> = {
  readonly links: Readonly<Record<string, unknown>>;
  readonly data: R;
  /** Each included entity once. Absent if the query includes nothing. */
  readonly included?: readonly Resource[];
};

export type EntitySnapshot<R> = Aged<EntityDocument<R>>;

export interface EntityReading<R> extends Cached<EntityDocument<R>> {}

const entities = new WeakMap<object, EntityDocument<unknown>>();

/** Makes the document of an entity from a list of only this entity; the same list gives the same object. */
export function entityOf<R>(list: CollectionDocument<R>): EntityDocument<R> {
  const { links, data, included } = list;
  const known = entities.get(list) as EntityDocument<R> | undefined;
  const entity = known ?? deepFreeze({ links, data: data[0] as R, ...(included && { included }) });
  entities.set(list, entity);
  return entity;
}

/** Creates the reading of an entity, which is read as a list of one resource. */
export function createEntityReading<R extends Identified>(
  context: ClientContext,
  request: CollectionRequest,
): EntityReading<R> {
  const list = createReading<R>(context, request);
  return {
    document: async (options) => entityOf(await list.document(options)),
    snapshot: async (options) => {
      const snapshot = await list.snapshot(options);
      return { ...snapshot, document: entityOf(snapshot.document) };
    },
  };
}

export function createReading<R extends Identified>(
  context: ClientContext,
  request: CollectionRequest,
): Reading<R> {
  const { cache, counts, failures, options } = context;
  const { clock, limits } = options;
  const key = cacheKey(options.baseUrl, request);
  const fresh = (entry: CacheEntry<R> | undefined) => entry !== undefined && isFresh(entry, request, options);

  /** Returns a function that fetches and checks one page. */
  const fetchWith =
    (signal: AbortSignal): PageFetch<R> =>
    async (parameters) => {
      const sent = { path: request.path, query: encodeParameters(parameters) };
      const { body, serviceTime } = await context.transport.ask(sent, signal);
      return { ...parsePage<R>(body, request, context.redactor), serviceTime };
    };

  /** The document in memory, if it is current. */
  function recall(): CacheEntry<R> | undefined {
    throwIfAborted(context.closing);
    const entry = request.cached ? cache.recall<R>(key) : undefined;
    if (!fresh(entry)) return undefined;
    counts.hits += 1;
    return entry;
  }

  /** The newer of the documents in memory and in the store, which another process may have refreshed. */
  async function known(): Promise<CacheEntry<R> | undefined> {
    if (!request.cached) return undefined;
    const recalled = cache.recall<R>(key);
    const loaded = await cache.load<R>(key);
    if (loaded === undefined || (recalled && recalled.fetchedAt >= loaded.fetchedAt)) return recalled;
    cache.remember(key, loaded);
    if (fresh(loaded)) counts.hits += 1;
    return loaded;
  }

  async function found(signal: AbortSignal | undefined): Promise<CacheEntry<R> | undefined> {
    return recall() ?? abortable(known(), signal);
  }

  function load(entry: CacheEntry<R> | undefined, signal: AbortSignal | undefined): Promise<CacheEntry<R>> {
    counts.misses += 1;
    return context.flights.join(key, signal, async (own) => {
      const fetched = await within(context, request, own, (bound) =>
        refresh(entry, request, fetchWith(bound), options),
      );
      if (request.cached) cache.keep(key, fetched);
      failures.delete(key);
      return fetched;
    }) as Promise<CacheEntry<R>>;
  }

  /** Refreshes a document for all callers: no caller's signal ends it. Null if the service failed. */
  async function renew(entry: CacheEntry<R>): Promise<CacheEntry<R> | null> {
    try {
      return await load(entry, undefined);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      failures.set(key, clock.elapsed());
      options.onWarning({
        code: "refresh",
        detail: `An older document is served. ${error.message}`,
        cause: error,
      });
      return null;
    }
  }

  /** The current document, or an older one if the service fails or is slow. */
  async function any(signal: AbortSignal | undefined) {
    const entry = await found(signal);
    if (!entry || clock.now() - entry.fetchedAt >= limits.keepMs)
      return { entry: await load(entry, signal), stale: false };
    if (fresh(entry)) return { entry, stale: false };
    const failed = failures.get(key);
    const failing = failed !== undefined && clock.elapsed() - failed < limits.failurePauseMs;
    const renewed = failing ? null : await unlessLate(clock, limits.patienceMs, renew(entry), signal);
    if (renewed === null) counts.stale += 1;
    return { entry: renewed ?? entry, stale: renewed === null };
  }

  async function* resources({ signal }: ReadOptions = {}): AsyncGenerator<R, void, undefined> {
    const recalled = recall();
    if (recalled) {
      yield* recalled.document.data;
      return;
    }
    const source = (parameters: Parameters) =>
      within(context, request, signal, (own) => fetchWith(own)(parameters));
    if (request.page !== null) yield* deepFreeze((await source(request.parameters)).data);
    else for await (const one of readResources(source, { request, options })) yield deepFreeze(one);
  }

  return {
    async document({ signal } = {}) {
      const entry = await found(signal);
      return (entry && fresh(entry) ? entry : await load(entry, signal)).document;
    },
    async snapshot({ signal } = {}) {
      const { entry, stale } = await any(signal);
      return { document: entry.document, fetchedAt: new Date(entry.fetchedAt), stale };
    },
    resources,
    [Symbol.asyncIterator]: () => resources(),
  };
}

/** Runs `work` for at most `totalMs`; it also ends when `signal` aborts or the client is closed. */
export function within<T>(
  { options, closing }: ClientContext,
  { path }: CollectionRequest,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { totalMs } = options.limits;
  const late = () =>
    new ServiceTimeoutError(
      `GET ${path}: not read within ${totalMs} ms, including waits and retries. Raise \`totalMs\`, or request less.`,
    );
  return bounded(options.clock, [signal, closing], totalMs, late, work);
}
