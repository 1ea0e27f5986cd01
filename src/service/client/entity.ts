import { deepFreeze } from "../../shared/collections.ts";
import type { Resource } from "../../shared/schema/resource.ts";
import type { CollectionDocument } from "./collection-document.ts";
import type { ClientContext } from "./context.ts";
import { createDocuments, type Identified } from "./documents.ts";
import type { ReadOptions } from "./reading.ts";
import type { CollectionRequest } from "./request.ts";

/** A document of one entity. Deeply frozen, and without the key. */
export type EntityDocument<R> = {
  readonly links: Readonly<Record<string, unknown>>;
  readonly data: R;
  /** Each included entity once. Absent if the query includes nothing. */
  readonly included?: readonly Resource[];
};

/** An entity's document and its age. */
export interface EntitySnapshot<R> {
  readonly document: EntityDocument<R>;
  /** When the service last confirmed the document, by this machine's clock. */
  readonly fetchedAt: Date;
  /** True if a refresh is due but failed, or takes longer than `patienceMs`. */
  readonly stale: boolean;
}

/** One entity. Nothing is fetched before one of its methods is called. */
export interface EntityReading<R> {
  /**
   * The entity, from the cache if that is current. Returns the same object until something changes.
   * @throws ServiceError, with `upstreamStatus` 404 if there is no such entity; AbortedError, ClosedError
   */
  document(options?: ReadOptions): Promise<EntityDocument<R>>;
  /**
   * Like `document`, but returns an older one, if there is one, when the service fails or is slow.
   * @throws ServiceError, AbortedError, ClosedError
   */
  snapshot(options?: ReadOptions): Promise<EntitySnapshot<R>>;
}

/** Creates the reading of an entity. */
export function createEntityReading<R extends Identified>(
  context: ClientContext,
  request: CollectionRequest,
): EntityReading<R> {
  const documents = createDocuments<R>(context, request);
  return {
    document: async ({ signal } = {}) => entityOf((await documents.current(signal)).document),
    snapshot: async ({ signal } = {}) => {
      const { entry, stale } = await documents.any(signal);
      return { document: entityOf(entry.document), fetchedAt: new Date(entry.fetchedAt), stale };
    },
  };
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
