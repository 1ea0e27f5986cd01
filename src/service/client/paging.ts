import { deepFreeze } from "../../shared/collections.ts";
import type { Resource } from "../../shared/schema/resource.ts";
import type { ParsedOptions } from "./options.ts";
import type { Parameters } from "./query.ts";
import type { CollectionRequest, Identified, Page } from "./request.ts";
import { ServiceError } from "./service-error.ts";

export type PageSource<R> = (parameters: Parameters) => Promise<Page<R>>;

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

const PASSES = 3;

/**
 * Reads all pages of a list as one document. A pass ends when the announced total is reached; without a total,
 * at a page without `links.next`; and at a page without new resources. If the list changed meanwhile, so that
 * the resources are not as many as announced, another pass begins.
 * @throws ServiceError if that is so on every pass, if `links.next` leads to a page already read or elsewhere,
 * or if the list exceeds its bounds.
 */
export async function readDocument<R extends Identified>(
  source: PageSource<R>,
  { path, parameters: first, identify }: CollectionRequest,
  { baseUrl, limits }: ParsedOptions,
): Promise<CollectionDocument<R>> {
  let counted = "";
  for (let pass = 0; pass < PASSES; pass += 1) {
    const pages: Page<R>[] = [];
    const [seen, totals, visited] = [new Map<string, R>(), new Set<number>(), new Set<string>()];
    let parameters: Parameters | null = first;
    /** The most pages that the first page's total allows, with one for resources that come meanwhile. */
    let enough = Number.POSITIVE_INFINITY;
    for (let number = 1; parameters !== null; number += 1) {
      visited.add(JSON.stringify(parameters));
      const page: Page<R> = await source(parameters);
      const before = seen.size;
      pages.push(page);
      for (const resource of page.data) seen.set(identify(resource), resource);
      if (seen.size > limits.entries) throw tooLong(path, "entries", limits.entries);
      const total = page.meta?.totalItems;
      if (total !== undefined) totals.add(total);
      if (number === 1 && total !== undefined) enough = Math.ceil(total / Math.max(1, page.data.length)) + 1;
      const isShort = totals.size > 0 && seen.size < Math.max(...totals);
      if (seen.size === before || number >= enough || (totals.size > 0 && !isShort)) break;
      const next: Parameters | null = nextOf(page.links?.["next"], path, baseUrl);
      parameters = next ?? (isShort ? pageNumber(first, number + 1) : null);
      if (parameters !== null && visited.has(JSON.stringify(parameters)))
        throw inconsistent(path, `links.next of page ${number} leads back to a page already read.`);
      if (parameters !== null && number >= limits.pages) throw tooLong(path, "pages", limits.pages);
    }
    const [total, ...others] = totals;
    if (total === undefined || (others.length === 0 && total === seen.size))
      return documentOf(pages, [...seen.values()]);
    counted = `${seen.size} distinct resources, but ${[...totals].join(" and then ")} announced`;
  }
  throw inconsistent(
    path,
    `the pages are inconsistent after ${PASSES} passes (${counted}). Try again later, or request a narrower list.`,
  );
}

function inconsistent(path: string, detail: string, place?: string): ServiceError {
  return new ServiceError("upstream-inconsistent", `GET ${path}: ${detail}`, { path: place });
}

function tooLong(path: string, bound: "pages" | "entries", most: number): ServiceError {
  const remedy = `Request less, or raise the option \`${bound}\`.`;
  return inconsistent(path, `the list has more than ${most} ${bound}. ${remedy}`);
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
  if (url !== null && url.origin === baseUrl.origin && url.pathname.endsWith(path))
    return [...url.searchParams].filter(([name]) => name !== "api_key");
  throw inconsistent(path, `links.next is not a page of this list (${JSON.stringify(link)}).`, "/links/next");
}

function documentOf<R>(pages: readonly Page<R>[], data: readonly R[]): CollectionDocument<R> {
  const included = pages.flatMap((page) => page.included ?? []);
  const self = pages[0]?.links?.["self"];
  return deepFreeze({
    links: self === undefined ? {} : { self },
    meta: { totalItems: data.length },
    data,
    ...(pages.some((page) => page.included) && {
      included: [...new Map(included.map((one) => [`${one.type} ${one.id}`, one])).values()],
    }),
  });
}

export function documentOfPage<R>({ links, meta, data, included }: Page<R>): CollectionDocument<R> {
  return deepFreeze({
    links: links ?? {},
    meta: { ...meta, totalItems: meta?.totalItems ?? data.length },
    data,
    ...(included && { included }),
  });
}
