import { deepFreeze } from "../../shared/deep-freeze.ts";
import type { Resource } from "../../shared/schema/resource.ts";
import type { Page } from "./page.ts";
import { type ListBounds, type PageSource, readPages, Tally } from "./pages.ts";
import type { Parameters } from "./parameters.ts";
import { ServiceError } from "./service-error.ts";

/**
 * A document of one collection: one page of it, or all pages merged. Deeply frozen, and without the key. It
 * is a type, because an interface is not assignable where a document with additional members is expected.
 */
export type CollectionDocument<R> = {
  readonly links: Readonly<Record<string, unknown>>;
  readonly meta: { readonly totalItems: number; readonly [name: string]: unknown };
  readonly data: readonly R[];
  /** Each included entity once. Absent if the query includes nothing. */
  readonly included?: readonly Resource[];
};

/** How to read one collection: its path, and what identifies an entry. */
export interface Target<R> {
  readonly path: string;
  readonly baseUrl: URL;
  readonly identify: (resource: R) => string;
  readonly bounds: ListBounds;
}

/** How many times a list is read if it changes during reading. */
const PASSES = 3;

/**
 * Reads all pages as one document.
 * @throws ServiceError if, on every pass, announced entries are missing or the list changes.
 */
export async function readDocument<R>(
  source: PageSource<R>,
  parameters: Parameters,
  target: Target<R>,
): Promise<CollectionDocument<R>> {
  let tally = new Tally(target.identify);
  for (let pass = 0; pass < PASSES; pass += 1) {
    tally = new Tally(target.identify);
    const pages: Page<R>[] = [];
    for await (const page of readPages(source, parameters, target.path, target.baseUrl, tally, target.bounds))
      pages.push(page);
    if (tally.complete) return merge(pages, target.identify);
  }
  throw inconsistent(target, tally);
}

/**
 * Yields all entries, page by page. If the list changes during reading, it is read again for missed entries;
 * each entry is yielded once.
 * @throws ServiceError if, on every pass, announced entries are missing or the list changes.
 */
export async function* readResources<R>(
  source: PageSource<R>,
  parameters: Parameters,
  target: Target<R>,
): AsyncGenerator<R, void, undefined> {
  const given = new Set<string>();
  let tally = new Tally(target.identify);
  for (let pass = 0; pass < PASSES; pass += 1) {
    tally = new Tally(target.identify);
    for await (const page of readPages(
      source,
      parameters,
      target.path,
      target.baseUrl,
      tally,
      target.bounds,
    )) {
      for (const resource of page.data) {
        const identity = target.identify(resource);
        if (given.has(identity)) continue;
        given.add(identity);
        yield resource;
      }
    }
    if (tally.complete) return;
  }
  throw inconsistent(target, tally);
}

/** A page as a separate document. */
export function documentOfPage<R>(page: Page<R>): CollectionDocument<R> {
  const { links, meta, data, included } = page;
  return deepFreeze({
    links: links ?? {},
    meta: { ...meta, totalItems: meta?.totalItems ?? data.length },
    data,
    ...(included && { included }),
  });
}

/** A document of these entries and included entities. */
export function documentOf<R>(
  self: unknown,
  data: readonly R[],
  included: Iterable<Resource> | null,
): CollectionDocument<R> {
  return deepFreeze({
    links: self === undefined ? {} : { self },
    meta: { totalItems: data.length },
    data,
    ...(included && { included: [...included] }),
  });
}

/** Items by identity; a later one replaces an earlier one in its place. */
export function byIdentity<T>(items: Iterable<T>, identify: (item: T) => string): Map<string, T> {
  const map = new Map<string, T>();
  for (const item of items) map.set(identify(item), item);
  return map;
}

/** Identifies an included entity. */
export function typeAndId(resource: { readonly type: string; readonly id: string }): string {
  return `${resource.type} ${resource.id}`;
}

function merge<R>(pages: readonly Page<R>[], identify: (resource: R) => string): CollectionDocument<R> {
  const data = byIdentity(
    pages.flatMap((page) => page.data),
    identify,
  );
  const included = pages.some((page) => page.included)
    ? byIdentity(
        pages.flatMap((page) => page.included ?? []),
        typeAndId,
      )
    : null;
  return documentOf(pages[0]?.links?.["self"], [...data.values()], included?.values() ?? null);
}

function inconsistent<R>(target: Target<R>, tally: Tally<R>): ServiceError {
  return new ServiceError(
    "upstream-inconsistent",
    `GET ${target.path}: the pages are inconsistent after ${PASSES} passes (${tally}). Try again later, or request a narrower list.`,
  );
}
