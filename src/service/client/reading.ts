import { deepFreeze } from "../../shared/collections.ts";
import type { Resource } from "../../shared/schema/resource.ts";
import { bounded, throwIfAborted } from "./abort.ts";
import { type CollectionDocument, readResources } from "./collection-document.ts";
import {
  type ClientContext,
  createDocuments,
  type Documents,
  type Identified,
  pageFetch,
  targetOf,
  tooLate,
} from "./documents.ts";
import type { Parameters } from "./parameters.ts";
import type { CollectionRequest } from "./request.ts";

/** Options of one read. */
export interface ReadOptions {
  /** Aborting it ends this call alone, with an AbortedError; other callers of the same document continue. */
  readonly signal?: AbortSignal | undefined;
}

/** A document and its age. */
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
  /**
   * Like `document`, but returns an older one, if there is one, when the service fails or is slow.
   * @throws ServiceError, AbortedError, ClosedError
   */
  snapshot(options?: ReadOptions): Promise<Aged<Document>>;
}

/** A list's document and its age. */
export type Snapshot<R> = Aged<CollectionDocument<R>>;

/** One query of one collection; its document has all pages, or the one page of the query. */
export interface Reading<R> extends AsyncIterable<R>, Cached<CollectionDocument<R>> {
  /**
   * Yields the entries, each once, fetching pages as needed; uses a current document in memory if there is
   * one.
   * @throws ServiceError, AbortedError, ClosedError
   */
  resources(options?: ReadOptions): AsyncGenerator<R, void, undefined>;
}

/** A document of one entity. Deeply frozen, and without the key. */
export type EntityDocument<R> = {
  readonly links: Readonly<Record<string, unknown>>;
  readonly data: R;
  /** Each included entity once. Absent if the query includes nothing. */
  readonly included?: readonly Resource[];
};

/** An entity's document and its age. */
export type EntitySnapshot<R> = Aged<EntityDocument<R>>;

/** One entity. */
export interface EntityReading<R> extends Cached<EntityDocument<R>> {}

function cached<R extends Identified, Document>(
  documents: Documents<R>,
  convert: (list: CollectionDocument<R>) => Document,
): Cached<Document> {
  return {
    document: async ({ signal } = {}) => convert((await documents.current(signal)).document),
    snapshot: async ({ signal } = {}) => {
      const { entry, stale } = await documents.any(signal);
      return { document: convert(entry.document), fetchedAt: new Date(entry.fetchedAt), stale };
    },
  };
}

/** Creates the reading of an entity. */
export function createEntityReading<R extends Identified>(
  context: ClientContext,
  request: CollectionRequest,
): EntityReading<R> {
  return cached(createDocuments<R>(context, request), entityOf);
}

const entities = new WeakMap<object, EntityDocument<unknown>>();

/** The entity in a list of one; the same object for the same list. */
export function entityOf<R>(list: CollectionDocument<R>): EntityDocument<R> {
  const { links, data, included } = list;
  const known = entities.get(list) as EntityDocument<R> | undefined;
  const entity = known ?? deepFreeze({ links, data: data[0] as R, ...(included && { included }) });
  entities.set(list, entity);
  return entity;
}

/** Creates the reading of a collection. */
export function createReading<R extends Identified>(
  context: ClientContext,
  request: CollectionRequest,
): Reading<R> {
  const documents = createDocuments<R>(context, request);
  const target = targetOf<R>(context, request);

  async function* resources({ signal }: ReadOptions = {}): AsyncGenerator<R, void, undefined> {
    throwIfAborted(context.closing);
    const recalled = documents.recall();
    if (recalled) {
      yield* recalled.document.data;
      return;
    }
    const source = (parameters: Parameters) =>
      bounded(
        context.options.clock,
        [signal, context.closing],
        context.options.limits.totalMs,
        () => tooLate(context, request),
        (own) => pageFetch<R>(context, request, own)(parameters),
      );
    if (request.page !== null) yield* deepFreeze((await source(request.parameters)).data);
    else for await (const one of readResources(source, request.parameters, target)) yield deepFreeze(one);
  }

  return { resources, [Symbol.asyncIterator]: () => resources(), ...cached(documents, (list) => list) };
}
