import { deepFreeze } from "../../shared/collections.ts";
import { bounded, throwIfAborted } from "./abort.ts";
import { type CollectionDocument, readResources } from "./collection-document.ts";
import type { ClientContext } from "./context.ts";
import { createDocuments, type Identified, pageFetch, targetOf, tooLate } from "./documents.ts";
import type { Parameters } from "./parameters.ts";
import type { CollectionRequest } from "./request.ts";

/** Options of one read. */
export interface ReadOptions {
  /** Aborting it ends this call alone, with an AbortedError; other callers of the same document continue. */
  readonly signal?: AbortSignal | undefined;
}

/** A document and its age. */
export interface Snapshot<R> {
  readonly document: CollectionDocument<R>;
  /** When the service last confirmed the document, by this machine's clock. */
  readonly fetchedAt: Date;
  /** True if a refresh is due but failed, or takes longer than `patienceMs`. */
  readonly stale: boolean;
}

/**
 * One query of one collection. Nothing is fetched until a method is called. All results are deeply frozen.
 */
export interface Reading<R> extends AsyncIterable<R> {
  /**
   * Yields the entries, each once, fetching pages as needed; uses a current document in memory if there is
   * one.
   * @throws ServiceError, AbortedError, ClosedError
   */
  resources(options?: ReadOptions): AsyncGenerator<R, void, undefined>;
  /**
   * All pages (or the one page of the query) as one document, from the cache if that is current. Returns the
   * same object until something changes.
   * @throws ServiceError, AbortedError, ClosedError
   */
  document(options?: ReadOptions): Promise<CollectionDocument<R>>;
  /**
   * Like `document`, but returns an older document, if there is one, when the service fails or is slow.
   * @throws ServiceError, AbortedError, ClosedError
   */
  snapshot(options?: ReadOptions): Promise<Snapshot<R>>;
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

  return {
    resources,
    [Symbol.asyncIterator]: () => resources(),
    document: async ({ signal } = {}) => (await documents.current(signal)).document,
    snapshot: async ({ signal } = {}) => {
      const { entry, stale } = await documents.any(signal);
      return { document: entry.document, fetchedAt: new Date(entry.fetchedAt), stale };
    },
  };
}
