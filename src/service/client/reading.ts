import { isDeepStrictEqual } from "node:util";
import { deepFreeze } from "../../shared/collections.ts";
import type { Resource } from "../../shared/schema/resource.ts";
import { abortable, bounded, type Coalescer, throwIfAborted, unlessLate } from "./abort.ts";
import type { CacheEntry, DocumentCache } from "./cache.ts";
import type { ParsedOptions } from "./options.ts";
import { type CollectionDocument, documentOfPage, type PageSource, readDocument } from "./paging.ts";
import { encodeParameters } from "./query.ts";
import type { Redactor } from "./redactor.ts";
import { type CollectionRequest, cacheKey, type Identified, type Page, parsePage } from "./request.ts";
import { ServiceError, ServiceTimeoutError } from "./service-error.ts";
import type { Transport } from "./transport.ts";

export interface ClientContext {
  readonly options: ParsedOptions;
  readonly redactor: Redactor;
  readonly transport: Transport;
  readonly cache: DocumentCache;
  readonly flights: Coalescer<CacheEntry<unknown>>;
  readonly failures: Map<string, number>;
  readonly counts: { hits: number; misses: number; stale: number };
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
   * The document, from the cache if that is current. Returns the same object until something changes. @throws
   * ServiceError, with `upstreamStatus` 404 if there is no such entity; AbortedError, ClosedError
   */
  document(options?: ReadOptions): Promise<Document>;
  /** Like `document`, but returns an older one if the service fails or is slow. @throws as `document` */
  snapshot(options?: ReadOptions): Promise<Aged<Document>>;
}

export type Snapshot<R> = Aged<CollectionDocument<R>>;

/** A query of a list. Its document has all pages, or the one page that the query asks for. */
export interface Reading<R> extends AsyncIterable<R>, Cached<CollectionDocument<R>> {
  /** Yields the document's resources, each once. @throws ServiceError, AbortedError, ClosedError */
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

export function entityOfPage<R>({ links = {}, data, included }: Page<R>): EntityDocument<R> {
  return deepFreeze({ links, data: data[0] as R, ...(included && { included }) });
}

export function createEntityReading<R extends Identified>(
  context: ClientContext,
  request: CollectionRequest,
): EntityReading<R> {
  return createCached<R, EntityDocument<R>>(context, request, async (source) =>
    entityOfPage(await source(request.parameters)),
  );
}

export function createReading<R extends Identified>(
  context: ClientContext,
  request: CollectionRequest,
): Reading<R> {
  const cached = createCached<R, CollectionDocument<R>>(context, request, async (source) =>
    request.isPage
      ? documentOfPage(await source(request.parameters))
      : readDocument(source, request, context.options),
  );

  async function* resources(options?: ReadOptions): AsyncGenerator<R, void, undefined> {
    yield* (await cached.document(options)).data;
  }

  return { ...cached, resources, [Symbol.asyncIterator]: () => resources() };
}

function createCached<R, Document>(
  context: ClientContext,
  request: CollectionRequest,
  fetch: (source: PageSource<R>) => Promise<Document>,
) {
  type Entry = CacheEntry<Document>;
  const { cache, counts, failures, options } = context;
  const { clock, limits } = options;
  const key = cacheKey(options.baseUrl, request);

  function isFresh(entry: Entry | undefined): entry is Entry {
    const age = clock.now() - (entry?.fetchedAt ?? Number.POSITIVE_INFINITY);
    return age >= 0 && age < limits.refreshMs;
  }

  /** The newer of the documents in memory and in the store, which another process may have refreshed. */
  async function found(signal: AbortSignal | undefined): Promise<Entry | undefined> {
    throwIfAborted(context.closing);
    if (!request.cached) return undefined;
    const recalled = cache.recall<Document>(key);
    const isCurrent = isFresh(recalled);
    const loaded = isCurrent ? undefined : await abortable(cache.load<Document>(key), signal);
    const isNewer = loaded !== undefined && !(recalled && recalled.fetchedAt >= loaded.fetchedAt);
    if (isNewer) cache.remember(key, loaded);
    if (isCurrent || (isNewer && isFresh(loaded))) counts.hits += 1;
    return isNewer ? loaded : recalled;
  }

  function load(signal: AbortSignal | undefined): Promise<Entry> {
    counts.misses += 1;
    return context.flights.join(key, signal, async (own) => {
      const fetchedAt = clock.now();
      const fetched = await within(context, request, own, (signal) =>
        fetch(async (parameters) => {
          const sent = { path: request.path, query: encodeParameters(parameters) };
          return parsePage<R>(await context.transport.ask(sent, signal), request, context.redactor);
        }),
      );
      const last = cache.recall<Document>(key)?.document;
      // Much is derived from a document and kept as long as this is the same object.
      const document = last !== undefined && isDeepStrictEqual(last, fetched) ? last : fetched;
      const entry = { document, fetchedAt };
      if (request.cached) cache.keep(key, entry);
      failures.delete(key);
      return entry;
    }) as Promise<Entry>;
  }

  /** Refreshes a document for all callers: no caller's signal ends it. Null if the service failed. */
  async function renew(): Promise<Entry | null> {
    try {
      return await load(undefined);
    } catch (cause) {
      if (!(cause instanceof ServiceError)) throw cause;
      failures.set(key, clock.elapsed());
      const detail = `An older document is served. ${cause.message}`;
      options.onWarning({ code: "refresh", detail, cause });
      return null;
    }
  }

  async function any(signal: AbortSignal | undefined): Promise<{ entry: Entry; stale: boolean }> {
    const entry = await found(signal);
    if (!entry || clock.now() - entry.fetchedAt >= limits.keepMs)
      return { entry: await load(signal), stale: false };
    if (isFresh(entry)) return { entry, stale: false };
    const failed = failures.get(key);
    const isFailing = failed !== undefined && clock.elapsed() - failed < limits.failurePauseMs;
    const renewed = isFailing ? null : await unlessLate(clock, limits.patienceMs, renew(), signal);
    if (renewed === null) counts.stale += 1;
    return { entry: renewed ?? entry, stale: renewed === null };
  }

  return {
    async document({ signal }: ReadOptions = {}) {
      const entry = await found(signal);
      return (isFresh(entry) ? entry : await load(signal)).document;
    },
    async snapshot({ signal }: ReadOptions = {}) {
      const { entry, stale } = await any(signal);
      return { document: entry.document, fetchedAt: new Date(entry.fetchedAt), stale };
    },
  };
}

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
