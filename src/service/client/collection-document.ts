import { deepFreeze } from "../../shared/collections.ts";
import type { Resource } from "../../shared/schema/resource.ts";
import type { ParsedOptions } from "./options.ts";
import type { Page } from "./page.ts";
import type { Parameters } from "./parameters.ts";
import type { CollectionRequest, Identified } from "./request.ts";
import { ServiceError } from "./service-error.ts";

/** Fetches the page of a list that has these query parameters. */
export type PageSource<R> = (parameters: Parameters) => Promise<Page<R>>;

/** A list to read: its path, how to identify its resources, and how long it may be. */
interface List {
  readonly request: Pick<CollectionRequest, "path" | "parameters" | "identify">;
  readonly options: Pick<ParsedOptions, "baseUrl" | "limits">;
}

/**
 * Counts a list's distinct resources while its pages are read, and compares their number with the announced
 * total.
 */
class Tally {
  readonly #identify: (entry: Identified) => string;
  readonly #seen = new Set<string>();
  readonly #totals = new Set<number>();

  constructor(identify: (entry: Identified) => string) {
    this.#identify = identify;
  }

  /** Counts the resources of a page; false if all of them were counted before. */
  add(page: Page<Identified>): boolean {
    const before = this.#seen.size;
    for (const resource of page.data) this.#seen.add(this.#identify(resource));
    if (page.meta?.totalItems !== undefined) this.#totals.add(page.meta.totalItems);
    return this.#seen.size > before;
  }

  /** The number of distinct resources so far. */
  get size(): number {
    return this.#seen.size;
  }

  /** Whether fewer resources came than were announced; null if no page announced a total. */
  get short(): boolean | null {
    return this.#totals.size === 0 ? null : this.#seen.size < Math.max(...this.#totals);
  }

  /**
   * Whether each announced total equals the number of distinct resources; also true if no page announced one.
   */
  get complete(): boolean {
    const [total, ...others] = this.#totals;
    return total === undefined || (others.length === 0 && total === this.#seen.size);
  }

  toString(): string {
    return `${this.#seen.size} distinct resources, but ${[...this.#totals].join(" and then ")} announced`;
  }
}

/**
 * Yields each page of a list once, from the first. Ends when the announced total is reached; without a total,
 * at a page without `links.next`. Ends early at a page without new resources; the tally then shows how many
 * are missing.
 * @throws ServiceError if `links.next` leads to a page already read, to another address or to another path,
 * or if the list exceeds its bounds.
 */
async function* readPages<R extends Identified>(
  source: PageSource<R>,
  { request, options }: List,
  tally: Tally,
): AsyncGenerator<Page<R>, void, undefined> {
  const { path, parameters: first } = request;
  const { baseUrl, limits } = options;
  const visited = new Set<string>();
  let parameters: Parameters | null = first;
  /** The most pages that the first page's total allows, with one for resources that come meanwhile. */
  let enough = Number.POSITIVE_INFINITY;
  for (let number = 1; parameters !== null; number += 1) {
    visited.add(JSON.stringify(parameters));
    const page: Page<R> = await source(parameters);
    const brought = tally.add(page);
    if (tally.size > limits.entries) throw tooLong(path, "entries", limits.entries);
    yield page;
    const { short } = tally;
    if (number === 1 && page.meta?.totalItems !== undefined)
      enough = Math.ceil(page.meta.totalItems / Math.max(1, page.data.length)) + 1;
    if (!brought || short === false || number >= enough) return;
    const next: Parameters | null = nextOf(page.links?.["next"], path, baseUrl);
    parameters = next ?? (short ? pageNumber(first, number + 1) : null);
    if (parameters !== null && visited.has(JSON.stringify(parameters))) {
      throw new ServiceError(
        "upstream-inconsistent",
        `GET ${path}: links.next of page ${number} leads back to a page already read.`,
      );
    }
    if (parameters !== null && number >= limits.pages) throw tooLong(path, "pages", limits.pages);
  }
}

function tooLong(path: string, bound: "pages" | "entries", most: number): ServiceError {
  return new ServiceError(
    "upstream-inconsistent",
    `GET ${path}: the list has more than ${most} ${bound}. Request less, or raise the option \`${bound}\`.`,
  );
}

function pageNumber(first: Parameters, number: number): Parameters {
  return [...first.filter(([name]) => name !== "page"), ["page", String(number)]];
}

/**
 * The query parameters of `links.next`, which is a path or an address; null if it is missing.
 * @throws ServiceError if it leads to another address than `baseUrl` or to another path
 */
function nextOf(link: unknown, path: string, baseUrl: URL): Parameters | null {
  if (link === undefined || link === null || link === "") return null;
  const url = typeof link === "string" && URL.canParse(link, baseUrl.href) ? new URL(link, baseUrl) : null;
  if (url === null || url.origin !== baseUrl.origin || !url.pathname.endsWith(path)) {
    throw new ServiceError(
      "upstream-inconsistent",
      `GET ${path}: links.next is not a page of this list (${JSON.stringify(link)}).`,
      { path: "/links/next" },
    );
  }
  return [...url.searchParams].filter(([name]) => name !== "api_key");
}

/**
 * A document of one collection: one page of it, or all pages merged. Deeply frozen, and without the API key.
 * It is a type, because an interface is not assignable where a document with additional members is expected.
 */
export type CollectionDocument<R> = {
  readonly links: Readonly<Record<string, unknown>>;
  readonly meta: { readonly totalItems: number; readonly [name: string]: unknown };
  readonly data: readonly R[];
  /** Each included entity once. Absent if the query includes nothing. */
  readonly included?: readonly Resource[];
};

/** How many times a list is read if it changes during reading. */
const PASSES = 3;

/**
 * Yields the pages of a list, each with the number of its pass. If the list changes during a pass, starts
 * another pass from the first page.
 * @throws ServiceError if, on every pass, announced resources are missing or the list changes.
 */
async function* readPasses<R extends Identified>(source: PageSource<R>, list: List) {
  const { path, identify } = list.request;
  let tally = new Tally(identify);
  for (let pass = 0; pass < PASSES; pass += 1) {
    tally = new Tally(identify);
    for await (const page of readPages(source, list, tally)) yield { page, pass };
    if (tally.complete) return;
  }
  throw new ServiceError(
    "upstream-inconsistent",
    `GET ${path}: the pages are inconsistent after ${PASSES} passes (${tally}). Try again later, or request a narrower list.`,
  );
}

/** Reads all pages as one document. @throws ServiceError as `readPasses` does */
export async function readDocument<R extends Identified>(
  source: PageSource<R>,
  list: List,
): Promise<CollectionDocument<R>> {
  let pages: Page<R>[] = [];
  let last = 0;
  for await (const { page, pass } of readPasses(source, list)) {
    if (pass !== last) pages = [];
    last = pass;
    pages.push(page);
  }
  const data = byIdentity(
    pages.flatMap((page) => page.data),
    list.request.identify,
  );
  const included = byIdentity(
    pages.flatMap((page) => page.included ?? []),
    typeAndId,
  );
  const hasIncluded = pages.some((page) => page.included);
  return documentOf(pages[0]?.links?.["self"], data.values(), hasIncluded ? included.values() : null);
}

/** Yields all resources of a list, page by page, each once. @throws ServiceError as `readPasses` does */
export async function* readResources<R extends Identified>(
  source: PageSource<R>,
  list: List,
): AsyncGenerator<R, void, undefined> {
  const given = new Set<string>();
  for await (const { page } of readPasses(source, list)) {
    for (const resource of page.data) {
      const identity = list.request.identify(resource);
      if (given.has(identity)) continue;
      given.add(identity);
      yield resource;
    }
  }
}

export function documentOfPage<R>(page: Page<R>): CollectionDocument<R> {
  const { links, meta, data, included } = page;
  return deepFreeze({
    links: links ?? {},
    meta: { ...meta, totalItems: meta?.totalItems ?? data.length },
    data,
    ...(included && { included }),
  });
}

/** Makes a document of resources and included entities; `self` is the document's own link. */
export function documentOf<R>(
  self: unknown,
  entries: Iterable<R>,
  included: Iterable<Resource> | null,
): CollectionDocument<R> {
  const data = [...entries];
  return deepFreeze({
    links: self === undefined ? {} : { self },
    meta: { totalItems: data.length },
    data,
    ...(included && { included: [...included] }),
  });
}

/** Maps items by identity, in order of first occurrence; a later item replaces an earlier one. */
export function byIdentity<T>(items: Iterable<T>, identify: (item: T) => string): Map<string, T> {
  const map = new Map<string, T>();
  for (const item of items) map.set(identify(item), item);
  return map;
}

export function typeAndId(resource: { readonly type: string; readonly id: string }): string {
  return `${resource.type} ${resource.id}`;
}
